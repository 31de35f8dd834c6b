// SPDX-License-Identifier: MIT

package output

import (
	"io/fs"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// openNameless opens a file of a directory that has no name yet. Not every file system has such.
func openNameless(dir string, mode fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(dir, os.O_WRONLY|unix.O_TMPFILE, mode)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(openName(f)); err != nil { // it could not be given a name
		f.Close()
		return nil, err
	}
	return f, nil
}

// giveName gives such a file its name, which nothing may have.
func giveName(f *os.File, name string) error {
	return unix.Linkat(unix.AT_FDCWD, openName(f), unix.AT_FDCWD, name, unix.AT_SYMLINK_FOLLOW)
}

// openName is a name by which this process can open a file again that it has open.
func openName(f *os.File) string { return "/proc/self/fd/" + strconv.Itoa(int(f.Fd())) }
