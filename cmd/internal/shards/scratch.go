// SPDX-License-Identifier: MIT

package shards

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// nameless is an error of a file without its name, which says nothing of one that is gone by then.
func nameless(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// scratch is a temporary file that is written to its end, and read anywhere. It has no name
// if the system allows that, so that nothing is left of it however the process ends.
type scratch struct {
	dir  string
	name string // if it has one
	file *os.File
	out  *bufio.Writer
	size int64
}

func newScratch(dir string) (*scratch, error) {
	f, err := os.CreateTemp(dir, ".daylight-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("cannot keep shapes in %s: %w", dir, nameless(err))
	}
	s := &scratch{dir: dir, file: f, out: bufio.NewWriterSize(f, 1<<20)}
	if os.Remove(f.Name()) != nil {
		s.name = f.Name()
		output.Pending(s.name)
	}
	return s, nil
}

// NewScratch makes a temporary file in a directory.
func NewScratch(dir string) (shapes.Scratch, error) {
	s, err := newScratch(dir)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Scratches makes temporary files in a directory, until Close lets go of them.
type Scratches struct {
	Dir   string
	files []shapes.Scratch
}

// Make makes a file.
func (s *Scratches) Make() (shapes.Scratch, error) {
	f, err := NewScratch(s.Dir)
	if err == nil {
		s.files = append(s.files, f)
	}
	return f, err
}

// Close lets go of all files.
func (s *Scratches) Close() {
	for _, f := range s.files {
		f.Close()
	}
}

// ReadAt reads what has been written.
func (s *scratch) ReadAt(p []byte, at int64) (int, error) {
	if s.out.Buffered() > 0 {
		if err := s.flush(); err != nil {
			return 0, err
		}
	}
	n, err := s.file.ReadAt(p, at)
	if err != nil {
		err = fmt.Errorf("cannot read temporary files in %s: %w", s.dir, nameless(err))
	}
	return n, err
}

// Close lets go of the file.
func (s *scratch) Close() {
	if s == nil {
		return
	}
	s.file.Close()
	if s.name != "" {
		output.Remove(s.name)
	}
}

func (s *scratch) Write(text []byte) (int, error) {
	n, err := s.out.Write(text)
	s.size += int64(n)
	if err != nil {
		return n, fmt.Errorf("cannot write temporary files in %s: %w", s.dir, nameless(err))
	}
	return n, nil
}

func (s *scratch) flush() error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("cannot write temporary files in %s: %w", s.dir, nameless(err))
	}
	return nil
}

// stretch is where something lies in a file, and if it was dealt its checksum and the span of the tables it is from.
type stretch struct {
	at   int64
	size int
	sum  uint32
	span int
}

func read(f *scratch, b stretch, room []byte) ([]byte, error) {
	if cap(room) < b.size {
		room = make([]byte, b.size)
	}
	room = room[:b.size]
	if _, err := f.file.ReadAt(room, b.at); err != nil {
		return nil, fmt.Errorf("cannot read temporary files in %s: %w", f.dir, err)
	}
	return room, nil
}
