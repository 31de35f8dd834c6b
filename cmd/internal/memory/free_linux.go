// SPDX-License-Identifier: MIT

package memory

import (
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// free is how much memory is free, or could be made so without swapping.
func free() int64 { return meminfo(os.DirFS("/")) }

func meminfo(root fs.FS) int64 {
	text, _ := fs.ReadFile(root, "proc/meminfo")
	for _, name := range []string{"MemAvailable:", "MemTotal:"} {
		if _, rest, found := strings.Cut("\n"+string(text), "\n"+name); found {
			if f := strings.Fields(rest); len(f) > 1 && f[1] == "kB" {
				n, _ := strconv.ParseInt(f[0], 10, 64)
				return n << 10
			}
		}
	}
	return 0
}

// limits is the least limit that is set for this process or for a group that it is in.
func limits() int64 {
	n := int64(1 << 62)
	var most syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &most) == nil && uint64(most.Cur) < 1<<62 {
		n = addresses(os.DirFS("/"), int64(most.Cur))
	}
	groups, err := memlimit.FromCgroup()
	if err != nil || groups > 1<<62 { // no group has a limit
		groups = 0
	}
	return least(n, int64(groups))
}

// threadAddresses is what a few threads take.
const threadAddresses = 256 << 20

// addresses is how much memory a limit of the address space leaves. The Go runtime has taken
// more than a gigabyte of addresses when a program begins, and takes others by 64 MiB, as
// the C library does for each of its threads; none are given back, so that growing columns
// use up twice what they hold.
func addresses(root fs.FS, limit int64) int64 {
	text, _ := fs.ReadFile(root, "proc/self/statm")
	if f := strings.Fields(string(text)); len(f) > 0 {
		pages, _ := strconv.ParseInt(f[0], 10, 64)
		limit -= pages*int64(os.Getpagesize()) + threadAddresses
	}
	return max(limit, 2) / 2
}
