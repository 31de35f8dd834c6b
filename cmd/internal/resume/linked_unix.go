// SPDX-License-Identifier: MIT

//go:build unix

package resume

import (
	"io/fs"
	"syscall"
)

// linked reports whether a file has further names.
func linked(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Nlink > 1
}
