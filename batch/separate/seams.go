// SPDX-License-Identifier: MIT

package separate

import (
	"cmp"
	"math"
	"slices"

	"daylight/batch"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// seams finds contacts that would catch a shape on the seams of what it slides over: those with
// something that cannot move that lead against its way, although the shape does not meet
// that thing once it has gone its way and heeded its deeper contacts. A face of a floor's
// tile that lies against the next tile is such a thing, and no face that anything can
// come to lie on.
type seams struct {
	start []uint32 // by slot of a shape that moves, where its contacts begin in row
	row   []uint32 // contact, twice, and one more if the shape is its B
	over  []bool   // by contact: it is to be passed over
	asks  []sided
	s     parter
}

// sided is a wall and the contact it is of.
type sided struct {
	wall
	row    uint32
	heeded bool
}

// mover says of one of the shapes' sets what can move, and where to.
type mover struct {
	shapes *soa.Shapes
	cols   store.Columns
	offset uint32
	*Columns
	still bool
}

func (s *Separator) mover(k int) mover {
	of := s.of[k]
	m := mover{shapes: of, cols: store.Of(of).Columns(), Columns: s.cfg.of(k)}
	m.still = s.cfg.moves() && m.VX == nil
	if k == 1 {
		m.offset = uint32(s.of[0].Len())
	}
	return m
}

// slot is that of a shape, counted over both sets, and whether it can move.
func (m *mover) slot(id soa.ID) (slot uint32, moves, ok bool) {
	i, ok := store.Of(m.shapes).Slot(uint64(id))
	if !ok || m.cols.Skip[i] || m.cols.Sensor != nil && m.cols.Sensor[i] {
		return 0, false, false
	}
	moves = !m.still && !(m.cols.Static != nil && m.cols.Static[i])
	if moves && m.InvMass != nil {
		w, err := m.InvMass.Get(id)
		moves = err == nil && w != 0
	}
	return uint32(i) + m.offset, moves, true
}

// way is how far a shape goes in a frame if nothing hinders it.
func (m *mover) way(id soa.ID, c *Config) (x, y float64) {
	if m.VX == nil {
		return 0, 0
	}
	vx, errX := m.VX.Get(id)
	vy, errY := m.VY.Get(id)
	if errX != nil || errY != nil || !finite(vx) || !finite(vy) {
		return 0, 0
	}
	if c.SubSteps > 0 {
		vx, vy = vx+float64(c.Gravity.X*c.Duration), vy+float64(c.Gravity.Y*c.Duration)
	}
	return float64(vx * c.Duration), float64(vy * c.Duration)
}

// passed marks the contacts that are to be passed over; nil stands for none. The shapes
// are held.
func (s *Separator) passed(c *batch.Contacts) []bool {
	if !s.cfg.SmoothSeams {
		return nil
	}
	w := &s.seams
	var sides [2]mover
	sides[0] = s.mover(0)
	n := uint32(s.of[0].Len())
	sides[1] = sides[0]
	if s.of[1] != nil {
		sides[1] = s.mover(1)
		n += uint32(s.of[1].Len())
	}
	w.start = scratch.Resize(w.start, int(n)+2)
	clear(w.start)
	w.row = scratch.Resize(w.row, c.Len())
	// mine is the slot of the one shape of contact i that can move, and if that is its B.
	mine := func(i int) (slot, second uint32, ok bool) {
		a, movesA, okA := sides[0].slot(c.A[i])
		b, movesB, okB := sides[1].slot(c.B[i])
		if !okA || !okB || movesA == movesB {
			return 0, 0, false
		}
		if movesB {
			return b, 1, true
		}
		return a, 0, true
	}
	for i := range c.A {
		if slot, _, ok := mine(i); ok {
			w.start[slot+2]++
		}
	}
	for k := 2; k < len(w.start); k++ {
		w.start[k] += w.start[k-1]
	}
	for i := range c.A {
		if slot, second, ok := mine(i); ok {
			w.row[w.start[slot+1]] = uint32(2*i) + second
			w.start[slot+1]++
		}
	}
	w.over = scratch.Resize(w.over, c.Len())
	clear(w.over)
	for slot := range n {
		if rows := w.row[w.start[slot]:w.start[slot+1]]; len(rows) > 1 {
			w.look(c, rows, &sides, &s.cfg)
		}
	}
	return w.over
}

// look goes through the contacts of one shape.
func (w *seams) look(c *batch.Contacts, rows []uint32, sides *[2]mover, cfg *Config) {
	w.asks = w.asks[:0]
	var x, y float64
	for n, e := range rows {
		i, second := e/2, e%2
		of, other, sign := c.A[i], c.B[i], float32(-1)
		if second == 1 {
			of, other, sign = other, of, 1
		}
		if n == 0 {
			x, y = sides[second].way(of, cfg)
			w.s.of = [2]*soa.Shapes{sides[second].shapes, sides[1-second].shapes}
		}
		w.s.walls = w.s.walls[:0]
		w.s.add(of, other, float32(sign*c.NX[i]), float32(sign*c.NY[i]), c.Depth[i])
		w.asks = append(w.asks, sided{wall: w.s.walls[0], row: i})
	}
	slices.SortFunc(w.asks, func(v, u sided) int { return cmp.Compare(v.other, u.other) })
	w.s.walls = w.s.walls[:0]
	way := Push{X: x, Y: y}
	for range w.asks {
		next := w.next(way)
		if next == nil {
			break
		}
		next.heeded = true
		h := next.wall
		h.depth -= float64(h.nx*x) + float64(h.ny*y) // what is missing from the way
		w.s.walls = append(w.s.walls, h)
		push := w.s.solveAll()
		way = Push{X: x + push.X, Y: y + push.Y}
	}
	// Walls that are as far away as another such way have no say anyhow.
	far := math.Sqrt(float64(way.X*way.X) + float64(way.Y*way.Y))
	for k := range w.asks {
		ask := &w.asks[k]
		if near := float64(ask.nx*way.X)+float64(ask.ny*way.Y) < ask.depth+far; !ask.heeded && near {
			w.over[ask.row] = true
		}
	}
}

// next is the wall to heed after those that the way heeds, nil if the shape meets no other: the
// one that it is deepest in, of those whose normal is the shortest way out of it.
func (w *seams) next(way Push) (best *sided) {
	deepest, straight := 0.0, false
	for k := range w.asks {
		ask := &w.asks[k]
		if ask.heeded {
			continue
		}
		c, err := w.s.probe.Held(w.s.of, ask.of, ask.other, way.X, way.Y)
		if err != nil || float64(c.Depth) <= c.Bound {
			continue
		}
		along := -(float64(ask.nx*float64(c.NX)) + float64(ask.ny*float64(c.NY))) >= .5
		if depth := float64(c.Depth); best == nil || along && !straight || along == straight && depth > deepest {
			best, deepest, straight = ask, depth, along
		}
	}
	return best
}
