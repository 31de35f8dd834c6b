// SPDX-License-Identifier: MIT

package peers

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"daylight/internal/must"
)

// checkout makes a directory that looks like a checkout, and one within it.
func checkout(t *testing.T) (root, within string) {
	t.Helper()
	root = t.TempDir()
	within = filepath.Join(root, "cmd", "deep")
	must.Do(t, os.MkdirAll(within, 0o777))
	write(t, filepath.Join(root, "go.mod"), "module daylight\n\ngo 1.25\n")
	write(t, filepath.Join(root, "cmd", "go.mod"), "module daylight/cmd\n")
	return root, within
}

func write(t *testing.T, name, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(name), 0o777))
	must.Do(t, os.WriteFile(name, []byte(text), 0o777))
}

func TestRoot(t *testing.T) {
	root, within := checkout(t)
	for _, dir := range []string{root, within} {
		if got, err := Root(dir); err != nil || got != root {
			t.Errorf("%s: %s, %v", dir, got, err)
		}
	}
	if got, err := Root(t.TempDir()); !errors.Is(err, ErrCheckout) {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := Root("."); err != nil {
		t.Errorf("of this checkout: %v", err)
	}
}

func TestMissing(t *testing.T) {
	root, _ := checkout(t)
	for name, want := range map[string]string{
		"native": "there is no bench/peers/native/run.sh: this checkout does not have it",
		"go":     "there is no bench/peers/go/go.mod: this checkout does not have it",
	} {
		if got := Find(name).Missing(root); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if got := Find("node").Missing(root); got != "there is no program node: install Node.js" {
		t.Errorf("node: %q", got)
	}
	write(t, filepath.Join(root, "bench", "peers", "native", "run.sh"), "")
	if got := Find("native").Missing(root); got != "there is no program sh: install a shell" {
		t.Errorf("native: %q", got)
	}
	if Find("fortran") != nil {
		t.Error("there is a group fortran")
	}
}

// TestCommandsAreThere: what the groups run is in this checkout, and advice names no
// file that is not.
func TestCommandsAreThere(t *testing.T) {
	root := must.Get(Root("."))(t)
	for _, g := range Groups() {
		for _, n := range g.needs {
			if n.file == "" || n.file == "node_modules" { // npm makes those
				continue
			}
			if _, err := os.Stat(filepath.Join(g.Dir(root), n.file)); err != nil {
				t.Errorf("%s: %v", g.Name, err)
			}
		}
	}
}

// script puts a program in the place of the native group.
func script(t *testing.T, text string) (root string, g *Group) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("it takes a shell")
	}
	for _, name := range []string{"sh", "make", "go"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip("it takes a program " + name)
		}
	}
	root, _ = checkout(t)
	write(t, filepath.Join(root, "bench", "peers", "native", "run.sh"), text)
	g = Find("native")
	if why := g.Missing(root); why != "" {
		t.Fatal(why)
	}
	return root, g
}

const measurement = `{"engine":"echo","version":"'"$*"'","scene":"boxes","n":7,"phase":"step","ns_per_step":5,"spread":0,"candidates":null,"contacts":3,"note":""}`

func TestRun(t *testing.T) {
	root, g := script(t, "echo progress >&2; echo '"+measurement+"'\n")
	list, err := g.Run(context.Background(), root, "boxes", 7)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if p := list[0]; p.Group != "native" || p.Version != "--n 7 --scene boxes --frames 20" || p.Candidates != nil || *p.Contacts != 3 {
		t.Errorf("%+v", p)
	}
	if Frames(1_000_000) != 5 {
		t.Error("a million shapes take as many frames as ten thousand")
	}
}

// TestFailure: what was measured before a failure is kept, and the reason told.
func TestFailure(t *testing.T) {
	root, g := script(t, "echo '"+measurement+"'; echo first >&2; echo 'no such scene' >&2; exit 3\n")
	list, err := g.Run(context.Background(), root, "boxes", 7)
	if len(list) != 1 || err == nil || err.Error() != "native: exit status 3: no such scene" {
		t.Errorf("%v, %v", list, err)
	}
	root, g = script(t, "echo hello\n")
	if _, err = g.Run(context.Background(), root, "boxes", 7); err == nil || !strings.HasPrefix(err.Error(), "native: line 1: not a measurement") {
		t.Error(err)
	}
}

// TestCancel: the end of a run is the end of everything it started. If it is not, this waits for
// the sleep, and longer than tests are let run.
func TestCancel(t *testing.T) {
	root, g := script(t, "sleep 86400 & wait\n")
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := g.Run(ctx, root, "boxes", 7)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	t.Logf("ended after %v", time.Since(begin))
}
