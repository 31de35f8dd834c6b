// SPDX-License-Identifier: MIT

package query

import (
	"sync/atomic"
	"unsafe"

	"daylight/batch"
	"daylight/internal/memory"
	"daylight/internal/simd"
	"daylight/internal/store"
)

// Bytes that an Asker takes for each question or shape. Answers and lists of pairs are charged as they grow.
const (
	questionBytes = 16 + 5*4                      // its box, its world, and four columns of a sorter
	probeBytes    = 12 + 32 + 1 + 16 + 8 + 28 + 8 // a copy of a shape, its attributes, slot and ID
	pairedBytes   = 120                           // of a shape in WithinDistance, as its comment says
)

// lanesOf returns the bytes of copies of the lanes of shapes.
func lanesOf(c *store.Columns, slots []uint32) (bytes int64) {
	if c.Count[simd.Polygon] == 0 {
		return 0
	}
	for _, i := range slots {
		bytes += laneBytes * int64(c.Num[i])
	}
	return bytes
}

// account keeps count of the memory of an Asker, and of the progress of its current phase.
type account struct {
	budget memory.Budget
	short  atomic.Bool  // a call exceeded the limit
	next   atomic.Int64 // next part of the phase to be done
	parts  int          // of the phase, if it finds answers
	twice  bool         // the answers will be merged into new memory
}

// phase starts a phase of a call.
func (m *account) phase(parts int, twice bool) {
	m.next.Store(0)
	m.parts, m.twice = parts, twice
}

// limited returns the *batch.LimitError of a call that needs more bytes than its limit. It extrapolates the
// need of the whole call from the share of the work that has been done.
func (m *account) limited(needed int64) error {
	m.short.Store(true)
	if m.twice {
		needed *= 2
	}
	if taken := m.next.Load(); taken > 0 && taken < int64(m.parts) {
		needed = int64(min(float64(needed)/float64(taken)*float64(m.parts), 1<<62))
	}
	return &batch.LimitError{Option: "MemoryLimit", Limit: m.budget.Limit(), Needed: max(needed, m.budget.Limit()+1)}
}

// upTo raises what has been charged to a total: n entries of so many bytes each, with a quarter more room,
// as scratch.Resize allocates, and other bytes.
func (m *account) upTo(charged *int64, n int, each, others int64) error {
	more := each*(int64(n)+int64(n)/4) + others - *charged
	if more <= 0 {
		return nil
	}
	if m.budget.Reserve(more) != nil {
		return m.limited(m.budget.Held() + more)
	}
	*charged += more
	return nil
}

// grow makes room for n more entries of a column. A nil account has no limit.
func grow[T any](m *account, s []T, n int) ([]T, error) {
	if cap(s)-len(s) >= n {
		return s, nil
	}
	if m == nil {
		return memory.Grow(nil, s, n)
	}
	s, err := memory.Grow(&m.budget, s, n)
	if err != nil {
		return s, m.limited(m.budget.Held() + int64(n)*int64(unsafe.Sizeof(*new(T))))
	}
	return s, nil
}

// charge charges the lists of nodes and places of a worker after they have grown. They take at most a
// share of what the index takes.
func (w *worker) charge() error {
	s := &w.search
	n := cap(s.found.Node) + cap(s.found.Box) + cap(s.open) + cap(w.leaves)
	for _, list := range &w.lists {
		n += cap(list)
	}
	for k := range s.lists {
		n += cap(s.lists[k].Node) + cap(s.lists[k].Box)
	}
	return w.account.upTo(&w.charged, 0, 0, 4*int64(n)+32*int64(cap(w.best)))
}
