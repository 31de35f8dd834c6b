// SPDX-License-Identifier: MIT

package soa

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"daylight/internal/kernels"
	"daylight/internal/store"
)

// check walks the whole store and returns an error for the first invariant that does
// not hold: columns of one length, IDs and slots that name each other, parameters in
// range, convex polygons, lanes that neither overlap nor get lost, and for shapes
// that were refreshed, lanes and bounds that fit the rotation in use. It is for
// tests and for hunting down writes to columns that are not the caller's; it takes time
// in proportion to the store and the square of a polygon's vertices, and memory.
func (s *Shapes) check() error {
	for _, check := range []func() error{s.checkLengths, s.checkIndex, s.checkShapes, s.checkRuns} {
		if err := check(); err != nil {
			return fmt.Errorf("soa: check: %w", err)
		}
	}
	return nil
}

func (s *Shapes) checkLengths() error {
	n := s.Len()
	s.prepare()
	for k, c := range s.list {
		if c.Len() != n && !(c.Optional() && c.Len() == 0) {
			return fmt.Errorf("column %d has %d entries, not %d", k, c.Len(), n)
		}
	}
	l := &s.lanes
	for k, col := range l.columns() {
		if len(*col) != len(l.world.D) {
			return fmt.Errorf("lane column %d has %d entries, not %d", k, len(*col), len(l.world.D))
		}
	}
	if len(l.local.D) != len(l.world.D) || (len(l.local.D) > 0 && &l.local.D[0] != &l.world.D[0]) {
		return fmt.Errorf("the lane columns D are not one")
	}
	return nil
}

func (s *Shapes) checkIndex() error {
	t := &s.index
	if len(t.generation) != len(t.slot) {
		return fmt.Errorf("%d generations of %d indices", len(t.generation), len(t.slot))
	}
	for i, id := range s.ids() {
		if slot, ok := t.find(id); !ok || slot != uint32(i) {
			return fmt.Errorf("slot %d holds %v, which is found at %d, %v", i, id, slot, ok)
		}
	}
	free := make([]bool, len(t.slot))
	for _, i := range t.free {
		if free[i] || t.slot[i] != noSlot {
			return fmt.Errorf("index %d is free twice, or free and in use", i)
		}
		free[i] = true
	}
	live, retired := 0, 0
	for i, slot := range t.slot {
		switch {
		case t.generation[i] == 0:
			return fmt.Errorf("index %d is of generation 0", i)
		case slot != noSlot:
			live++
		case !free[i]:
			if t.generation[i] != maxGeneration {
				return fmt.Errorf("index %d is neither live nor free, at generation %d", i, t.generation[i])
			}
			retired++
		}
	}
	if live != s.Len() || retired != t.retired {
		return fmt.Errorf("%d live and %d retired indices, not %d and %d", live, retired, s.Len(), t.retired)
	}
	return nil
}

func (s *Shapes) checkShapes() error {
	c := &s.col
	for i, id := range s.ids() {
		if err := s.checkShape(i); err != nil {
			return fmt.Errorf("shape %v in slot %d: %w", id, i, err)
		}
		if c.Skip[i] != (c.Fault[i] != store.Sound && c.Fault[i] != store.Fresh) {
			return fmt.Errorf("shape %v in slot %d: skip %v with fault %v", id, i, c.Skip[i], c.Fault[i])
		}
	}
	return nil
}

func (s *Shapes) checkShape(i int) error {
	c := &s.col
	p, q, reach := float64(c.P[i]), float64(c.Q[i]), float64(c.Reach[i])
	if !(p >= 0 && p <= maxLocal && q >= 0 && q <= maxLocal && reach >= 0 && reach <= 2*maxLocal) {
		return fmt.Errorf("parameters %v, %v, reach %v", p, q, reach)
	}
	if (c.Class[i] == kernels.Polygon) != (c.Num[i] != 0) {
		return fmt.Errorf("class %d with %d lanes", c.Class[i], c.Num[i])
	}
	core, radius := s.form(nil, i)
	switch c.Class[i] {
	case kernels.Circle:
		if q != 0 || c.RC[i] != 1 || c.RS[i] != 0 {
			return fmt.Errorf("circle with Q %v and rotation (%v, %v)", q, c.RC[i], c.RS[i])
		}
	case kernels.Capsule, kernels.Box:
	case kernels.Polygon:
		if err := s.checkPolygon(i, core); err != nil {
			return err
		}
	default:
		return fmt.Errorf("class %d", c.Class[i])
	}
	if c.RC[i] != c.RC[i] {
		return nil // never refreshed
	}
	cos, sin := float64(c.RC[i]), float64(c.RS[i])
	if d := float64(cos*cos) + float64(sin*sin) - 1; math.Abs(d) > 0x1p-20 {
		return fmt.Errorf("rotation (%v, %v) is not of unit length", cos, sin)
	}
	// The margin promised, less what float64 and a rotated lane may be off.
	pad := radius + float64((reach+radius)*(0x1p-16-0x1p-22))
	for k, v := range core {
		far := math.Sqrt(float64(v.X*v.X) + float64(v.Y*v.Y))
		if far > reach+0x1p-126 {
			return fmt.Errorf("vertex %d is %v away, reach %v", k, far, reach)
		}
		x := float64(cos*v.X) - float64(sin*v.Y)
		y := float64(sin*v.X) + float64(cos*v.Y)
		if x-pad < float64(c.MinX[i]) || y-pad < float64(c.MinY[i]) || x+pad > float64(c.MaxX[i]) || y+pad > float64(c.MaxY[i]) {
			return fmt.Errorf("vertex %d lies outside the bounds", k)
		}
	}
	return nil
}

func (s *Shapes) checkPolygon(i int, core []Point) error {
	c, l := &s.col, &s.lanes
	n := len(core)
	if n < 3 {
		return fmt.Errorf("polygon of %d vertices", n)
	}
	if runLength(n) != c.Num[i] {
		return fmt.Errorf("%d vertices in a run of %d lanes", n, c.Num[i])
	}
	reach := float64(c.Reach[i])
	cos, sin := float64(c.RC[i]), float64(c.RS[i])
	top := 0.0
	for k := range int(c.Num[i]) {
		lane, m := int(c.Off[i])+k, min(k, n-1)
		v, next := core[m], core[(m+1)%n]
		nx, ny := normal(v, next)
		if k < n {
			if turn(v, next, core[(k+2)%n]) <= 0 {
				return fmt.Errorf("not convex at vertex %d", (k+1)%n)
			}
			top = math.Inf(-1)
			for _, w := range core {
				top = max(top, float64(float32(nx*float32(w.X))+float32(ny*float32(w.Y))))
			}
		}
		if l.local.VX[lane] != float32(v.X) || l.local.VY[lane] != float32(v.Y) || l.local.NX[lane] != nx || l.local.NY[lane] != ny {
			return fmt.Errorf("lane %d is not of vertex %d", k, m)
		}
		if float64(l.world.D[lane]) != top {
			return fmt.Errorf("lane %d: support %v, not %v", k, l.world.D[lane], top)
		}
		if cos != cos {
			continue
		}
		off := func(x, y, wx, wy float32, size float64) bool {
			return math.Abs(float64(cos*float64(x))-float64(sin*float64(y))-float64(wx)) > float64(size*0x1p-22)+0x1p-126 ||
				math.Abs(float64(sin*float64(x))+float64(cos*float64(y))-float64(wy)) > float64(size*0x1p-22)+0x1p-126
		}
		if off(float32(v.X), float32(v.Y), l.world.VX[lane], l.world.VY[lane], reach) || off(nx, ny, l.world.NX[lane], l.world.NY[lane], 1) {
			return fmt.Errorf("lane %d does not fit the rotation", k)
		}
	}
	return nil
}

// checkRuns checks that the runs of polygons and of the free lists cover the lanes once.
func (s *Shapes) checkRuns() error {
	type run struct{ off, num uint32 }
	var runs []run
	for i, n := range s.col.Num {
		if n == 0 {
			continue
		}
		if bits.OnesCount32(n) != 1 || n < minRun || s.col.Off[i]%min(n, maxAlign) != 0 {
			return fmt.Errorf("slot %d: run of %d lanes at %d", i, n, s.col.Off[i])
		}
		runs = append(runs, run{s.col.Off[i], n})
	}
	for k, list := range s.lanes.free {
		for _, off := range list {
			if off%min(uint32(1)<<k, maxAlign) != 0 {
				return fmt.Errorf("free run of %d lanes at %d", 1<<k, off)
			}
			runs = append(runs, run{off, 1 << k})
		}
	}
	slices.SortFunc(runs, func(a, b run) int {
		if a.off < b.off {
			return -1
		}
		return 1
	})
	end := uint32(0)
	for _, r := range runs {
		if r.off != end {
			return fmt.Errorf("lanes %d to %d overlap or are lost", min(end, r.off), max(end, r.off))
		}
		end += r.num
	}
	if end != uint32(len(s.lanes.world.D)) {
		return fmt.Errorf("runs cover %d of %d lanes", end, len(s.lanes.world.D))
	}
	return nil
}
