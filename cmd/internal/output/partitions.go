// SPDX-License-Identifier: MIT

package output

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"daylight/cmd/internal/vfs"
)

// exchange and rename are for tests, which have them fail.
var exchange, rename = swap, os.Rename

// mark is an empty file of a directory of partitions, which says that WriteContacts wrote it. Programs that read partitions
// pass over names that begin with a dot.
const mark = ".daylight"

// Partitioned reports whether a directory has that file.
func Partitioned(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, mark))
	return err == nil && info.Mode().IsRegular()
}

// appearAll gives a directory its name in place of a temporary one, which then is that of what it replaced, if anything.
// Where two names cannot be exchanged, what is replaced has one for a moment that sweep leaves, and putBack knows.
func appearAll(temp, path string) error {
	if vfs.Remote(path) {
		done, err := vfs.Create(vfs.Join(path, "_SUCCESS"))
		if err == nil {
			err = done.Commit()
		}
		return err
	}
	if _, err := os.Lstat(path); err != nil {
		return rename(temp, path)
	}
	if err := partitioned(path); err != nil {
		return err
	}
	if exchange(temp, path) == nil {
		return nil
	}
	former := fmt.Sprintf("%s.%08x.before", path, rand.Uint32())
	if err := rename(path, former); err != nil {
		return err
	}
	if err := rename(temp, path); err != nil {
		return errors.Join(err, rename(former, path))
	}
	return rename(former, temp)
}

var before = regexp.MustCompile(`^\.[0-9a-f]{8}\.before$`)

// putBack gives a directory its name back that a process had renamed to replace it when it was killed: the last one, if there are several.
func putBack(path string) error {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // which is found out by who writes there
	}
	var last fs.FileInfo
	for _, e := range entries {
		rest, is := strings.CutPrefix(e.Name(), base)
		if !is || !before.MatchString(rest) || !e.IsDir() || partitioned(filepath.Join(dir, e.Name())) != nil {
			continue
		}
		if info, err := e.Info(); err == nil && (last == nil || info.ModTime().After(last.ModTime())) {
			last = info
		}
	}
	if last == nil {
		return nil
	}
	return rename(filepath.Join(dir, last.Name()), path)
}

// partitioned finds what is in a directory, or what a link leads to, that WriteContacts does not write. One that is empty is fine.
func partitioned(dir string) error {
	worlds, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	marked := len(worlds) == 0
	for _, w := range worlds {
		if w.Name() == mark && w.Type().IsRegular() {
			marked = true
			continue
		}
		parts, _ := os.ReadDir(filepath.Join(dir, w.Name())) // of what is none there are no files
		ours := w.IsDir() && strings.HasPrefix(w.Name(), "world=") && len(parts) == 1
		if !ours || !parts[0].Type().IsRegular() || !strings.HasPrefix(parts[0].Name(), "part-0.") {
			return fmt.Errorf("is there, with %s in it, and only what --partition-by wrote is replaced: remove it, or give another name", w.Name())
		}
	}
	if !marked {
		return fmt.Errorf("is there, without the file %s that --partition-by has in what it writes, and only that is replaced: remove it, or give another name", mark)
	}
	return nil
}
