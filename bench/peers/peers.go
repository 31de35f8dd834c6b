// SPDX-License-Identifier: MIT

package peers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"daylight/bench"
)

// Group is the libraries of one ecosystem.
type Group struct {
	Name    string
	About   string
	command []string // in the group's directory
	needs   []need
}

// need is something that must be there, and what to do if it is not.
type need struct {
	program string // in the PATH
	file    string // in the group's directory
	advice  string
}

// Groups lists the groups.
func Groups() []Group {
	return []Group{
		{
			Name: "go", About: "Go modules", command: []string{"go", "run", "."},
			needs: []need{{program: "go", advice: "install Go"}, {file: "go.mod", advice: "this checkout does not have it"}},
		},
		{
			Name: "node", About: "packages for Node.js", command: []string{"node", "run.js"},
			needs: []need{
				{program: "node", advice: "install Node.js"}, {program: "go", advice: "install Go: it writes the scene"},
				{file: "run.js", advice: "this checkout does not have it"},
				{file: "node_modules", advice: "run npm ci in bench/peers/node"},
			},
		},
		{
			// The script builds the drivers of the libraries that are installed.
			Name: "native", About: "libraries in C, C++ and Rust", command: []string{"sh", "run.sh"},
			needs: []need{
				{file: "run.sh", advice: "this checkout does not have it"}, {program: "sh", advice: "install a shell"},
				{program: "make", advice: "install make and g++"}, {program: "go", advice: "install Go: it writes the scene"},
			},
		},
	}
}

// Find returns the group of that name, or nil.
func Find(name string) *Group {
	for _, g := range Groups() {
		if g.Name == name {
			return &g
		}
	}
	return nil
}

// ErrCheckout is wrapped by the error of Root.
var ErrCheckout = errors.New("not in a checkout of Daylight")

var moduleLine = regexp.MustCompile(`(?m)^module daylight\r?$`)

// Root finds the checkout that a directory lies in.
func Root(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		if text, err := os.ReadFile(filepath.Join(at, "go.mod")); err == nil && moduleLine.Match(text) {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf("%s is %w: run this in one", dir, ErrCheckout)
		}
	}
}

// Dir is where a group lies in a checkout.
func (g *Group) Dir(root string) string { return filepath.Join(root, "bench", "peers", g.Name) }

// Missing says what keeps a group from running, or nothing.
func (g *Group) Missing(root string) string {
	for _, n := range g.needs {
		if n.program != "" {
			if _, err := exec.LookPath(n.program); err != nil {
				return fmt.Sprintf("there is no program %s: %s", n.program, n.advice)
			}
			continue
		}
		if _, err := os.Stat(filepath.Join(g.Dir(root), n.file)); errors.Is(err, fs.ErrNotExist) {
			return fmt.Sprintf("there is no %s: %s", filepath.ToSlash(filepath.Join("bench", "peers", g.Name, n.file)), n.advice)
		}
	}
	return ""
}

// Frames is how many frames of a scene are measured.
func Frames(n int) int {
	if n >= 1_000_000 {
		return 5
	}
	return 20
}

// Run runs a group on one scene. If it fails in the end, what it had measured before is
// returned with the error. It ends soon after ctx does, and the group's processes with
// it.
func (g *Group) Run(ctx context.Context, root, scene string, n int) ([]bench.Peer, error) {
	args := append(g.command[1:len(g.command):len(g.command)], "--n", strconv.Itoa(n), "--scene", scene, "--frames", strconv.Itoa(Frames(n)))
	c := exec.CommandContext(ctx, g.command[0], args...)
	c.Dir = g.Dir(root)
	// The groups are no part of the workspace.
	c.Env = append(os.Environ(), "GOWORK=off", "PWD="+c.Dir)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	tree(c)
	err := c.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	list, bad := bench.ReadPeers(&out)
	for i := range list {
		list[i].Group = g.Name
	}
	switch {
	case bad != nil:
		return list, fmt.Errorf("%s: %w", g.Name, bad)
	case err != nil:
		return list, fmt.Errorf("%s: %w%s", g.Name, err, tail(errs.String()))
	}
	return list, nil
}

// tail is the last line of what a program complained of.
func tail(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	return ": " + text[strings.LastIndexByte(text, '\n')+1:]
}
