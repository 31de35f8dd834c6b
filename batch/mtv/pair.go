// SPDX-License-Identifier: MIT

package mtv

import (
	"math"

	"daylight/batch"
	"daylight/internal/kernels"
	"daylight/internal/store"
	"daylight/soa"
)

// Pair decides one pair and lists its MTV candidates within tolerance of the best, which
// comes first; see Candidates.Find. Of shapes that are apart it is one entry, with a
// negative depth. A is the shape normals point away from, whichever ID is lower. Filters are
// not asked.
func Pair(shapes *soa.Shapes, a, b soa.ID, tolerance float64) ([]batch.Contact, error) {
	if err := check("Pair", shapes, tolerance); err != nil {
		return nil, err
	}
	table, err := kernels.Choose()
	if err != nil {
		return nil, err
	}
	if _, err := shapes.Hold(); err != nil {
		return nil, err
	}
	defer shapes.Release()
	for _, id := range [2]soa.ID{a, b} {
		slot, ok := store.Of(shapes).Slot(uint64(id))
		if !ok {
			return nil, noShape("Pair", id)
		}
		store.Of(shapes).Refresh(table, slot, slot+1)
	}
	cols := store.Of(shapes).Columns()
	var p pairBlock
	if err := p.load(table, shapes, &cols, a, b); err != nil {
		return nil, err
	}
	for k, slot := range p.slot {
		if cols.Skip[slot] {
			return nil, wrong("Pair", "shape %v is in quarantine: %v", [2]soa.ID{a, b}[k], store.FaultName(cols.Fault[slot]))
		}
	}
	const room = 1 + kernels.Slack
	var ids [2][room]uint32
	var f [3][room]float32
	args := &kernels.Args{
		Block: p.block(&cols), Pairs: []kernels.Pair{{A: 0, B: 1}}, Limit: math.MaxFloat32,
		Out: kernels.Hits{A: ids[0][:], B: ids[1][:], Sep: f[0][:], NX: f[1][:], NY: f[2][:]},
	}
	n := table.Contacts(p.class[0], p.class[1])(args).N
	if kernels.Resolve(args, n) == 0 {
		return nil, wrong("Pair", "shapes %v and %v are farther apart than float32 reaches", a, b)
	}
	var out []batch.Contact
	for _, w := range kernels.MTVs(args.Block, args.Pairs[0], kernels.MTV{Sep: f[0][0], NX: f[1][0], NY: f[2][0]}, float32(tolerance), nil) {
		out = append(out, batch.Contact{A: a, B: b, Depth: 0 - w.Sep, NX: w.NX, NY: w.NY})
	}
	return out, nil
}
