// SPDX-License-Identifier: MIT

package available

import (
	"os"
	"testing"
	"testing/fstest"
)

func tree(files map[string]string) fstest.MapFS {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fs
}

func TestMeminfo(t *testing.T) {
	for text, want := range map[string]int64{
		"MemTotal: 4096 kB\nMemFree: 1 kB\nMemAvailable:    2048 kB\n": 2 << 20,
		"MemTotal:       4096 kB\nMemFree: 1 kB\n":                     4 << 20, // before Linux 3.14
		"":            0,
		"MemTotal:\n": 0,
	} {
		if n := meminfo(tree(map[string]string{"proc/meminfo": text})); n != want {
			t.Errorf("%q: %d", text, n)
		}
	}
}

func TestAddresses(t *testing.T) {
	root := tree(map[string]string{"proc/self/statm": "1000 5 3 1 0 2 0\n"})
	page := int64(os.Getpagesize())
	for limit, want := range map[int64]int64{1200*page + threadAddresses: 100 * page, 1000 * page: 1, 10: 1} {
		if n := addresses(root, limit); n != want {
			t.Errorf("%d: %d, want %d", limit, n, want)
		}
	}
}

func TestCgroups(t *testing.T) {
	v2 := "31 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"none": {nil, 0},
		"version 2, own group": {map[string]string{
			"proc/self/cgroup": "0::/user/me\n", "proc/self/mountinfo": v2,
			"sys/fs/cgroup/user/me/memory.max": "1048576\n", "sys/fs/cgroup/user/memory.max": "max\n",
		}, 1 << 20},
		"version 2, a group above": {map[string]string{
			"proc/self/cgroup": "0::/user/me\n", "proc/self/mountinfo": v2,
			"sys/fs/cgroup/user/me/memory.max": "1048576\n", "sys/fs/cgroup/user/memory.max": "4096\n",
		}, 4096},
		"version 2, no limit": {map[string]string{
			"proc/self/cgroup": "0::/user/me\n", "proc/self/mountinfo": v2, "sys/fs/cgroup/user/me/memory.max": "max\n",
		}, 0},
		"version 2, a container's own tree": {map[string]string{
			"proc/self/cgroup": "0::/\n", "proc/self/mountinfo": v2, "sys/fs/cgroup/memory.max": "2097152\n",
		}, 2 << 20},
		"version 1 in a container": {map[string]string{
			"proc/self/cgroup":                           "5:cpu:/docker/abc\n4:memory:/docker/abc\n",
			"proc/self/mountinfo":                        "31 23 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n32 23 0:27 /docker/abc /sys/fs/cgroup/memory rw master:9 - cgroup cgroup rw,memory\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "3145728\n",
		}, 3 << 20},
		"version 1 without a limit": {map[string]string{
			"proc/self/cgroup":                             "4:memory:/a\n",
			"proc/self/mountinfo":                          "32 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "9223372036854771712\n",
		}, 0},
		"both versions": {map[string]string{
			"proc/self/cgroup":                             "4:memory,hugetlb:/a\n0::/b\n",
			"proc/self/mountinfo":                          "32 23 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory,hugetlb\n33 23 0:28 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
			"sys/fs/cgroup/memory/a/memory.limit_in_bytes": "5000000\n",
		}, 5000000},
	} {
		if n := cgroups(tree(c.files)); n != c.want {
			t.Errorf("%s: %d, want %d", name, n, c.want)
		}
	}
}
