// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daylight/internal/must"
)

// replaceDirectory writes a directory in which a world has a row of such a depth.
func replaceDirectory(t *testing.T, path string, depth float32) (err error) {
	t.Helper()
	f := must.Get(CreateDirectory(path))(t)
	defer f.Discard()
	must.Do(t, WriteContacts(context.Background(), f, &list{labels: []string{"a", "b"}, values: []float32{depth}, full: true}, Writing{Format: CSV, Workers: 1}))
	return Commit(f)
}

// TestReplaceKilled: where directories cannot be exchanged, a process that is killed before the new one has its name leaves
// the old one under a name that nothing sweeps, and the next run to the same output gives it its name back.
func TestReplaceKilled(t *testing.T) {
	defer func(e func(a, b string) error, r func(a, b string) error) { exchange, rename = e, r }(exchange, rename)
	exchange = func(string, string) error { return errNamed }
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	must.Do(t, replaceDirectory(t, path, 1))
	must.Do(t, replaceDirectory(t, path, 2))
	if got := names(t, dir); !slices.Equal(got, []string{"out"}) {
		t.Fatalf("replaced, there are %q", got)
	}
	killed := errors.New("killed")
	func() {
		defer func() {
			if e := recover(); e != any(killed) {
				t.Fatalf("not killed: %v", e)
			}
		}()
		n := 0
		rename = func(a, b string) error {
			if n++; n == 2 {
				exchange = func(string, string) error { panic("not reached") }
				panic(killed)
			}
			return os.Rename(a, b)
		}
		_ = replaceDirectory(t, path, 3)
	}()
	rename, exchange = os.Rename, func(string, string) error { return errNamed }
	old := must.Get(filepath.Glob(filepath.Join(dir, "out.*.before")))(t)
	if len(old) != 1 {
		t.Fatalf("there are %q", names(t, dir))
	}
	ago := time.Now().Add(-2 * leftAfter)
	for _, name := range names(t, dir) {
		must.Do(t, os.Chtimes(filepath.Join(dir, name), ago, ago))
	}
	swept.Clear()
	must.Get(Create(filepath.Join(dir, "other"), nil))(t).Discard() // sweeps
	if got := names(t, dir); !slices.Equal(got, []string{filepath.Base(old[0])}) {
		t.Fatalf("swept, there are %q", got)
	}
	must.Get(CreateDirectory(path))(t).Discard() // a run that fails
	if got := names(t, dir); !slices.Equal(got, []string{"out"}) {
		t.Fatalf("put back, there are %q", got)
	}
	if text := string(must.Get(os.ReadFile(must.Get(filepath.Glob(filepath.Join(path, "world=*", "part-0.csv")))(t)[0]))(t)); !strings.Contains(text, "2") {
		t.Errorf("put back is %q", text)
	}
}

// TestPartitionNames: a world whose directory no file system takes is told from others.
func TestPartitionNames(t *testing.T) {
	for _, c := range []struct {
		world string
		fits  bool
	}{{"", true}, {strings.Repeat("a", 249), true}, {strings.Repeat("a", 250), false}, {strings.Repeat("日", 27), true}, {strings.Repeat("日", 28), false}} {
		err := CheckPartition(c.world)
		if made := os.Mkdir(filepath.Join(t.TempDir(), partition(c.world)), 0o777); (err == nil) != c.fits || (err == nil) != (made == nil) {
			t.Errorf("%d bytes: %v, and to make it %v", len(c.world), err, made)
		}
	}
}
