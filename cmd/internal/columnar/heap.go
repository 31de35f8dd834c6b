// SPDX-License-Identifier: MIT

package columnar

import (
	"errors"
	"fmt"
	"io"
	"unsafe"

	"daylight/cmd/internal/memory"
)

// heap is what is made of a file: every count and length that the file gives is checked here before
// memory is taken for it. It is charged to the program's account until it is let go of.
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
func (h *heap) take(n int64) error {
	if n < 0 || n > h.most {
		return fmt.Errorf("it asks for %d bytes of memory; no more than %d are taken for a file of this size", n, h.most)
	}
	if err := h.room.Reserve(n); err != nil {
		return err
	}
	h.held += n
	return nil
}

func (h *heap) bytes(n int64) ([]byte, error) {
	if err := h.take(n); err != nil {
		return nil, err
	}
	return make([]byte, n), nil
}

// give lets go of n bytes.
func (h *heap) give(n int64) {
	h.room.Release(n)
	h.held -= n
}

// free lets go of all.
func (h *heap) free() {
	h.room.Release(h.held)
	h.held = 0
}

// grown is a slice with room for n elements more, which are charged.
func grown[T any](h *heap, s []T, n int) ([]T, error) {
	if len(s)+n <= cap(s) {
		return s, nil
	}
	size := max(2*cap(s), len(s)+n)
	if err := h.take(int64(size) * int64(unsafe.Sizeof(*new(T)))); err != nil {
		return s, err
	}
	return append(make([]T, 0, size), s...), nil
}

// readAt fills data from a place of a file, which may have become shorter since it was opened.
func readAt(in io.ReaderAt, data []byte, at int64) error {
	n, err := in.ReadAt(data, at)
	switch {
	case n == len(data):
		return nil
	case err == io.EOF:
		return io.ErrUnexpectedEOF
	}
	return err
}

// damaged makes an error of what is wrong with a file; that there is no memory is none of its.
func damaged(kind Kind, err error) error {
	var d *Damaged
	if errors.Is(err, memory.ErrLimit) || errors.As(err, &d) {
		return err
	}
	return &Damaged{Kind: kind, err: err}
}

// Damaged says that a file is not what it claims to be.
type Damaged struct {
	Kind Kind
	err  error
}

func (d *Damaged) Error() string { return fmt.Sprintf("damaged %v data: %v", d.Kind, d.err) }
func (d *Damaged) Unwrap() error { return d.err }

// recovered makes an error of a panic: a damaged file is never worth one.
func recovered(kind Kind, err *error) {
	if p := recover(); p != nil {
		*err = contradiction(kind, p)
	}
}

func contradiction(kind Kind, p any) error {
	if m, is := p.(mistake); is {
		return damaged(kind, m.error)
	}
	return damaged(kind, fmt.Errorf("its lengths contradict each other (%v)", p))
}

// mistake is what the first mistake in what encodes values panics with, since it is found deep inside.
type mistake struct{ error }

func check(ok bool, err error) {
	if !ok {
		panic(mistake{err})
	}
}

func sure[T any](v T, err error) T {
	check(err == nil, err)
	return v
}

// caught makes an error of a mistake. It is to be deferred.
func caught(err *error) {
	p := recover()
	if m, is := p.(mistake); is {
		*err = m.error
	} else if p != nil {
		panic(p)
	}
}
