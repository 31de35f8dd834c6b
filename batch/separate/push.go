// SPDX-License-Identifier: MIT

package separate

import (
	"math"
)

// initNodes makes nodes of the shapes, split for the first pass.
func (s *solver) initNodes(o *owner) {
	easing := 1 / s.cfg.Relaxation
	nodes, traits, hits := s.nodes[o.lo:o.hi], s.Traits[o.lo:o.hi], s.hits[o.lo:o.hi]
	for i := range nodes {
		n, w := &nodes[i], traits[i].W
		n.tx, n.ty, n.dx, n.dy, n.share, n.hits = 0, 0, 0, 0, float32(w), hits[i]
		n.split(w, easing)
	}
}

// chunk is the number of links, or shapes, tested at once. Then the ones with work are processed.
// The test then takes no branch; a third of the branches would be mispredicted.
const chunk = 256

// worklist holds the links, or slots, of a chunk that have something to do.
type worklist struct {
	at   [chunk]uint32
	deep [chunk]float64 // of links, the overlap
}

// push adds to the nodes what ends the overlap of each link.
func (s *solver) push(o *owner) {
	var d worklist
	o.active = 0
	if s.first { // nothing has moved: gradeLinks has listed the links that overlap
		for lo := 0; lo < o.overlapping; lo += chunk {
			n := copy(d.at[:], o.deep[lo:o.overlapping])
			for k, i := range d.at[:n] {
				d.deep[k] = -s.cfg.Slop - float64(o.links[i].sep)
			}
			s.applyPushes(o, &d, n)
		}
		return
	}
	nodes, edge := s.nodes, -s.cfg.Slop
	for lo := 0; lo < len(o.links); lo += chunk {
		n := uint(0)
		part := o.links[lo:min(lo+chunk, len(o.links))]
		for i := range part {
			l := &part[i]
			deep := edge - l.gap(&nodes[l.a], &nodes[l.b])
			d.at[n%chunk], d.deep[n%chunk] = uint32(i), deep
			if deep > 0 {
				n++
			}
		}
		for k := range d.at[:n] {
			d.at[k] += uint32(lo)
		}
		s.applyPushes(o, &d, int(n))
	}
}

// applyPushes adds the pushes of the first n links of a worklist to their nodes.
func (s *solver) applyPushes(o *owner, d *worklist, n int) {
	nodes, links := s.nodes, o.links
	lo, span := o.lo, o.hi-o.lo
	for k, i := range d.at[:n] {
		l := &links[i]
		p, q := &nodes[l.a], &nodes[l.b]
		if l.grid == 0 {
			s.setGrid(l)
		}
		g := float64(l.grid)
		push := d.deep[k] / float64(p.share+q.share)
		if push <= float64(dust*g) {
			continue
		}
		ux, uy := snap(float64(push*float64(l.nx)), g), snap(float64(push*float64(l.ny)), g)
		if l.a-lo < span {
			p.tx -= ux
			p.ty -= uy
			p.hits++
			o.active++
		}
		if l.b-lo < span {
			q.tx += ux
			q.ty += uy
			q.hits++
		}
	}
}

// moveNodes moves the shapes by the sums of their pushes.
func (s *solver) moveNodes(o *owner) {
	limit := s.cfg.MaxPush
	limited, within := limit < math.Inf(1), 0.0
	if limit > 0x1p-400 && limit < 0x1p+400 {
		within = float64(limit*limit) * (1 - 0x1p-40) // shorter pushes need no root
	}
	easing := 1 / s.cfg.Relaxation
	var d worklist
	for lo := o.lo; lo < o.hi; lo += chunk {
		n := uint(0)
		part := s.nodes[lo:min(lo+chunk, o.hi)]
		for i := range part {
			d.at[n%chunk] = lo + uint32(i)
			if part[i].hits != 0 {
				n++
			}
		}
		for _, i := range d.at[:n] {
			n, w := &s.nodes[i], s.weight(i)
			dx, dy := w*n.tx, w*n.ty
			if d := float64(dx*dx) + float64(dy*dy); limited && !(d <= within) {
				if d = math.Sqrt(d); d > limit {
					f, g := limit/d, float64(s.Traits[i].Grid)
					n.tx, n.ty = snap(float64(n.tx*f), g), snap(float64(n.ty*f), g)
					dx, dy = w*n.tx, w*n.ty
				}
			}
			n.dx, n.dy = float32(dx), float32(dy)
			n.split(w, easing)
		}
	}
}

// writePositions writes the positions of an owner's shapes.
func (s *solver) writePositions(o *owner) {
	var d worklist
	for lo := o.lo; lo < o.hi; lo += chunk {
		n := uint(0)
		part := s.nodes[lo:min(lo+chunk, o.hi)]
		for i := range part {
			d.at[n%chunk] = lo + uint32(i)
			if math.Float64bits(part[i].tx)|math.Float64bits(part[i].ty) != 0 {
				n++
			}
		}
		for _, i := range d.at[:n] {
			n, w := &s.nodes[i], s.weight(i)
			s.X[i] += float64(w * n.tx)
			s.Y[i] += float64(w * n.ty)
		}
	}
}

// moveParts moves all parts of bodies as their leads were moved.
func (s *solver) moveParts(o *owner) {
	if s.Lead == nil {
		return
	}
	for i := o.lo; i < o.hi; i++ {
		if k := s.Lead[i]; k != i {
			n, w := &s.nodes[k], s.Traits[k].W
			s.X[i] += float64(w * n.tx)
			s.Y[i] += float64(w * n.ty)
		}
	}
}
