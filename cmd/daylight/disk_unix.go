// SPDX-License-Identifier: MIT

//go:build linux || darwin

package main

import "syscall"

// freeDisk is how many bytes can be written in a directory.
func freeDisk(dir string) (int64, bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
