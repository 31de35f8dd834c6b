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

// heap is the memory that is taken for a file. It checks each count and each length that the file
// gives before memory is taken. The heap charges the program's budget until it releases the memory.
type heap struct {
	most int64          // bytes that a file of this size may ask for at a time
	room *memory.Budget // may be nil
	held int64
}

// newHeap returns a heap for a file of size bytes. Packing may make data a thousand times smaller.
func newHeap(size int64, room *memory.Budget) *heap {
	return &heap{most: min(64<<20+1000*min(max(size, 0), 1<<40), 1<<31), room: room}
}

// part returns a heap for the same file that is freed by itself.
func (h *heap) part() *heap { return &heap{most: h.most, room: h.room} }

// fits checks that n bytes are not too many at a time.
func (h *heap) fits(n int64) {
	if n < 0 || n > h.most {
		fail("it asks for %d bytes of memory; no more than %d are taken for a file of this size", n, h.most)
	}
}

// take charges n bytes, before they are made.
func (h *heap) take(n int64) {
	h.fits(n)
	sure(h.room.Reserve(n))
	h.held += n
}

func (h *heap) bytes(n int64) []byte {
	h.take(n)
	return make([]byte, n)
}

// give releases n bytes, and free releases all.
func (h *heap) give(n int64) { h.room.Release(n); h.held -= n }
func (h *heap) free()        { h.give(h.held) }

// grown returns s with room for n more elements, and charges for new room.
func grown[T any](h *heap, s []T, n int) []T {
	if len(s)+n <= cap(s) {
		return s
	}
	size, bytes := max(cap(s)+cap(s)/4, len(s)+n), int64(unsafe.Sizeof(*new(T)))
	h.take(int64(size) * bytes)
	h.give(int64(cap(s)) * bytes)
	return append(make([]T, 0, size), s...)
}

// longer returns s with n more elements, and these elements.
func longer[T any](h *heap, s []T, n int) (all, added []T) {
	s = grown(h, s, n)
	return s[:len(s)+n], s[len(s) : len(s)+n]
}

// readAt fills data from a place in a file. The file may have become shorter since it was opened.
func readAt(in io.ReaderAt, data []byte, at int64) {
	if n, err := in.ReadAt(data, at); n < len(data) {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		sure(err)
	}
}

// errDamaged says that a file is not what it claims to be.
var errDamaged = errors.New("damaged")

// mistake is the value of a panic at the first mistake in a file. It is a panic because readers
// find mistakes deep in calls.
type mistake struct{ error }

var (
	errShort = errors.New("it ends too early")
	errDeep  = fmt.Errorf("it is nested more than %d deep", mostNested)
	errCut   = errors.New("it does not end as such a file does: it may have been cut off")
)

// mostNested is the greatest depth of values in values, and of groups of columns in groups.
const mostNested = 64

func fail(format string, args ...any) { panic(mistake{fmt.Errorf(format, args...)}) }

func sure(err error) { check(err == nil, err) }

func check(ok bool, err error) {
	if !ok {
		panic(mistake{err})
	}
}

// mistakeIn returns the mistake that do finds. An index out of range is one, too: a damaged file
// must never stop the program.
func mistakeIn(do func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case mistake:
			err = p.error
		case runtime.Error:
			err = fmt.Errorf("its lengths contradict each other (%w)", p)
		default:
			panic(p)
		}
	}()
	do()
	return nil
}

// within calls do, and puts where in front of its mistakes.
func within(where string, do func()) {
	if err := mistakeIn(do); err != nil {
		fail("%s: %w", where, err)
	}
}
