// SPDX-License-Identifier: MIT

package columnar

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"unsafe"

	"daylight/cmd/internal/memory"
)

// heap is the memory that is taken for a file. Each count and each length that the file gives is
// checked here first. The program's account is charged until the heap lets go.
type heap struct {
	most int64          // that a file of this size may ask for at a time
	room *memory.Budget // may be nil
	held int64
}

// newHeap returns a heap for a file of so many bytes. Packing may make data a thousand times smaller.
func newHeap(size int64, room *memory.Budget) *heap {
	return &heap{most: min(64<<20+1000*min(max(size, 0), 1<<40), 1<<31), room: room}
}

// part is a heap that is let go of by itself.
func (h *heap) part() *heap { return &heap{most: h.most, room: h.room} }

// take charges n bytes that are going to be made.
func (h *heap) take(n int64) {
	if n < 0 || n > h.most {
		fail("it asks for %d bytes of memory; no more than %d are taken for a file of this size", n, h.most)
	}
	sure(h.room.Reserve(n))
	h.held += n
}

func (h *heap) bytes(n int64) []byte {
	h.take(n)
	return make([]byte, n)
}

// give lets go of n bytes, free of all.
func (h *heap) give(n int64) { h.room.Release(n); h.held -= n }
func (h *heap) free()        { h.give(h.held) }

// grown is a slice with room for n elements more, which are charged.
func grown[T any](h *heap, s []T, n int) []T {
	if len(s)+n <= cap(s) {
		return s
	}
	size := max(2*cap(s), len(s)+n)
	h.take(int64(size) * int64(unsafe.Sizeof(*new(T))))
	return append(make([]T, 0, size), s...)
}

// readAt fills data from a place of a file, which may have become shorter since it was opened.
func readAt(in io.ReaderAt, data []byte, at int64) {
	if n, err := in.ReadAt(data, at); n < len(data) {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		sure(err)
	}
}

// Damaged says that a file is not what it claims to be.
type Damaged struct {
	Kind Kind
	err  error
}

func (d *Damaged) Error() string { return fmt.Sprintf("damaged %v data: %v", d.Kind, d.err) }
func (d *Damaged) Unwrap() error { return d.err }

// mistake is what the first mistake in a file panics with, since it is found deep inside.
type mistake struct{ error }

var (
	errShort = errors.New("it ends too early")
	errDeep  = fmt.Errorf("it is nested more than %d deep", mostNested)
	errCut   = errors.New("it does not end as such a file does: it may have been cut off")
)

// mostNested is how deep values may lie in values, and groups of columns in groups.
const mostNested = 64

func fail(format string, args ...any) { panic(mistake{fmt.Errorf(format, args...)}) }

func sure(err error) { check(err == nil, err) }

func check(ok bool, err error) {
	if !ok {
		panic(mistake{err})
	}
}

// mistakeOf is the mistake that a panic stands for: also what is beyond a slice, since a damaged file is
// never worth a panic.
func mistakeOf(p any) error {
	switch p := p.(type) {
	case mistake:
		return p.error
	case runtime.Error:
		return fmt.Errorf("its lengths contradict each other (%w)", p)
	}
	panic(p)
}

// within does something, and says in its mistakes where they are.
func within(where string, do func()) {
	defer func() {
		if p := recover(); p != nil {
			panic(mistake{fmt.Errorf("%s: %w", where, mistakeOf(p))})
		}
	}()
	do()
}

// caught makes an error of a mistake in a file. That there is no memory is no mistake of the file.
func caught(kind Kind, err *error) {
	if p := recover(); p != nil {
		if *err = mistakeOf(p); !errors.Is(*err, memory.ErrLimit) {
			*err = &Damaged{kind, *err}
		}
	}
}
