// SPDX-License-Identifier: MIT

//go:build unix

package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"daylight/internal/must"
)

func put(t *testing.T, name, text string) {
	t.Helper()
	f := must.Get(Create(name, io.Discard))(t)
	must.Get(io.WriteString(f, text))(t)
	must.Do(t, Commit(f))
}

func text(t *testing.T, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(name))(t))
}

// TestDescriptors: what a name of an open file leads to is written to where it is, and
// appended to if it was opened so; it is not replaced.
func TestDescriptors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		flags int
		want  string
	}{
		{os.O_APPEND, "before\nnew\n"},
		{0, "new\nre\n"}, // from where the file stands
	} {
		must.Do(t, os.WriteFile("f", []byte("before\n"), 0o644))
		f := must.Get(os.OpenFile("f", os.O_WRONLY|c.flags, 0))(t)
		fd := strconv.Itoa(int(f.Fd()))
		names := []string{"/dev/fd/" + fd, "/proc/self/fd/" + fd, "/proc/" + strconv.Itoa(os.Getpid()) + "/fd/" + fd, "/dev/../dev/fd/" + fd, "link"}
		_ = os.Remove("link")
		must.Do(t, os.Symlink("/dev/fd/"+fd, "link"))
		for _, name := range names {
			if _, err := os.Stat(name); err != nil {
				continue // this system has no such names
			}
			must.Do(t, os.Truncate("f", 0))
			must.Get(f.Seek(0, io.SeekStart))(t)
			must.Do(t, os.WriteFile("f", []byte("before\n"), 0o644))
			before, _ := os.Stat("f")
			put(t, name, "new\n")
			after, _ := os.Stat("f")
			if got := text(t, "f"); got != c.want || !os.SameFile(before, after) {
				t.Errorf("%s, flags %d: the file holds %q", name, c.flags, got)
			}
		}
		f.Close()
	}
	if f, err := Create("/dev/fd/999", nil); err == nil {
		f.Discard()
		t.Error("a descriptor that is not open gave no error")
	}
}

// TestFifo: a named pipe is written to.
func TestFifo(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip(err)
	}
	got := make(chan string)
	go func() {
		b, _ := os.ReadFile(name)
		got <- string(b)
	}()
	put(t, name, "through\n")
	if s := <-got; s != "through\n" {
		t.Errorf("got %q", s)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		t.Errorf("the pipe became %v, %v", info, err)
	}
}

// TestDistinct: outputs that are one file by other names are refused, and so are those
// that would replace an input.
func TestDistinct(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a", "b", "in"} {
		must.Do(t, os.WriteFile(name, nil, 0o644))
	}
	for link, to := range map[string]string{"to-a": "a", "to-to-a": "to-a", "to-none": "none", "to-in": "in", "round": "round", "same": "."} {
		must.Do(t, os.Symlink(to, link))
	}
	for link, to := range map[string]string{"hard-a": "a", "hard-in": "in"} {
		must.Do(t, os.Link(to, link))
	}
	out := must.Get(os.OpenFile("b", os.O_WRONLY, 0))(t)
	defer out.Close()
	for _, c := range []struct {
		outputs      string
		twice, input bool
	}{
		{"a b", false, false},
		{"a a", true, false},
		{"a ./a", true, false},
		{"a to-a", true, false},
		{"to-to-a a", true, false},
		{"hard-a to-to-a", true, false},
		{"none ./none", true, false},
		{"none to-none", true, false},
		{"same/none to-none", true, false},
		{"same/a a", true, false},
		{"none nothing", false, false},
		{"a none", false, false},
		{"/dev/null /dev/null", false, false},
		{"- /dev/stdout", true, false},
		{"- /dev/fd/1", true, false},
		{"- b", true, false},
		{"b a /dev/stdout", true, false},
		{"- a", false, false},
		{"in", false, true},
		{"to-in", false, true},
		{"a hard-in", false, true},
	} {
		err := Distinct(strings.NewReader(""), []string{"in", "-"}, out, strings.Fields(c.outputs)...)
		var twice *TwiceError
		var over *OverwriteError
		if errors.As(err, &twice) != c.twice || errors.As(err, &over) != c.input || (err != nil) != (c.twice || c.input) {
			t.Errorf("%s: error %v", c.outputs, err)
		}
	}
	if err := Distinct(nil, nil, nil, "round"); err == nil {
		t.Error("a link to itself gave no error")
	}
	// A link to nothing yet is followed, as a shell does.
	put(t, "to-none", "new\n")
	if info, err := os.Lstat("to-none"); err != nil || info.Mode()&fs.ModeSymlink == 0 || text(t, "none") != "new\n" {
		t.Errorf("the link became %v, %v", info, err)
	}
}

// TestMode: nobody may read an output of mode 0600 at any time, with any umask.
func TestMode(t *testing.T) {
	t.Chdir(t.TempDir())
	var made fs.FileMode
	was := nameless
	nameless = func(dir string, mode fs.FileMode) (*os.File, error) {
		made = mode
		return was(dir, mode)
	}
	defer func() { nameless = was }()
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o666} {
		must.Do(t, os.WriteFile("out", nil, 0o600))
		must.Do(t, os.Chmod("out", mode))
		f := must.Get(Create("out", nil))(t)
		temp, err := f.file.Stat()
		if err != nil || temp.Mode().Perm() != mode || made != 0o600 {
			t.Errorf("made with mode %v, and before the first byte: mode %v, %v, want %v", made, temp.Mode(), err, mode)
		}
		must.Do(t, Commit(f))
		if info, err := os.Stat("out"); err != nil || info.Mode().Perm() != mode {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
	}
}

// TestOwner: the owner and the group of a file that is replaced stay.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give files away")
	}
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("out", []byte("before, and longer"), 0o660))
	if err := os.Chown("out", 1234, 4321); err != nil {
		t.Skip(err)
	}
	put(t, "out", "new\n")
	check := func(how string) {
		t.Helper()
		info := must.Get(os.Stat("out"))(t)
		if s := info.Sys().(*syscall.Stat_t); s.Uid != 1234 || s.Gid != 4321 || text(t, "out") != "new\n" {
			t.Errorf("%s: owner %d:%d, %q", how, s.Uid, s.Gid, text(t, "out"))
		}
	}
	check("by a rename")
	// Somebody who may write the file, but not give it away, writes into it at the end.
	must.Do(t, os.WriteFile("out", []byte("before, and longer"), 0o660))
	f := must.Get(Create("out", nil))(t)
	f.copy = true
	must.Get(io.WriteString(f, "new\n"))(t)
	if got := text(t, "out"); got != "before, and longer" {
		t.Errorf("before the commit: %q", got)
	}
	must.Do(t, Commit(f))
	check("by a copy")
	if list := names(t, "."); len(list) != 1 {
		t.Errorf("left behind: %q", list)
	}
}
