// SPDX-License-Identifier: MIT

package live

import (
	"sync/atomic"

	"daylight/soa"
)

// Hints collects, for each shape, what became of the axes remembered for its pairs in
// a step. An engine's workers call Note, through batch.OnHint, all at once.
type Hints struct {
	of    atomic.Pointer[[]atomic.Uint32] // by index
	noted atomic.Bool                     // anything since the last clear
}

// What is known of a shape's hints.
const (
	hintHit = 1 << iota
	hintMissed
)

// Note takes note of one hint.
func (h *Hints) Note(a, b soa.ID, hit bool) {
	of := h.of.Load()
	if of == nil {
		return
	}
	bit := uint32(hintMissed)
	if hit {
		bit = hintHit
	}
	for _, id := range [2]soa.ID{a, b} {
		if i := int(id.Index()); i < len(*of) {
			// Most have the bit already, and reading is cheaper.
			if p := &(*of)[i]; p.Load()&bit == 0 {
				p.Or(bit)
			}
		}
	}
	if !h.noted.Load() {
		h.noted.Store(true)
	}
}

// clear forgets everything and makes room for n shapes. No step runs meanwhile.
func (h *Hints) clear(n int) {
	if of := h.of.Load(); of == nil || len(*of) < n {
		room := make([]atomic.Uint32, n)
		h.of.Store(&room)
	} else if h.noted.Load() {
		for i := range *of {
			(*of)[i].Store(0)
		}
	}
	h.noted.Store(false)
}

// put writes a byte for each shape of a frame: 255 where every hint separated its pair
// again, 128 where one did not, 0 without any.
func (h *Hints) put(shapes []byte, n int) {
	of := h.of.Load()
	if of == nil || !h.noted.Load() {
		return
	}
	for i := range min(n, len(*of)) {
		switch v := (*of)[i].Load(); {
		case v&hintMissed != 0:
			shapes[i*frameShape+14] = 128
		case v != 0:
			shapes[i*frameShape+14] = 255
		}
	}
}
