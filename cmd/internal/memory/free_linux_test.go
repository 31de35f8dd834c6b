// SPDX-License-Identifier: MIT

package memory

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
