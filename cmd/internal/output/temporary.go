// SPDX-License-Identifier: MIT

package output

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"daylight/cmd/internal/filelock"
)

// nameless opens a file without a name in a directory, and is for tests, which have it fail.
var nameless = openNameless

// errNamed is what it fails with where every file has a name.
var errNamed = errors.New("files have names here")

// closeFirst says that a file can only be renamed once it is closed.
const closeFirst = runtime.GOOS == "windows"

// host tells temporary files of this machine from those that others write to the same directory.
var host = sync.OnceValue(func() uint32 {
	name, _ := os.Hostname() // those of machines without a name look alike
	hash := fnv.New32a()
	hash.Write([]byte(name))
	return hash.Sum32()
})

// temporary is a name beside path, not much longer than that is allowed to be.
func temporary(path string) string {
	dir, base := filepath.Split(path)
	base = strings.ToValidUTF8(base[:min(len(base), 100)], "")
	return filepath.Join(dir, fmt.Sprintf(".%s.%08x.%08x.tmp", base, host(), rand.Uint32()))
}

var temporaries = regexp.MustCompile(`^\..*\.([0-9a-f]{8})\.[0-9a-f]{8}\.tmp$`)

// leftAfter is how long ago a temporary file was written that is not locked, if its process has been
// killed: one that is there still renames such a file at once, or keeps pictures for some minutes.
const leftAfter = time.Hour

// swept are the directories that this process has looked at.
var swept sync.Map

// sweep removes the temporary files that killed processes of this machine have left in a directory.
func sweep(dir string) {
	if _, done := swept.LoadOrStore(absolute(dir), true); done {
		return
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		m := temporaries.FindStringSubmatch(e.Name())
		if m == nil || m[1] != fmt.Sprintf("%08x", host()) || !e.Type().IsRegular() {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if info, err := e.Info(); err != nil || time.Since(info.ModTime()) < leftAfter {
			continue
		}
		if f, err := os.OpenFile(name, os.O_RDWR, 0); err == nil {
			locked := filelock.Try(f)
			if closeFirst {
				f.Close()
			}
			if locked == nil {
				os.Remove(name)
			}
			f.Close()
		}
	}
}

// pending lists the temporary files that exist, for Abandon.
var pending = registry{names: map[string]bool{}}

type registry struct {
	sync.Mutex
	names map[string]bool
}

func (r *registry) drop(name string) {
	r.Lock()
	defer r.Unlock()
	delete(r.names, name)
}

// Pending says that a temporary file exists, until Remove removes it.
func Pending(name string) {
	pending.Lock()
	defer pending.Unlock()
	pending.names[name] = true
}

// Remove removes a temporary file.
func Remove(name string) {
	os.Remove(name)
	pending.drop(name)
}

// Abandon removes every temporary file of this process. It is for a program that has
// to end at once; Files must not be used after it.
func Abandon() {
	pending.Lock()
	defer pending.Unlock()
	for name := range pending.names {
		os.Remove(name)
	}
	clear(pending.names)
}
