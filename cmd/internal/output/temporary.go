// SPDX-License-Identifier: MIT

package output

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
)

// nameless opens a file without a name in a directory, and is for tests, which have it fail.
var nameless = openNameless

// errNamed is what it fails with where every file has a name.
var errNamed = errors.New("files have names here")

// closeFirst says that a file can only be renamed once it is closed.
const closeFirst = runtime.GOOS == "windows"

// temporary is a name beside path, not much longer than that is allowed to be.
func temporary(path string) string {
	dir, base := filepath.Split(path)
	base = strings.ToValidUTF8(base[:min(len(base), 100)], "")
	return filepath.Join(dir, fmt.Sprintf(".%s.%016x.tmp", base, rand.Uint64()))
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
