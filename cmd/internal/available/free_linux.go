// SPDX-License-Identifier: MIT

package available

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
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
	return least(n, cgroups(os.DirFS("/")))
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

// cgroups is the least memory limit of the control groups that the process is in, or 0.
// A limit of a group holds for the groups within it too.
func cgroups(root fs.FS) int64 {
	own, _ := fs.ReadFile(root, "proc/self/cgroup")
	mounts, _ := fs.ReadFile(root, "proc/self/mountinfo")
	limit := int64(0)
	// A line of the first is ID:CONTROLLERS:PATH; version 2 has no controllers there.
	for line := range strings.Lines(string(own)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		kind, file := "cgroup2", "memory.max"
		if part[1] != "" {
			if kind, file = "cgroup", "memory.limit_in_bytes"; !listed(part[1], "memory") {
				continue
			}
		}
		at, top := mounted(string(mounts), kind)
		if at == "" {
			continue
		}
		// In a container the mount may begin at the container's own group.
		inner := part[2]
		if inner == top || strings.HasPrefix(inner, strings.TrimSuffix(top, "/")+"/") {
			inner = strings.TrimPrefix(inner, strings.TrimSuffix(top, "/"))
		} else {
			inner = "/"
		}
		for dir := path.Join(at, inner); strings.HasPrefix(dir, at); dir = path.Dir(dir) {
			text, err := fs.ReadFile(root, strings.TrimPrefix(path.Join(dir, file), "/"))
			if err != nil {
				continue
			}
			// "max" is no number; version 1 has one beyond all memory instead.
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n < 1<<62 && (limit == 0 || n < limit) {
				limit = n
			}
		}
	}
	return limit
}

// mounted is where control groups of a kind (those of version 1 that have the memory
// controller) are mounted, and which group is mounted there.
func mounted(mounts, kind string) (at, top string) {
	// ID PARENT MAJOR:MINOR ROOT MOUNTPOINT OPTIONS... - TYPE SOURCE SUPEROPTIONS
	for line := range strings.Lines(mounts) {
		left, right, found := strings.Cut(line, " - ")
		f, g := strings.Fields(left), strings.Fields(right)
		if found && len(f) > 4 && len(g) > 2 && g[0] == kind && (kind == "cgroup2" || listed(g[2], "memory")) {
			return f[4], f[3]
		}
	}
	return "", ""
}

// listed reports whether a list with commas has the word.
func listed(list, word string) bool {
	return strings.Contains(","+list+",", ","+word+",")
}
