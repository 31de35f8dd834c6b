// SPDX-License-Identifier: MIT

package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"daylight/cmd/internal/vfs"
)

// appearAll gives a directory its name in place of a temporary one, which then is that of what it replaced, if anything.
func appearAll(temp, path string) error {
	if vfs.Remote(path) {
		done, err := vfs.Create(vfs.Join(path, "_SUCCESS"))
		if err == nil {
			err = done.Commit()
		}
		return err
	}
	if _, err := os.Lstat(path); err != nil {
		return os.Rename(temp, path)
	}
	if err := partitioned(path); err != nil {
		return err
	}
	if exchange(temp, path) == nil {
		return nil
	}
	aside := temporary(path)
	if err := os.Rename(path, aside); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return errors.Join(err, os.Rename(aside, path))
	}
	return os.Rename(aside, temp)
}

// partitioned finds what is in a directory, or what a link leads to, that WriteContacts does not write.
func partitioned(dir string) error {
	worlds, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, w := range worlds {
		parts, _ := os.ReadDir(filepath.Join(dir, w.Name())) // of what is none there are no files
		ours := w.IsDir() && strings.HasPrefix(w.Name(), "world=") && len(parts) == 1
		if !ours || !parts[0].Type().IsRegular() || !strings.HasPrefix(parts[0].Name(), "part-0.") {
			return fmt.Errorf("is there, with %s in it, and only what --partition-by wrote is replaced: remove it, or give another name", w.Name())
		}
	}
	return nil
}
