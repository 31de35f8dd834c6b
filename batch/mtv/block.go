// SPDX-License-Identifier: MIT

package mtv

import (
	"fmt"

	"daylight/batch"
	"daylight/internal/simd"
	"daylight/internal/simd/isa"
	"daylight/internal/simd/pair"
	"daylight/internal/store"
	"daylight/soa"
)

// pairBlock is a block of two shapes whose lanes lie where the store keeps them.
type pairBlock struct {
	slot     [2]uint32
	rec      [2]simd.Record
	class    [2]simd.Class
	off, num [2]uint32
	blk      pair.Block
	lanes    simd.Lanes // copies, of shapes of two stores
	scale    float32    // see simd.Bounds.Separation
}

// load fetches shape k of the two.
func (p *pairBlock) load(table *isa.Table, shapes *soa.Shapes, cols *store.Columns, k int, id soa.ID) error {
	slot, ok := store.Of(shapes).Slot(uint64(id))
	if !ok {
		return noShape("Candidates.Find", id)
	}
	p.slot[k] = uint32(slot)
	p.class[k], p.off[k], p.num[k] = cols.Class[slot], cols.Off[slot], cols.Num[slot]
	cols.Gather(table, p.rec[k:k+1], p.slot[k:k+1])
	return nil
}

// block is the two shapes, whose lanes are those of their store, or copies if they are of two.
func (p *pairBlock) block(cols *[2]store.Columns, one bool) *pair.Block {
	p.blk = pair.Block{Rec: p.rec[:], Class: p.class[:], Off: p.off[:], Num: p.num[:], Lanes: cols[0].Lanes}
	if one {
		return &p.blk
	}
	to := &p.lanes
	to.VX, to.VY, to.NX, to.NY, to.D = to.VX[:0], to.VY[:0], to.NX[:0], to.NY[:0], to.D[:0]
	for k := range p.num {
		// A run begins at a multiple of its length or of sixteen.
		for at := int(min(p.num[k], 16)); at > 0 && len(to.D)%at != 0; {
			to.VX, to.VY = append(to.VX, 0), append(to.VY, 0)
			to.NX, to.NY, to.D = append(to.NX, 0), append(to.NY, 0), append(to.D, 0)
		}
		from, lo, hi := &cols[k].Lanes, p.off[k], p.off[k]+p.num[k]
		p.off[k] = uint32(len(to.D))
		to.VX, to.VY = append(to.VX, from.VX[lo:hi]...), append(to.VY, from.VY[lo:hi]...)
		to.NX, to.NY = append(to.NX, from.NX[lo:hi]...), append(to.NY, from.NY[lo:hi]...)
		to.D = append(to.D, from.D[lo:hi]...)
	}
	p.blk.Lanes = *to
	return &p.blk
}

func noShape(call string, id soa.ID) error {
	return &batch.ArgumentError{Reason: soa.ErrNoShape,
		Problem: fmt.Sprintf("mtv.%s: no shape %v; it was removed since the contact was found, or is of another store", call, id)}
}
