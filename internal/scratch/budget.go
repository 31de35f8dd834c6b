// SPDX-License-Identifier: MIT

package scratch

import "sync/atomic"

// DefaultLimit is the default limit of a call in bytes: 4 GiB, or 1 GiB where addresses have 32
// bits.
const DefaultLimit int64 = 1 << (30 + 2*(^uint(0)>>63))

// Budget is an account of bytes. It may be used by several goroutines at once. A nil Budget
// has no limit.
type Budget struct {
	limit int64
	held  atomic.Int64
}

// Reset gives the Budget a new limit, and sets how much is reserved already.
func (b *Budget) Reset(limit, held int64) {
	b.limit = limit
	b.held.Store(held)
}

// Limit is the total number of bytes.
func (b *Budget) Limit() int64 { return b.limit }

// Held is how many bytes are reserved.
func (b *Budget) Held() int64 { return b.held.Load() }

// Reserve takes n bytes, if they are left, and reports whether it did.
func (b *Budget) Reserve(n int64) bool {
	for b != nil {
		held := b.held.Load()
		if n > b.limit-held {
			return false
		}
		if b.held.CompareAndSwap(held, held+n) {
			break
		}
	}
	return true
}

// Release gives n bytes back.
func (b *Budget) Release(n int64) {
	if b != nil {
		b.held.Add(-n)
	}
}
