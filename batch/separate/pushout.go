// SPDX-License-Identifier: MIT

package separate

import (
	"cmp"
	"math"
	"slices"

	"daylight/batch"
	"daylight/internal/probe"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// Push is the movement that parts one shape from everything that it overlaps, if all others stay
// where they are.
type Push struct {
	X, Y float64
	// Left is the depth of the deepest overlap that is left after the push. It is 0 if the shape
	// can be parted from all others. If the shape is squeezed, such as between two walls, it is
	// more, and the push is the one that leaves the least.
	Left float64
}

// PushOut returns the shortest movement of a shape, or of several that move as one, such as the
// parts of a body, that parts it from everything else that it overlaps: along the normal of each
// contact it moves by the depth at least. A box in a corner, for example, moves away from both
// walls at once. Shapes nearby, whose contacts have negative depths, are obstacles that the
// movement does not run into. For a shape that overlaps nothing the Push is zero.
//
// PushOut ignores a contact that ends when deeper ones are ended. So a shape that slides over a
// floor of many parts does not catch on their seams, where the least push out of the next part
// leads back along the floor. To find such contacts PushOut looks at the shapes, which must not
// have moved since the contacts were found. It holds them meanwhile, and returns soa.ErrInUse if
// somebody else does, or inside of Update. If a caller has put the contacts together, it is not
// known which shapes they are of, and none is ignored.
//
// PushOut keeps to the normal of each contact, so there may be a shorter way out along others.
// What the shape meets on its way is found by the next step. PushOut goes through all contacts,
// so use Pushes for many shapes. It fails if the contacts have no depths; see batch.Mode.
//
// If the contacts are of a batch.Join, ids are shapes of the first set, which are pushed out of
// the second; exchange the sets in the Join for the reverse. Contacts of sensors (soa.Attrs.Sensor) are
// ignored.
func PushOut(c *batch.Contacts, ids ...soa.ID) (Push, error) {
	var s pushSolver
	if err := s.begin(c); err != nil {
		return Push{}, err
	}
	defer store.Release(s.of)
	for i := range c.A {
		if s.anySensor(c.A[i], c.B[i]) {
			continue
		}
		switch a, b := slices.Contains(ids, c.A[i]), !s.joined() && slices.Contains(ids, c.B[i]); {
		case a && !b:
			s.add(c.A[i], c.B[i], -c.NX[i], -c.NY[i], c.Depth[i])
		case b && !a:
			s.add(c.B[i], c.A[i], c.NX[i], c.NY[i], c.Depth[i])
		}
	}
	return s.push(), nil
}

// Pushes are the pushes of all shapes that have a contact, except sensors, as columns; see
// PushOut. Each assumes that its shape is the only one that moves: of two shapes that overlap,
// move one, or move both by half.
type Pushes struct {
	ID         []soa.ID // ascending
	X, Y, Left []float64

	start []uint32 // by index of a shape, where its contacts begin in row
	row   []uint32 // contact, twice, and one more if the shape is its B
	s     pushSolver
}

// Find computes the pushes of all shapes in the contacts; of a Join, those of the shapes of the
// first set. It overwrites what was there before, and allocates only where a column must grow. It
// fails if the contacts have no depths, see batch.Mode, and with soa.ErrInUse if somebody else holds
// the shapes. It runs on the calling goroutine.
func (p *Pushes) Find(c *batch.Contacts) error {
	if err := p.s.begin(c); err != nil {
		return err
	}
	defer store.Release(p.s.of)
	p.ID, p.X, p.Y, p.Left = p.ID[:0], p.X[:0], p.Y[:0], p.Left[:0]
	both := !p.s.joined()
	top := uint32(0)
	for i, a := range c.A {
		top = max(top, a.Index(), c.B[i].Index())
	}
	p.start = scratch.Resize(p.start, int(top)+2)
	clear(p.start)
	for i, a := range c.A {
		if p.s.anySensor(a, c.B[i]) {
			continue
		}
		p.start[a.Index()+1]++
		if both {
			p.start[c.B[i].Index()+1]++
		}
	}
	for k := 1; k < len(p.start); k++ {
		p.start[k] += p.start[k-1]
	}
	p.row = scratch.Resize(p.row, 2*c.Len())
	for i, a := range c.A {
		if p.s.anySensor(a, c.B[i]) {
			continue
		}
		p.row[p.start[a.Index()]] = uint32(2 * i)
		p.start[a.Index()]++
		if !both {
			continue
		}
		b := c.B[i].Index()
		p.row[p.start[b]] = uint32(2*i + 1)
		p.start[b]++
	}
	lo := uint32(0)
	for _, hi := range p.start[:len(p.start)-1] {
		if lo == hi {
			continue
		}
		p.s.constraints = p.s.constraints[:0]
		var id soa.ID
		for _, e := range p.row[lo:hi] {
			i := e / 2
			if e%2 == 0 {
				id = c.A[i]
				p.s.add(c.A[i], c.B[i], -c.NX[i], -c.NY[i], c.Depth[i])
			} else {
				id = c.B[i]
				p.s.add(c.B[i], c.A[i], c.NX[i], c.NY[i], c.Depth[i])
			}
		}
		lo = hi
		push := p.s.push()
		p.ID = append(p.ID, id)
		p.X, p.Y, p.Left = append(p.X, push.X), append(p.Y, push.Y), append(p.Left, push.Left)
	}
	return nil
}

// pushSolver finds the shortest vector d with n.d >= depth for every constraint: a quadratic programme in two
// variables. A contact of the pushed shape is a constraint.
type pushSolver struct {
	constraints []constraint
	of          [2]*soa.Shapes // those that are pushed, and others; nil if they are not known
	active      []constraint   // constraints that the push satisfies
	inactive    []constraint   // constraints that it leaves out so far
	sensors     [2][]bool      // columns of sensors, nil if there are none

	probe probe.Pair
}

type constraint struct {
	of       soa.ID // the shape that is pushed
	other    soa.ID
	nx, ny   float64
	detour   int
	depth, h float64 // h is the depth to reach now: depth, or less if squeezed
}

// begin points at the shapes of contacts that have depths, if it is known which they are, and
// holds them.
func (s *pushSolver) begin(c *batch.Contacts) error {
	a, b := c.Shapes()
	s.of, s.sensors = [2]*soa.Shapes{a, b}, [2][]bool{}
	if err := c.Fit(store.Key{}, a, b, true); err != nil {
		return err
	}
	if _, err := store.Hold(s.of); err != nil {
		return err
	}
	for k, of := range s.of {
		if of != nil {
			s.sensors[k] = store.Of(of).Columns().Sensor
		}
	}
	return nil
}

func (s *pushSolver) joined() bool { return s.of[0] != s.of[1] }

// anySensor reports whether a shape of the first set, or one of the second, is a sensor.
func (s *pushSolver) anySensor(a, b soa.ID) bool { return s.sensor(0, a) || s.sensor(1, b) }

func (s *pushSolver) sensor(side int, id soa.ID) bool {
	if s.sensors[side] == nil {
		return false
	}
	slot, ok := store.Of(s.of[side]).Slot(uint64(id))
	return ok && s.sensors[side][slot]
}

func (s *pushSolver) add(of, other soa.ID, nx, ny, depth float32) {
	x, y := float64(nx), float64(ny)
	l := math.Sqrt(float64(x*x) + float64(y*y))
	s.constraints = append(s.constraints, constraint{of: of, other: other, nx: x / l, ny: y / l, depth: float64(depth)})
}

const (
	// slackness is the share of the greatest depth by which a constraint that counts as satisfied may be
	// missed: far above float64 rounding, far below that of the depths.
	slackness = 0x1p-40
	// wedge is the sine of the least angle of two opposing constraints between which a shape is pushed out. Out of a
	// narrower wedge, of a sixtieth of a degree, the push would be thousands of times the depth.
	wedge = 0x1p-12
	// halvings is how often the range of what must be left is halved.
	halvings = 40
)

// push solves for the active constraints. The deepest is active. The others are tried from deep to shallow: one
// becomes active if the two shapes still overlap after the push so far. Constraints whose depth is not the least of
// their pair, as batch.Config.OpposeWithin makes them, are tried last. In the end all inactive ones are tried again.
func (s *pushSolver) push() Push {
	overlaps := 0
	for i := range s.constraints {
		if s.constraints[i].depth > 0 {
			overlaps++
		}
	}
	if s.of[0] == nil || overlaps < 2 {
		return s.solveAll()
	}
	all := s.constraints
	for i := range all {
		all[i].detour = s.detour(&all[i])
	}
	slices.SortFunc(all, func(v, w constraint) int {
		return cmp.Or(cmp.Compare(v.detour, w.detour), -cmp.Compare(v.depth, w.depth), cmp.Compare(v.other, w.other), cmp.Compare(v.of, w.of))
	})
	s.active, s.inactive = s.active[:0], s.inactive[:0]
	var p Push
	for i := range all {
		// A near miss is active from the beginning, so that the push does not run into it.
		if i == 0 || all[i].depth <= 0 || s.meets(&all[i], p) {
			s.active = append(s.active, all[i])
			p = s.solveActive()
		} else {
			s.inactive = append(s.inactive, all[i])
		}
	}
	for i := 0; i < len(s.inactive); i++ {
		if s.meets(&s.inactive[i], p) {
			s.active = append(s.active, s.inactive[i])
			s.inactive = slices.Delete(s.inactive, i, i+1)
			p = s.solveActive()
			i = -1 // try the others again
		}
	}
	s.constraints = all
	return p
}

// detour is 1 if a constraint's depth is more than the least that parts its two shapes, else 0.
func (s *pushSolver) detour(w *constraint) int {
	c, err := s.probe.Held(store.Both(s.of), uint64(w.of), uint64(w.other), 0, 0)
	if err == nil && w.depth > float64(c.Depth)+c.Bound {
		return 1
	}
	return 0
}

// meets reports whether the two shapes of a constraint overlap after a push, by more than the
// constraint's depth may be off.
func (s *pushSolver) meets(w *constraint, p Push) bool {
	c, err := s.probe.Held(store.Both(s.of), uint64(w.of), uint64(w.other), p.X, p.Y)
	if err != nil {
		return true // the contact says so
	}
	return float64(c.Depth) > c.Bound
}

// solveActive is solveAll for the active constraints.
func (s *pushSolver) solveActive() Push {
	s.constraints = s.active
	p := s.solveAll()
	s.active = s.constraints
	return p
}

// solveAll solves for all constraints, which it puts in order of their shapes so that the bits of
// the answer do not depend on the order of contacts.
func (s *pushSolver) solveAll() Push {
	slices.SortFunc(s.constraints, func(v, w constraint) int {
		return cmp.Or(cmp.Compare(v.other, w.other), cmp.Compare(v.depth, w.depth), cmp.Compare(v.nx, w.nx), cmp.Compare(v.ny, w.ny))
	})
	deepest := 0.0
	for i := range s.constraints {
		deepest = max(deepest, s.constraints[i].depth)
	}
	if deepest == 0 {
		return Push{}
	}
	if x, y, ok := s.solve(0, deepest); ok {
		return Push{X: x, Y: y}
	}
	// The shape is squeezed. To leave an overlap of deepest is feasible, by no movement at all. Bisection finds the
	// least overlap that is.
	lo, hi := 0.0, deepest
	var p Push
	for range halvings {
		mid := float64(0.5 * (lo + hi))
		if x, y, ok := s.solve(mid, deepest); ok {
			hi, p = mid, Push{X: x, Y: y}
		} else {
			lo = mid
		}
	}
	p.Left = hi
	return p
}

// solve finds the shortest vector that leaves overlaps of at most left, or that there is
// none. It adds one constraint after another: if the vector so far satisfies it, the vector stays; if not, the
// new vector ends on its line (R. Seidel, Small-dimensional linear programming and convex
// hulls made easy, 1991; the argument holds for any strictly convex aim), at the point
// nearest to the origin that all constraints before allow.
func (s *pushSolver) solve(left, deepest float64) (x, y float64, ok bool) {
	eps := float64(slackness * deepest)
	for i := range s.constraints {
		w := &s.constraints[i]
		w.h = w.depth - left
		if float64(w.nx*x)+float64(w.ny*y) >= w.h-eps {
			continue
		}
		px, py := float64(w.h*w.nx), float64(w.h*w.ny)
		lo, hi := math.Inf(-1), math.Inf(1)
		for j := range s.constraints[:i] {
			v := &s.constraints[j]
			// On the line (px, py) + t (-w.ny, w.nx) constraint v requires a t >= b.
			a := float64(v.ny*w.nx) - float64(v.nx*w.ny)
			b := v.h - (float64(v.nx*px) + float64(v.ny*py))
			facing := float64(v.nx*w.nx)+float64(v.ny*w.ny) < 0
			switch {
			case facing && math.Abs(a) < wedge || a == 0:
				if b > eps {
					return 0, 0, false
				}
			case a > 0:
				lo = max(lo, b/a)
			default:
				hi = min(hi, b/a)
			}
		}
		if lo > hi+eps {
			return 0, 0, false
		}
		t := min(max(0, lo), hi)
		x, y = px-float64(t*w.ny), py+float64(t*w.nx)
	}
	return x, y, true
}
