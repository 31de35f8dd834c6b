// SPDX-License-Identifier: MIT

package shapes

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"daylight/cmd/internal/output"
)

// nameless is an error of a file without its name, which says nothing of one that is gone by then.
func nameless(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// Scratch is a temporary file that is written to its end, and read anywhere. It has no name
// if the system allows that, so that nothing is left of it however the process ends.
type Scratch struct {
	dir  string
	name string // if it has one
	file *os.File
	out  *bufio.Writer
	size int64
}

// NewScratch makes a temporary file in a directory.
func NewScratch(dir string) (*Scratch, error) {
	f, err := os.CreateTemp(dir, ".daylight-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("cannot keep shapes in %s: %w", dir, nameless(err))
	}
	s := &Scratch{dir: dir, file: f, out: bufio.NewWriterSize(f, 1<<20)}
	if os.Remove(f.Name()) != nil {
		s.name = f.Name()
		output.Pending(s.name)
	}
	return s, nil
}

// ReadAt reads what has been written.
func (s *Scratch) ReadAt(p []byte, at int64) (int, error) {
	if err := s.Flush(); err != nil {
		return 0, err
	}
	n, err := s.file.ReadAt(p, at)
	if err != nil {
		err = fmt.Errorf("cannot read temporary files in %s: %w", s.dir, nameless(err))
	}
	return n, err
}

// Close lets go of the file.
func (s *Scratch) Close() {
	if s == nil {
		return
	}
	s.file.Close()
	if s.name != "" {
		output.Remove(s.name)
	}
}

// Write appends to what has been written.
func (s *Scratch) Write(text []byte) (int, error) {
	n, err := s.out.Write(text)
	s.size += int64(n)
	if err != nil {
		return n, fmt.Errorf("cannot write temporary files in %s: %w", s.dir, nameless(err))
	}
	return n, nil
}

// Flush writes what is in memory still.
func (s *Scratch) Flush() error {
	if err := s.out.Flush(); err != nil {
		return fmt.Errorf("cannot write temporary files in %s: %w", s.dir, nameless(err))
	}
	return nil
}

// Size is how much has been written.
func (s *Scratch) Size() int64 { return s.size }
