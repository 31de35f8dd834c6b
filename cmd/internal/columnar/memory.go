// SPDX-License-Identifier: MIT

package columnar

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

// bounded refuses buffers that no honest file of its size needs. It panics, since it has no
// other way, and that is caught where the library is called.
type bounded struct {
	memory.Allocator
	most int
}

// newBounded returns an allocator for a file of so many bytes. Packing may make data a
// thousand times smaller.
func newBounded(size int64) *bounded {
	return &bounded{memory.NewGoAllocator(), int(min(64<<20+1000*min(size, 1<<40), 1<<31))}
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
}
