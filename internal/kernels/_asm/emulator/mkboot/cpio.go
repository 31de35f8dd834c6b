// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// cpio is an archive in the format newc. A kernel makes its first file system of it.
type cpio struct {
	b   bytes.Buffer
	ino int
	dir map[string]bool
}

func (c *cpio) add(name string, mode uint32, data []byte) { c.entry(name, mode, data, 0, 0) }

func (c *cpio) node(name string, major, minor int) { c.entry(name, 020666, nil, major, minor) }

func (c *cpio) entry(name string, mode uint32, data []byte, major, minor int) {
	c.ino++
	fmt.Fprintf(&c.b, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		c.ino, mode, 0, 0, 1, 0, len(data), 0, 0, major, minor, len(name)+1, 0)
	c.b.WriteString(name + "\x00")
	c.pad()
	c.b.Write(data)
	c.pad()
	if c.dir == nil {
		c.dir = map[string]bool{}
	}
	c.dir[name] = true
}

func (c *cpio) pad() {
	for c.b.Len()%4 != 0 {
		c.b.WriteByte(0)
	}
}

func (c *cpio) addFile(name, host string) {
	data, err := os.ReadFile(host)
	die(err)
	st, err := os.Stat(host)
	die(err)
	if d := filepath.Dir(name); d != "." && !c.dir[d] {
		for i, r := range name { // the missing parents
			if r == '/' && !c.dir[name[:i]] {
				c.add(name[:i], 040755, nil)
			}
		}
	}
	mode := uint32(0100644)
	if st.Mode()&0o111 != 0 {
		mode = 0100755
	}
	c.add(name, mode, data)
}

func (c *cpio) addTree(name, host string) {
	st, err := os.Stat(host)
	die(err)
	if !st.IsDir() {
		c.addFile(name, host)
		return
	}
	die(filepath.WalkDir(host, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.Type().IsRegular() {
			return nil
		}
		rel, err := filepath.Rel(host, p)
		if err != nil {
			return err
		}
		c.addFile(filepath.ToSlash(filepath.Join(name, rel)), p)
		return nil
	}))
}
