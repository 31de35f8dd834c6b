// SPDX-License-Identifier: MIT

package mtv

import (
	"fmt"

	"daylight/batch"
	"daylight/internal/kernels"
	"daylight/internal/store"
	"daylight/soa"
)

// pairBlock is a block of two shapes whose lanes lie where the store keeps them.
type pairBlock struct {
	slot     [2]uint32
	rec      [2]kernels.Record
	class    [2]kernels.Class
	off, num [2]uint32
	blk      kernels.Block
	scale    float32 // see kernels.ErrorBound
}

func (p *pairBlock) load(table *kernels.Table, shapes *soa.Shapes, cols *store.Columns, a, b soa.ID) error {
	for k, id := range [2]soa.ID{a, b} {
		slot, ok := store.Of(shapes).Slot(uint64(id))
		if !ok {
			return noShape("Candidates.Find", id)
		}
		p.slot[k] = uint32(slot)
		p.class[k], p.off[k], p.num[k] = cols.Class[slot], cols.Off[slot], cols.Num[slot]
	}
	cols.Gather(table, p.rec[:], p.slot[:])
	return nil
}

func (p *pairBlock) block(cols *store.Columns) *kernels.Block {
	p.blk = kernels.Block{Rec: p.rec[:], Class: p.class[:], Off: p.off[:], Num: p.num[:], Lanes: cols.Lanes}
	return &p.blk
}

func noShape(call string, id soa.ID) error {
	return &batch.ArgumentError{Call: "mtv." + call, Reason: soa.ErrNoShape,
		Problem: fmt.Sprintf("no shape %v; it was removed since the contact was found, or is of another store", id)}
}
