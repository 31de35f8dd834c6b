// SPDX-License-Identifier: MIT

//go:build unix

package main

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestPipes: pipes and sockets in a directory, or that a pattern finds, are left alone, links to
// files are not; a pipe that is named itself is read.
func TestPipes(t *testing.T) {
	t.Chdir(t.TempDir())
	must.Do(t, errors.Join(os.MkdirAll("in/deep", 0o777), syscall.Mkfifo("in/a.csv", 0o666), syscall.Mkfifo("in/deep/b.csv", 0o666), os.Symlink("../one", "in/link.csv"), os.Symlink("deep", "in/linked"), syscall.Mkfifo("pipe", 0o666)))
	listener := must.Get(net.Listen("unix", "in/socket.csv"))(t)
	defer listener.Close()
	const rows = "id,x,y,r\na,0,0,1\nb,1.5,0,1\n"
	write(t, "one", rows)
	want := done(t, "", "collide", "one").out
	for _, name := range []string{"in", "in/*.csv"} {
		if got := done(t, "", "collide", name).out; got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if r := call(t, "", "collide", "in/a.*"); r.code != exitBad || !strings.Contains(r.stderr, "no file has a name like in/a.*") {
		t.Errorf("nothing but pipes: %s", r.stderr)
	}
	wrote := make(chan error)
	go func() { wrote <- os.WriteFile("pipe", []byte(rows), 0o666) }()
	if got := done(t, "", "collide", "pipe").out; got != want {
		t.Errorf("a pipe: %s", got)
	}
	if err := <-wrote; err != nil {
		t.Error(err)
	}
	must.Do(t, os.Symlink("nowhere", "in/z.csv"))
	if r := call(t, "", "collide", "in"); r.code != exitBad || !strings.Contains(r.stderr, "in/z.csv: no such file") {
		t.Errorf("a link to nothing: %s", r.stderr)
	}
}

// TestAppended: an output that is named by a descriptor goes to the end of a file that a
// shell has opened to append; what was in it stays.
func TestAppended(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	dir := t.TempDir()
	write(t, filepath.Join(dir, "in.csv"), "id,x,y,r\na,0,0,1\nb,1.5,0,1\n")
	must.Do(t, os.Symlink("/dev/stdout", filepath.Join(dir, "link")))
	for k, name := range []string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link", "-"} {
		if _, err := os.Stat(name); err != nil && strings.HasPrefix(name, "/") {
			continue
		}
		for i, args := range []string{
			"collide -q in.csv -o", "gen -q boxes -n 3 -o", "sim -q boxes -n 3 --frames 1 -o",
			"draw -q in.csv -o", "collide -q -o o.csv in.csv --stats", "bench -q --sizes 10 --frames 1 --rounds 3 --scenes boxes --kernels go --workers 1 --json",
		} {
			if !testenv.Full() && i != 0 && (i+k)%5 != 0 { // each name and each command, not all of both
				continue
			}
			f := must.Get(os.OpenFile(filepath.Join(dir, "f"), os.O_WRONLY|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o666))(t)
			must.Get(f.WriteString("before\n"))(t)
			c := command(t, dir, append(strings.Fields(args), name)...)
			var stderr strings.Builder
			c.Stdout, c.Stderr = f, &stderr
			if err := c.Run(); err != nil {
				t.Errorf("%s %s: %v: %s", args, name, err, stderr.String())
			}
			f.Close()
			if got := read(t, filepath.Join(dir, "f")); !strings.HasPrefix(got, "before\n") || len(got) < 30 {
				t.Errorf("%s %s: the file holds %.60q", args, name, got)
			}
		}
	}
}
