// SPDX-License-Identifier: MIT

package columnar

import (
	"fmt"
	"sync/atomic"

	"github.com/apache/arrow-go/v18/arrow/memory"

	budget "daylight/internal/memory"
)

// bounded refuses buffers that no honest file of its size needs. It panics, since it has no
// other way, and that is caught where the library is called.
type bounded struct {
	memory.Allocator
	most  int
	room  *budget.Budget // of the program
	short atomic.Pointer[budget.Error]
}

// newBounded returns an allocator for a file of so many bytes. Packing may make data a
// thousand times smaller.
func newBounded(size int64, room *budget.Budget) *bounded {
	return &bounded{Allocator: memory.NewGoAllocator(), most: int(min(64<<20+1000*min(size, 1<<40), 1<<31)), room: room}
}

func (b *bounded) Allocate(n int) []byte {
	b.check(n)
	return b.Allocator.Allocate(n)
}

func (b *bounded) Reallocate(n int, old []byte) []byte {
	b.check(n)
	return b.Allocator.Reallocate(n, old)
}

func (b *bounded) check(n int) {
	if n < 0 || n > b.most {
		panic(fmt.Sprintf("a buffer of %d bytes is asked for", n))
	}
	// Buffers are not charged, since the library does not say when it is done with them; but
	// none may be larger than what is left.
	if b.room != nil && int64(n) > b.room.Left() {
		b.short.Store(b.room.Short(int64(n)))
		panic("there is no memory for a buffer")
	}
}

// because makes an error that of memory if that was the cause, which the library may have
// put in words of its own.
func (b *bounded) because(err *error) {
	if short := b.short.Load(); short != nil && *err != nil {
		*err = short
	}
}
