// SPDX-License-Identifier: MIT

package push

import (
	"cmp"
	"slices"

	"daylight/batch"
	"daylight/internal/probe"
	"daylight/internal/qp"
	"daylight/internal/store"
	"daylight/soa"
)

// Push is the movement that parts one shape from everything that it overlaps, if all others stay
// where they are.
type Push struct {
	X, Y float64
	// Left is the depth of the deepest overlap that remains after the push. It is 0 if the shape
	// can be parted from all others. If the shape is squeezed, such as between two walls, Left is
	// more than 0, and no push leaves less.
	Left float64
}

// solver finds the push of one shape after another: the shortest that satisfies the constraints of
// its contacts.
type solver struct {
	constraints []constraint
	of          [2]store.Store  // pushed shapes, and others; nil if they are unknown
	active      []qp.Constraint // satisfied by the push
	inactive    []qp.Constraint // left out so far
	sensors     [2][]bool       // columns of sensors, nil if there are none
	refreshed   bool            // all shapes are up to date

	probe probe.Pair
}

type constraint struct {
	qp.Constraint
	detour int // see solver.detour
}

// begin points at the shapes of contacts that have depths, and holds them, if they are known.
func (s *solver) begin(c *batch.Contacts) error {
	a, b := c.Shapes()
	s.of, s.sensors = store.Both([2]*soa.Shapes{a, b}), [2][]bool{}
	if err := c.Fit(store.Key{}, a, b, true); err != nil {
		return err
	}
	if err := store.HoldBoth(s.of); err != nil {
		return err
	}
	for k, of := range s.of {
		if of != nil {
			s.sensors[k] = of.Columns().Sensor
		}
	}
	return nil
}

func (s *solver) joined() bool { return s.of[0] != s.of[1] }

// anySensor reports whether a shape of the first set, or one of the second, is a sensor.
func (s *solver) anySensor(a, b soa.ID) bool { return s.sensor(0, a) || s.sensor(1, b) }

func (s *solver) sensor(side int, id soa.ID) bool {
	if s.sensors[side] == nil {
		return false
	}
	slot, ok := s.of[side].Slot(uint64(id))
	return ok && s.sensors[side][slot]
}

func (s *solver) add(c qp.Constraint) {
	s.constraints = append(s.constraints, constraint{Constraint: c})
}

// push solves for the active constraints. The deepest is active. The others are tried from deep to
// shallow: one becomes active if the two shapes still overlap after the push so far. Constraints
// whose depth is not the least of their pair (a program may choose them by package mtv) are tried
// last. In the end all inactive ones are tried again.
func (s *solver) push() (p Push) {
	overlaps := 0
	for i := range s.constraints {
		if s.constraints[i].Depth > 0 {
			overlaps++
		}
	}
	s.active, s.inactive = s.active[:0], s.inactive[:0]
	all := s.constraints
	if s.of[0] == nil || overlaps < 2 {
		for i := range all {
			s.active = append(s.active, all[i].Constraint)
		}
		return s.solve()
	}
	for i := range all {
		all[i].detour = s.detour(&all[i].Constraint)
	}
	slices.SortFunc(all, func(v, w constraint) int {
		return cmp.Or(cmp.Compare(v.detour, w.detour), -cmp.Compare(v.Depth, w.Depth), cmp.Compare(v.Other, w.Other), cmp.Compare(v.Of, w.Of))
	})
	for i := range all {
		// A near miss is active from the beginning, so that the push does not run into it.
		if c := all[i].Constraint; i == 0 || c.Depth <= 0 || s.meets(&c, p) {
			s.active = append(s.active, c)
			p = s.solve()
		} else {
			s.inactive = append(s.inactive, c)
		}
	}
	for i := 0; i < len(s.inactive); i++ {
		if s.meets(&s.inactive[i], p) {
			s.active = append(s.active, s.inactive[i])
			s.inactive = slices.Delete(s.inactive, i, i+1)
			p = s.solve()
			i = -1 // try the others again
		}
	}
	return p
}

// solve solves for the active constraints.
func (s *solver) solve() (p Push) {
	p.X, p.Y, p.Left = qp.Solve(s.active)
	return p
}

// detour is 1 if a constraint's depth is more than the least that parts its two shapes, else 0.
func (s *solver) detour(w *qp.Constraint) int {
	c, err := s.moved(w, Push{})
	if err == nil && w.Depth > float64(c.Depth)+c.Bound {
		return 1
	}
	return 0
}

// meets reports whether the two shapes of a constraint overlap after a push by more than the error
// of the constraint's depth.
func (s *solver) meets(w *qp.Constraint, p Push) bool {
	c, err := s.moved(w, p)
	if err != nil {
		return true // the contact says so
	}
	return float64(c.Depth) > c.Bound
}

// moved decides the two shapes of a constraint after a push.
func (s *solver) moved(w *qp.Constraint, p Push) (probe.Contact, error) {
	if s.refreshed {
		return s.probe.Refreshed(s.of, uint64(w.Of), uint64(w.Other), p.X, p.Y)
	}
	return s.probe.Held(s.of, uint64(w.Of), uint64(w.Other), p.X, p.Y)
}
