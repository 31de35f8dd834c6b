// SPDX-License-Identifier: MIT

package separate

// findStatic finds the deepest overlap of every shape with shapes that cannot move, and writes the
// push that ends it to exits.
func (s *solver) findStatic(o *owner) {
	nodes, slop := s.nodes, s.cfg.Slop
	o.active, o.stuck = 0, o.stuck[:0]
	for _, i := range o.fixed {
		l := &o.links[i]
		p, q := &nodes[l.a], &nodes[l.b]
		fixedB := q.share == 0
		deep := -slop - l.gap(p, q)
		if !(deep > 0) {
			continue
		}
		at, nx, ny := l.b, float64(l.nx), float64(l.ny)
		if fixedB {
			at, q, nx, ny = l.a, p, -nx, -ny
		}
		if l.grid == 0 {
			s.setGrid(l)
		}
		push := deep / s.weight(at)
		if at-o.lo >= o.hi-o.lo || push <= float64(dust*float64(l.grid)) {
			continue
		}
		o.active++
		// For equal depths the direction decides, not the order of the links.
		x, y := float64(deep*nx), float64(deep*ny)
		best := &s.exits[at]
		if q.hits == 0 {
			*best, q.hits = [2]float64{x, y}, 1
			o.stuck = append(o.stuck, at)
		} else if less(best, x, y, float64(x*x)+float64(y*y)) {
			*best = [2]float64{x, y}
		}
	}
}

// less reports whether the best push so far is shorter than (x, y), whose square is d, or as long
// and before it in the order of X, then Y.
func less(best *[2]float64, x, y, d float64) bool {
	b := float64(best[0]*best[0]) + float64(best[1]*best[1])
	return b < d || (b == d && (best[0] < x || (best[0] == x && best[1] < y)))
}

// resolveStatic moves every shape out of its deepest overlap with shapes that cannot move.
func (s *solver) resolveStatic(o *owner) {
	easing := 1 / s.cfg.Relaxation
	for _, i := range o.stuck {
		n := &s.nodes[i]
		w, g := s.weight(i), float64(s.Traits[i].Grid)
		n.tx += snap(s.exits[i][0]/w, g)
		n.ty += snap(s.exits[i][1]/w, g)
		n.dx, n.dy = float32(w*n.tx), float32(w*n.ty)
		n.split(w, easing)
	}
}
