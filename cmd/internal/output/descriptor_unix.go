// SPDX-License-Identifier: MIT

//go:build unix

package output

import (
	"io/fs"
	"os"
	"strconv"
	"syscall"
)

// openDescriptor gives a file that writes where a descriptor does, at the same place and to
// the end if that was opened to append.
func openDescriptor(fd int) (*os.File, error) {
	name := "/dev/fd/" + strconv.Itoa(fd)
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	copied, err := syscall.Dup(fd)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	syscall.CloseOnExec(copied)
	return os.NewFile(uintptr(copied), name), nil
}

func statDescriptor(fd int) (fs.FileInfo, error) {
	f, err := openDescriptor(fd)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

// keepOwner gives the file the owner and the group of another, and reports whether it has
// them then.
func keepOwner(file *os.File, old fs.FileInfo) bool {
	info, err := file.Stat()
	if err != nil {
		return false
	}
	was, ok := old.Sys().(*syscall.Stat_t)
	is, too := info.Sys().(*syscall.Stat_t)
	if !ok || !too || was.Uid == is.Uid && was.Gid == is.Gid {
		return true
	}
	return file.Chown(int(was.Uid), int(was.Gid)) == nil
}
