// SPDX-License-Identifier: MIT

//go:build !js && !wasip1 && !plan9

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"daylight/internal/must"
)

// exitCode runs a prepared command to its end.
func exitCode(t *testing.T, c *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), out.String(), errs.String()
}

// TestOutput checks that outputs replace what was there only when they are complete.
func TestOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	const table = "world,id_a,id_b,depth,nx,ny\n0,a,b,0.5,1,0\n"
	write(t, "good.csv", "id,x,y,r\na,0,0,1\nb,1.5,0,1\n")
	for _, args := range []string{"collide --out good.csv -", "draw --format svg --out good.csv good.csv -", "collide --stats good.csv -"} {
		in := must.Get(os.Open("good.csv"))(t)
		c := command(t, ".", strings.Fields(args)...)
		c.Stdin = in
		if code, _, stderr := exitCode(t, c); code != exitBad || !strings.Contains(stderr, "the output good.csv is also an input") {
			t.Errorf("%s, which reads good.csv: exit %d: %s", args, code, stderr)
		}
		in.Close()
	}
	if runtime.GOOS != "windows" {
		must.Do(t, os.Chmod(write(t, "out.csv", "before"), 0o640))
		must.Do(t, os.Symlink("out.csv", "link.csv"))
		done(t, "", "collide", "--out", "link.csv", "good.csv")
		link, err := os.Lstat("link.csv")
		if err != nil || link.Mode()&os.ModeSymlink == 0 {
			t.Errorf("the link was replaced: %v %v", link.Mode(), err)
		}
		if info, _ := os.Stat("out.csv"); info.Mode().Perm() != 0o640 {
			t.Errorf("permissions became %v", info.Mode())
		}
		done(t, "", "collide", "--out", "/dev/null", "good.csv")
		for _, name := range []string{"/dev/stdout", "/dev/fd/1"} { // a pipe, here
			if _, err := os.Stat(name); err != nil {
				continue
			}
			if code, out, stderr := exitCode(t, command(t, ".", "collide", "-q", "--out", name, "good.csv")); code != exitDone || out != table {
				t.Errorf("--out %s: exit %d, %q, %s", name, code, out, stderr)
			}
		}
	}
}

// waitFor waits until a file that matches pattern is in dir.
func waitFor(t *testing.T, pattern string) {
	t.Helper()
	for range 6000 {
		if m, _ := filepath.Glob(pattern); len(m) > 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%s did not appear", pattern)
}

// waitForOutput waits until a process has an output in dir open, with a temporary name or none.
func waitForOutput(t *testing.T, c *exec.Cmd, dir string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		waitFor(t, filepath.Join(dir, ".out.csv.*.tmp"))
		return
	}
	for range 6000 {
		names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", c.Process.Pid))
		for _, name := range names {
			if to, _ := os.Readlink(name); strings.HasPrefix(to, dir+"/#") || strings.HasPrefix(to, dir+"/.out.csv") {
				return
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the output was not opened")
}

// interrupted starts the program, waits for its temporary output, lets it work a
// while, sends it a signal and checks what is left.
func interrupted(t *testing.T, signal os.Signal, stdin io.Reader, keep string, args ...string) {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "out.csv"), "before")
	for _, name := range strings.Fields(keep) {
		done(t, "", "gen", "boxes", "-n", "60000", "-o", filepath.Join(dir, name))
	}
	c := command(t, dir, args...)
	var stderr bytes.Buffer
	c.Stdin, c.Stderr = stdin, &stderr
	must.Do(t, c.Start())
	waitForOutput(t, c, dir)
	time.Sleep(100 * time.Millisecond)
	must.Do(t, c.Process.Signal(signal))
	begin := time.Now()
	err := c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit %d (%v): %s", code, err, stderr.String())
	}
	if !strings.HasSuffix(stderr.String(), "daylight: interrupted\n") {
		t.Errorf("it ended with %q", stderr.String())
	}
	t.Logf("it took %v to end", time.Since(begin))
	if names := files(t, dir); names != strings.TrimSpace(keep+" out.csv") {
		t.Errorf("left behind: %s", names)
	}
	if text := read(t, filepath.Join(dir, "out.csv")); text != "before" {
		t.Errorf("the output became %q...", text[:min(len(text), 40)])
	}
}

func TestInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted on Windows")
	}
	t.Run("at work", func(t *testing.T) {
		// Brute force over 60,000 shapes would take minutes.
		interrupted(t, os.Interrupt, nil, "in.csv", "collide", "--verify", "--out", "out.csv", "in.csv")
	})
	t.Run("in a tile", func(t *testing.T) {
		interrupted(t, os.Interrupt, nil, "in.csv", "collide", "--verify", "--tile", "0,0,inf,inf", "--out", "out.csv", "in.csv")
	})
	t.Run("generating", func(t *testing.T) {
		// As many rows as 32 bits count take hours.
		interrupted(t, os.Interrupt, nil, "", "gen", "boxes", "-n", "20000", "--frames", "100000", "--out", "out.csv")
	})
	t.Run("waiting for input", func(t *testing.T) {
		r, w := must.Both(os.Pipe())(t)
		defer r.Close()
		defer w.Close()
		must.Get(w.WriteString("id,x,y,r\na,0,0,1\n"))(t)
		interrupted(t, os.Interrupt, r, "", "collide", "--out", "out.csv", "-")
	})
	for name, signal := range map[string]os.Signal{"terminated": syscall.SIGTERM, "hung up": syscall.SIGHUP} {
		t.Run(name, func(t *testing.T) {
			interrupted(t, signal, nil, "in.csv", "collide", "--verify", "--out", "out.csv", "in.csv")
		})
	}
}

// TestKilled: a run that is killed leaves nothing, where files need no name until they are
// complete.
func TestKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("files have names while they are written")
	}
	for _, args := range []string{"collide", "collide --tile 0,0,inf,inf", "query nearest --count 2"} {
		dir := t.TempDir()
		done(t, "", "gen", "boxes", "-n", "60000", "-o", filepath.Join(dir, "in.csv"))
		c := command(t, dir, append(strings.Fields(args), strings.Fields("--verify -q -o out.csv --stats stats.json --bad-rows bad.csv in.csv")...)...)
		must.Do(t, c.Start())
		waitForOutput(t, c, dir)
		_ = c.Process.Kill()
		if c.Wait() == nil {
			t.Fatalf("%s: it ended before it was killed", args)
		}
		if names := files(t, dir); names != "in.csv" {
			t.Errorf("%s: left behind: %s", args, names)
		}
	}
}

// TestFullDisk: a full disk is an error and leaves no output and no temporary file. A limit on the
// size of files stands in for a full disk.
func TestFullDisk(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS != "linux" {
		t.Skip("there is no sh to limit the size of files")
	}
	dir := t.TempDir()
	done(t, "", "gen", "circles", "-n", "30000", "-o", filepath.Join(dir, "in.csv"))
	for _, args := range []string{"collide -q -o out in.csv", "collide -q --tile 0,0,inf,inf -o out in.csv", "query nearest -q -o out in.csv", "tiles -q --count 2000 -o out in.csv", "gen boxes -n 30000 -o out"} {
		self := command(t, dir)
		c := exec.Command(sh, "-c", "ulimit -f 20; exec \"$0\" \"$@\"", self.Path)
		c.Args = append(c.Args, strings.Fields(args)...)
		c.Dir, c.Env = dir, self.Env
		code, _, stderr := exitCode(t, c)
		if code != exitBad || !strings.Contains(stderr, "file too large") {
			t.Errorf("%s: exit %d: %s", args, code, stderr)
		}
		if now := files(t, dir); now != "in.csv" {
			t.Errorf("%s: there is %s", args, now)
		}
	}
}

// TestNohup: a signal that the caller had set to be ignored stays ignored.
func TestNohup(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no shell to start the program from")
	}
	dir := t.TempDir()
	c := command(t, dir, "collide", "-q", "--out", "out.csv", "-")
	c.Args = append([]string{"sh", "-c", `trap "" HUP INT; exec "$0" "$@"`, c.Path}, c.Args[1:]...)
	c.Path = sh
	in := must.Get(c.StdinPipe())(t)
	must.Do(t, c.Start())
	waitForOutput(t, c, dir)
	for _, signal := range []os.Signal{syscall.SIGHUP, os.Interrupt} {
		must.Do(t, c.Process.Signal(signal))
		time.Sleep(50 * time.Millisecond)
	}
	must.Get(io.WriteString(in, "id,x,y,r\na,0,0,1\nb,1.5,0,1\n"))(t)
	in.Close()
	if err := c.Wait(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
	if got := read(t, filepath.Join(dir, "out.csv")); !strings.Contains(got, "0,a,b,0.5,1,0") {
		t.Errorf("got %q", got)
	}
}

// TestReaderGone: the program that reads the output ends early, as head does. Nothing
// is left half-written, and nothing is said.
func TestReaderGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no SIGPIPE")
	}
	dir := t.TempDir()
	done(t, "", "gen", "boxes", "-n", "20000", "-o", filepath.Join(dir, "in.csv"))
	c := command(t, dir, "collide", "-q", "--stats", "stats.json", "in.csv")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	c.Stdout, c.Stderr = w, &stderr
	must.Do(t, c.Start())
	w.Close()
	r.Close()
	err = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitReaderGone || stderr.Len() > 0 {
		t.Errorf("exit %d (%v): %q", code, err, stderr.String())
	}
	if names := files(t, dir); names != "in.csv" {
		t.Errorf("left behind: %s", names)
	}
}
