// SPDX-License-Identifier: MIT

package query

import (
	"context"
	"fmt"
	"math"
	"slices"

	"daylight/internal/kernels"
	"daylight/internal/scratch"
	"daylight/internal/team"
)

// Rows are lists of neighbours in compressed rows, by slots of the store as it was when the index
// was built. The neighbours of the shape in slot i are in the slots Index[Offsets[i]:Offsets[i+1]],
// in ascending order. So a loop over columns of the store can use them directly, until the store is
// reordered, or shapes are added or removed.
type Rows struct {
	Offsets []int
	Index   []uint32
}

// neighbours is the task of finding pairs within a distance.
type neighbours struct {
	centres bool
	r       float64
	limit   float32
	tree    tree // of centres
	rows    Rows
	most    int // slots
	parts   int
}

// WithinDistance lists, for each shape of the index, the others at a distance of at most r: the
// distance between the shapes, or with Centres between their positions. Filters work as in a
// step. Each pair is in the rows of both shapes, or with Once only in the row of the one in the
// lower slot. Distances between shapes are those of batch.ModeDistance, distances between
// positions are computed in float64.
func (a *Asker) WithinDistance(ctx context.Context, r float64, opts ...Option) (*Rows, error) {
	const op = "WithinDistance"
	if err := a.begin(ctx, opts); err != nil {
		return nil, err
	}
	if !(r >= 0 && r <= MaxDistance) {
		return nil, &QuestionError{op, -1, fmt.Sprintf("r is %v: want 0 to %g", r, float64(MaxDistance))}
	}
	t, ix := &a.around, a.ix
	t.centres, t.r, t.limit = a.cfg.centres, r, float32(r)
	leaves := len(ix.tree.levels[0])
	if ix.Len() == 0 {
		leaves = 0
	}
	a.sorter.order = scratch.Resize(a.sorter.order, leaves)
	for i := range a.sorter.order {
		a.sorter.order[i] = uint32(i)
	}
	if t.centres {
		t.tree.x, t.tree.y = ix.tree.x, ix.tree.y
		t.tree.fit(ix.Len(), func(p int) box {
			x, y := ix.shapes.rec[p].X-t.tree.x, ix.shapes.rec[p].Y-t.tree.y
			return boxOf(down(x), down(y), up(x), up(y))
		})
	}
	for _, w := range a.workers {
		w.pairs = w.pairs[:0]
	}
	if err := a.answer(t); err != nil {
		return nil, err
	}
	return t.compress(a)
}

// block finds the pairs of a block of leaves with what follows.
func (t *neighbours) block(a *Asker, w *worker, leaves []uint32) error {
	ix := a.ix
	tr := &ix.tree
	reach := up(float64(t.r*(1+0x1p-16)) + faint)
	if t.centres {
		tr = &t.tree
	}
	for _, leaf := range leaves {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		found := len(w.pairs)
		first := int(leaf) * fan
		last := min(first+fan, ix.Len())
		for k := range ix.worlds.name {
			lo, hi := max(first, int(ix.worlds.start[k])), min(last, int(ix.worlds.start[k+1]))
			if lo >= hi {
				continue
			}
			c := ix.crownOf(ix.worlds.name[k])
			t.leaf(a, w, tr, &c, lo, hi, reach)
		}
		if err := a.allow(len(w.pairs) - found); err != nil {
			return err
		}
	}
	return nil
}

// leaf finds the pairs of places lo to hi-1, which are of one leaf and one world, with later
// places.
func (t *neighbours) leaf(a *Asker, w *worker, tr *tree, c *crown, lo, hi int, reach float32) {
	ix := a.ix
	n := &tr.levels[0][lo>>fanShift]
	boxAt := func(p int) box {
		k := p & (fan - 1)
		x, y := reach, reach
		// Rounding of the sums: a share of the coordinates.
		x += float32((abs(n.MinX[k]) + abs(n.MaxX[k])) * 0x1p-23)
		y += float32((abs(n.MinY[k]) + abs(n.MaxY[k])) * 0x1p-23)
		return boxOf(n.MinX[k]-x, n.MinY[k]-y, n.MaxX[k]+x, n.MaxY[k]+y)
	}
	w.box = emptyBox
	for p := lo; p < hi; p++ {
		b := boxAt(p)
		add(&w.box, &b)
	}
	// Pairs are found from their lower place.
	c.lo, c.part = uint32(lo), true
	if ix.all {
		w.leaves = w.leaves[:0]
	} else {
		w.leaves = append(w.leaves[:0], tr.descend(w, c, &w.box, ix.table)...)
	}
	m := 0
	blk := &w.narrow.pairs
	for p := lo; p < hi; p++ {
		var places []uint32
		if ix.all {
			places = ix.places(w, c, nil)
		} else {
			w.box = boxAt(p)
			places = tr.children(&w.lists[2], w.leaves, c, &w.box, 0, ix.table)
		}
		for _, q := range places {
			if attrs := ix.shapes.attrs; q <= uint32(p) || attrs != nil && (!attrs[p].Meets(&attrs[q]) || a.cfg.solid && (attrs[p].Sensor || attrs[q].Sensor)) {
				continue
			}
			(*blk)[m] = kernels.Pair{A: uint32(p), B: q}
			if m++; m == flush {
				t.settle(ix, w, m)
				m = 0
			}
		}
	}
	t.settle(ix, w, m)
}

// settle decides pairs of places and keeps those that are near enough, as slots.
func (t *neighbours) settle(ix *Index, w *worker, m int) {
	s, pairs := &ix.shapes, w.narrow.pairs[:m]
	keep := func(a, b uint32) {
		i, j := s.slot[a], s.slot[b]
		w.pairs = append(w.pairs, uint64(min(i, j))<<32|uint64(max(i, j)))
	}
	if t.centres {
		for _, p := range pairs {
			dx, dy := s.rec[p.B].X-s.rec[p.A].X, s.rec[p.B].Y-s.rec[p.A].Y
			if float64(dx*dx)+float64(dy*dy) <= float64(t.r*t.r) {
				keep(p.A, p.B)
			}
		}
		return
	}
	if t.limit > 0 {
		m = 0
		for _, p := range pairs {
			if s.surelyWithin(p, t.r) {
				keep(p.A, p.B)
				continue
			}
			pairs[m] = p
			m++
		}
		pairs = pairs[:m]
	}
	// The order of a pair is that of a step: by ID, so that the answer is the same.
	for i, p := range pairs {
		if s.id[p.B] < s.id[p.A] {
			pairs[i] = kernels.Pair{A: p.B, B: p.A}
		}
	}
	n := &w.narrow
	n.whole = s.block()
	for len(pairs) > 0 {
		a, b := s.class[pairs[0].A], s.class[pairs[0].B]
		k := 1
		for k < len(pairs) && s.class[pairs[k].A] == a && s.class[pairs[k].B] == b {
			k++
		}
		n.args = kernels.Args{Block: &n.whole, Pairs: pairs[:k], Limit: t.limit, Out: n.hits}
		c := ix.table.Overlaps(a, b)(&n.args)
		hits := c.N
		if c.Open > 0 {
			hits = kernels.Resolve(&n.args, hits)
		}
		for i := range hits {
			keep(n.hits.A[i], n.hits.B[i])
		}
		pairs = pairs[k:]
	}
}

// surelyWithin reports of two boxes that some corner of one lies nearer to the other than r,
// beyond what kernels may be off by, and so need not be asked: they decide boxes that are
// apart in float64 one by one, which takes twenty times as long. Of others it says nothing.
func (s *shapes) surelyWithin(p kernels.Pair, r float64) bool {
	if s.class[p.A] != kernels.Box || s.class[p.B] != kernels.Box {
		return false
	}
	a, b := &s.rec[p.A], &s.rec[p.B]
	dx, dy := b.X-a.X, b.Y-a.Y
	ap, aq, bp, bq := float64(a.P), float64(a.Q), float64(b.P), float64(b.Q)
	// Twice kernels.ErrorBound, and more.
	r -= float64(0x1p-17*(ap+aq+bp+bq+math.Abs(dx)+math.Abs(dy)+r)) + 0x1p-50
	if r <= 0 {
		return false
	}
	// The discs within: most pairs need no more.
	if reach := r + float64(min(ap, aq)) + float64(min(bp, bq)); float64(dx*dx)+float64(dy*dy) <= float64(reach*reach) {
		return true
	}
	rr := float64(r * r)
	ac, as, bc, bs := float64(a.C), float64(a.S), float64(b.C), float64(b.S)
	// B's middle and half axes in A's frame, and the reverse.
	c, sn := float64(ac*bc)+float64(as*bs), float64(ac*bs)-float64(as*bc)
	x, y := float64(ac*dx)+float64(as*dy), float64(ac*dy)-float64(as*dx)
	if corner(x, y, float64(bp*c), float64(bp*sn), float64(-bq*sn), float64(bq*c), ap, aq, rr) {
		return true
	}
	x, y = float64(bc*dx)+float64(bs*dy), float64(bc*dy)-float64(bs*dx)
	return corner(-x, -y, float64(ap*c), float64(-ap*sn), float64(aq*sn), float64(aq*c), bp, bq, rr)
}

// corner reports whether a corner of the box about (x, y) with half axes u and v lies
// within the root of rr of the upright box of half sizes p and q about the origin.
func corner(x, y, ux, uy, vx, vy, p, q, rr float64) bool {
	near := func(x, y float64) bool {
		x, y = max(math.Abs(x)-p, 0), max(math.Abs(y)-q, 0)
		return float64(x*x)+float64(y*y) <= rr
	}
	// The corner towards the origin first.
	if float64(x*ux)+float64(y*uy) > 0 {
		ux, uy = -ux, -uy
	}
	if float64(x*vx)+float64(y*vy) > 0 {
		vx, vy = -vx, -vy
	}
	return near(x+ux+vx, y+uy+vy) || near(x+ux-vx, y+uy-vy) || near(x-ux+vx, y-uy+vy)
}

// compress makes rows of the workers' pairs.
func (t *neighbours) compress(a *Asker) (*Rows, error) {
	t.most = a.ix.stored
	both := !a.cfg.once
	o := scratch.Resize(t.rows.Offsets, t.most+1)
	clear(o)
	for _, w := range a.workers {
		for _, p := range w.pairs {
			o[p>>32+1]++
			if both {
				o[uint32(p)+1]++
			}
		}
	}
	for i := range t.most {
		o[i+1] += o[i]
	}
	t.rows.Offsets = o
	t.rows.Index = scratch.Resize(t.rows.Index, o[t.most])
	// Each entry moves the beginning of its row; in the end rows begin where the next did.
	for _, w := range a.workers {
		for _, p := range w.pairs {
			i, j := uint32(p>>32), uint32(p)
			t.rows.Index[o[i]] = j
			o[i]++
			if both {
				t.rows.Index[o[j]] = i
				o[j]++
			}
		}
	}
	copy(o[1:], o[:t.most])
	o[0] = 0
	if err := a.ctx.Err(); err != nil {
		return nil, err
	}
	t.parts = max(a.cfg.workers, 1)
	if err := team.Each(t.parts, t, (*neighbours).share, caughtIn[*neighbours]); err != nil {
		return nil, err
	}
	return &t.rows, nil
}

// share puts one part of the rows in order.
func (t *neighbours) share(k int) error {
	t.order(t.most*k/t.parts, t.most*(k+1)/t.parts)
	return nil
}

// order sorts rows lo to hi-1.
func (t *neighbours) order(lo, hi int) {
	o := t.rows.Offsets
	for i := lo; i < hi; i++ {
		row := t.rows.Index[o[i]:o[i+1]]
		if len(row) > fewEntries {
			slices.Sort(row)
			continue
		}
		for k := 1; k < len(row); k++ {
			v := row[k]
			j := k
			for ; j > 0 && row[j-1] > v; j-- {
				row[j] = row[j-1]
			}
			row[j] = v
		}
	}
}
