// SPDX-License-Identifier: MIT

package table

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zeebo/xxh3"
)

// Sums are checksums of the blocks of a file, by which a run that reads it again, or a part of
// it, knows that it reads the same. OpenSummed fills them, or compares them with what they are.
type Sums struct {
	Size   int64    `json:"size"`
	Blocks []string `json:"sums"` // "" of blocks that were not read
}

// blockSize is the size of the blocks of a file that has so many bytes.
func (s *Sums) blockSize() int64 { return max(1<<16, s.Size/4096+1) }

// Digest stands for all of them.
func (s *Sums) Digest() string {
	h := xxh3.New()
	for _, sum := range s.Blocks {
		fmt.Fprintln(h, sum)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// ErrChanged is what a file is that is not what it was.
var ErrChanged = errors.New("it is not what it was")

// summed reads a file, and first each block that it reads from as a whole.
type summed struct {
	file    *os.File
	sums    *Sums
	compare bool
	at      int64 // of Read
	since   time.Time
	once    []sync.Once
	changed atomic.Bool
}

// newSummed begins with a file that has just been opened. Sums that have no blocks are filled.
func newSummed(file *os.File, sums *Sums) (*summed, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() < 0 {
		return nil, errors.New("this is no file that can be read a second time")
	}
	s := &summed{file: file, sums: sums, compare: sums.Blocks != nil, since: info.ModTime()}
	if s.compare && info.Size() != sums.Size {
		return nil, ErrChanged
	}
	sums.Size = info.Size()
	n := int((sums.Size + sums.blockSize() - 1) / sums.blockSize())
	if s.compare && n != len(sums.Blocks) {
		return nil, ErrChanged
	}
	s.once = make([]sync.Once, n)
	if !s.compare {
		sums.Blocks = make([]string, n)
	}
	return s, nil
}

// Read reads on.
func (s *summed) Read(p []byte) (int, error) {
	n, err := s.ReadAt(p, s.at)
	s.at += int64(n)
	if n > 0 && errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// ReadAt reads from any place. It may be called by several goroutines at once.
func (s *summed) ReadAt(p []byte, at int64) (int, error) {
	size := s.sums.blockSize()
	for k := at / size; k < int64(len(s.once)) && k*size < at+int64(len(p)); k++ {
		var failed error
		s.once[k].Do(func() {
			var sum string
			if sum, failed = s.sum(k*size, size); failed != nil {
				s.changed.Store(true) // what it was nobody knows
				return
			}
			if s.compare && sum != s.sums.Blocks[k] {
				s.changed.Store(true)
			} else if !s.compare {
				s.sums.Blocks[k] = sum
			}
		})
		if failed != nil {
			return 0, failed
		}
	}
	if s.changed.Load() {
		return 0, ErrChanged
	}
	return s.file.ReadAt(p, at)
}

// hashers are spare, since a file has many blocks.
var hashers = sync.Pool{New: func() any { return &hasher{hash: xxh3.New(), room: make([]byte, 1<<15)} }}

type hasher struct {
	hash *xxh3.Hasher
	room []byte
}

// sum is the checksum of a block.
func (s *summed) sum(at, size int64) (string, error) {
	h := hashers.Get().(*hasher)
	defer hashers.Put(h)
	h.hash.Reset()
	_, err := io.CopyBuffer(h.hash, io.NewSectionReader(s.file, at, size), h.room)
	return fmt.Sprintf("%016x", h.hash.Sum64()), err
}

// unchanged is an error if the file is not what it was, or was written to while it was read.
func (s *summed) unchanged() error {
	info, err := s.file.Stat()
	switch {
	case err != nil:
		return err
	case s.changed.Load():
		return ErrChanged
	case info.Size() != s.sums.Size || !info.ModTime().Equal(s.since):
		return errors.New("it was written to while it was read")
	}
	return nil
}
