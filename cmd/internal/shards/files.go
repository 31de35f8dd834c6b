// SPDX-License-Identifier: MIT

package shards

import (
	"context"
	"io"
	"math"

	"daylight/cmd/internal/vfs"
)

// mostOpen is how many parts are open at once, at most; systems allow as few as 256 files.
const mostOpen = 100

// Files opens parts, however many, as they are read. Its methods belong to one goroutine.
type Files struct {
	open  []*partFile // in the order in which they were opened
	pipes []*partFile // what cannot be opened again
}

// Open opens a part, and reads its head.
func (f *Files) Open(name string) (*Source, error) {
	info, err := vfs.Stat(name)
	if err != nil {
		return nil, err
	}
	return OpenPart(&partFile{files: f, name: name, again: info.Mode().IsRegular()}, name)
}

// Close closes all that are open.
func (f *Files) Close() {
	for _, p := range append(f.open, f.pipes...) {
		p.file.Close()
	}
}

// partFile is a part's file, which is closed while others are read if it can be opened again.
type partFile struct {
	files *Files
	name  string
	again bool
	at    int64
	file  vfs.File  // nil while it is closed
	in    io.Reader // of it, from at on
}

func (p *partFile) Read(buf []byte) (int, error) {
	f := p.files
	if p.file == nil {
		if len(f.open) >= mostOpen {
			first := f.open[0]
			first.file.Close()
			first.file, f.open = nil, append(f.open[:0], f.open[1:]...)
		}
		file, err := vfs.Open(context.Background(), p.name)
		if err != nil {
			return 0, err
		}
		p.in = file
		if p.file = file; !p.again {
			f.pipes = append(f.pipes, p)
		} else if f.open = append(f.open, p); p.at > 0 {
			p.in = vfs.Section(file, p.at, math.MaxInt64)
		}
	}
	n, err := p.in.Read(buf)
	p.at += int64(n)
	return n, err
}
