// SPDX-License-Identifier: MIT

package probe

import (
	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/store"
)

// pairBlock is a block of two shapes, which may be of two stores.
type pairBlock struct {
	cols     [2]store.Columns
	one      bool // both shapes are of one store
	slot     [2]uint32
	rec      [2]kernels.Record
	class    [2]kernels.Class
	off, num [2]uint32
	blk      pair.Block
	lanes    kernels.Lanes // copies of the lanes of shapes of two stores
	scale    float32       // see kernels.Bounds.Separation
}

// open fetches the columns of the sets.
func (p *pairBlock) open(of [2]store.Store) {
	p.cols[0] = of[0].Columns()
	if p.one = of[1] == of[0]; p.one {
		p.cols[1] = p.cols[0]
	} else {
		p.cols[1] = of[1].Columns()
	}
}

// load fetches shape k of the two.
func (p *pairBlock) load(table *isa.Table, of store.Store, k int, id uint64) error {
	slot, ok := of.Slot(id)
	if !ok {
		return of.Missing(id)
	}
	cols := &p.cols[k]
	p.slot[k] = uint32(slot)
	p.class[k], p.off[k], p.num[k] = cols.Class[slot], cols.Off[slot], cols.Num[slot]
	cols.Gather(table, p.rec[k:k+1], p.slot[k:k+1])
	return nil
}

// block returns the two shapes. Their lanes are those of their store, or copies if there are two
// stores.
func (p *pairBlock) block() *pair.Block {
	p.blk = pair.Block{Rec: p.rec[:], Class: p.class[:], Off: p.off[:], Num: p.num[:], Lanes: p.cols[0].Lanes}
	if p.one {
		return &p.blk
	}
	to := &p.lanes
	to.VX, to.VY, to.NX, to.NY, to.D = to.VX[:0], to.VY[:0], to.NX[:0], to.NY[:0], to.D[:0]
	for k := range p.num {
		// A shape's lanes begin at a multiple of their number, or of sixteen.
		for at := int(min(p.num[k], 16)); at > 0 && len(to.D)%at != 0; {
			to.VX, to.VY = append(to.VX, 0), append(to.VY, 0)
			to.NX, to.NY, to.D = append(to.NX, 0), append(to.NY, 0), append(to.D, 0)
		}
		from, lo, hi := &p.cols[k].Lanes, p.off[k], p.off[k]+p.num[k]
		p.off[k] = uint32(len(to.D))
		to.VX, to.VY = append(to.VX, from.VX[lo:hi]...), append(to.VY, from.VY[lo:hi]...)
		to.NX, to.NY = append(to.NX, from.NX[lo:hi]...), append(to.NY, from.NY[lo:hi]...)
		to.D = append(to.D, from.D[lo:hi]...)
	}
	p.blk.Lanes = *to
	return &p.blk
}
