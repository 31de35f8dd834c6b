// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// platforms are those of the archives, as Go names them.
const platforms = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64,windows/arm64"

func main() {
	if err := run(os.Args[1:]); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(2)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("want archives or rename; see go doc")
	}
	top, err := output("", nil, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	switch args[0] {
	case "archives":
		out := flags.String("out", filepath.Join(top, "dist"), "the directory to write to, which must be new or empty")
		list := flags.String("platforms", platforms, "what to build for")
		if err := flags.Parse(args[1:]); err != nil || flags.NArg() > 0 {
			return errors.Join(err, errors.New("archives takes flags only"))
		}
		return archives(top, *out, strings.Split(*list, ","))
	case "rename":
		if err := flags.Parse(args[1:]); err != nil || flags.NArg() != 1 {
			return errors.Join(err, errors.New("rename takes the new module path, such as example.org/x/daylight"))
		}
		return rename(top, flags.Arg(0))
	}
	return fmt.Errorf("there is no %s: want archives or rename", args[0])
}

// output runs a command in a directory, with more in its environment, and returns what it prints without the
// blanks around it.
func output(dir string, env []string, name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	text, err := c.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}
