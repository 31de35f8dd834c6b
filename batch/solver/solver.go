// SPDX-License-Identifier: MIT

package solver

import (
	"cmp"
	"context"
	"sync/atomic"

	"daylight"
	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/movers"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// Solver moves shapes, frame after frame. It owns the memory for that, about 270 bytes per shape
// and 240 per contact. After the first calls, it allocates nothing with one worker. Only one
// goroutine at a time may use it: of two calls that overlap, the second returns daylight.ErrBusy.
type Solver struct {
	of   [2]*soa.Shapes // the second is nil except for NewJoin
	cfg  Config
	s    state
	busy atomic.Bool // a call is under way
}

// Stats tells what a call of Solve did. Nothing in it but Workers depends on the number of workers.
type Stats struct {
	Contacts int     // contacts that it used; it ignores those of sensors, of removed shapes and of two shapes that do not move
	Overlaps int     // contacts that overlapped by more than Slop
	Deepest  float64 // the greatest overlap among them, 0 if there are none
	Workers  int     // goroutines used: fewer than allowed if there are few shapes
}

// New makes a solver for the shapes. It returns a *daylight.ArgumentError if shapes is nil or the
// Config makes no sense.
func New(shapes *soa.Shapes, cfg Config) (*Solver, error) {
	if shapes == nil {
		return nil, guard.Argument("solver.New", "shapes is nil; make them with soa.New")
	}
	return newSolver([2]*soa.Shapes{shapes}, cfg)
}

// NewJoin makes a solver for two sets of shapes. It takes the contacts of an engine from
// batch.NewJoin(a, b), with the sets in the same order, and moves shapes of both sets. It does not
// move shapes that are static, that have an inverse mass of 0, or that are in a set without
// velocities. The result is the same as with all shapes in one set, but for the order of contacts.
// It keeps copies of columns of both sets, which take 50 to 90 bytes per shape. NewJoin returns a
// *daylight.ArgumentError if a set is nil, if both are the same, or if the Config makes no sense.
func NewJoin(a, b *soa.Shapes, cfg Config) (*Solver, error) {
	switch {
	case a == nil || b == nil:
		return nil, guard.Argument("solver.NewJoin", "a set of shapes is nil; make it with soa.New")
	case a == b:
		return nil, guard.Argument("solver.NewJoin", "both sets are the same; use New for contacts within one")
	}
	return newSolver([2]*soa.Shapes{a, b}, cfg)
}

func newSolver(of [2]*soa.Shapes, cfg Config) (*Solver, error) {
	if err := cmp.Or(cfg.check(of), guard.Workers("solver.Config", &cfg.Workers)); err != nil {
		return nil, err
	}
	table, err := guard.Kernels("solver.Config", cfg.Kernels, isa.Named)
	if err != nil {
		return nil, err
	}
	s := &Solver{of: of, cfg: cfg.resolved(), s: state{kernels: table}}
	return s, nil
}

// Solve moves the shapes for a frame, by their velocities, gravity and contacts, and writes their
// new positions, velocities, rotations and spins. The contacts must be those of a step of the
// shapes as they are now. Solve takes static shapes to move by their velocities during the frame,
// but leaves it to the caller to move them. It only reads the contacts; once the shapes have moved,
// the contacts no longer describe them.
//
// All shapes count as written (see soa.Live.Wrote), so that the next step of an engine with a list
// looks at all of them.
//
// If ctx ends before the result is found, nothing has changed. If an inverse mass is out of range,
// Solve returns a *daylight.ArgumentError that names the shape. It also returns one for contacts of
// other shapes (also a soa.ErrForeign), for contacts without depths or, with spins, without points,
// for contacts between two sets unless NewJoin made the solver, and for a Material that makes no
// sense. If Config.Omit panics, it returns a *daylight.PanicError. It ignores contacts of sensors
// (soa.Attrs.Sensor).
func (s *Solver) Solve(ctx context.Context, contacts *batch.Contacts) (Stats, error) {
	switch {
	case s == nil || s.of[0] == nil:
		return Stats{}, guard.Argument("solver.Solve", "the Solver was not made by New")
	case ctx == nil:
		return Stats{}, guard.Argument("solver.Solve", "ctx is nil; pass context.Background()")
	case contacts == nil:
		return Stats{}, guard.Argument("solver.Solve", "contacts is nil; pass what Step returned")
	}
	if err := s.fits(contacts, s.cfg.turns()); err != nil {
		return Stats{}, err
	}
	if err := s.cfg.attached(s.of); err != nil {
		return Stats{}, err // it may have been detached
	}
	if !s.busy.CompareAndSwap(false, true) {
		return Stats{}, daylight.ErrBusy
	}
	defer s.busy.Store(false)
	for k := range s.s.impulses {
		s.s.impulses[k] = s.s.impulses[k][:0] // those of a Solve before are no others'
	}
	if err := s.s.askOmit(&s.cfg, contacts); err != nil {
		return Stats{}, err
	}
	live, err := store.Hold(s.of)
	if err != nil {
		return Stats{}, err
	}
	defer store.Release(s.of)
	s.s.flat = s.fits(contacts, true) == nil
	return s.s.solve(ctx, s.of, live, &s.cfg, contacts)
}

// Impulses returns the impulses at the contact points of the last Solve, in the order of the
// contacts: [0] at first points, and [1] at second points, as in Contacts.Points. Without Spin,
// Solve uses no second points. Impulses of contacts that Solve ignored are 0. An impulse divided by
// the Duration is the mean force. The slices belong to the solver and are valid until its next
// call; they are empty without Config.Impulses.
func (s *Solver) Impulses() [2][]Impulse {
	if s == nil {
		return [2][]Impulse{}
	}
	return s.s.impulses
}

// askOmit asks the caller which contacts to ignore.
func (s *state) askOmit(cfg *Config, contacts *batch.Contacts) error {
	if cfg.Omit == nil {
		return nil
	}
	s.cfg, s.contacts, s.omit = cfg, contacts, scratch.Resize(s.omit, contacts.Len())
	return guard.EachNamed(1, s, func(s *state, _ int) error {
		for i := range s.omit {
			s.omit[i] = s.cfg.Omit(s.contacts, i)
			if s.contacts.Len() != len(s.omit) {
				return guard.Field("solver.Config", "Omit", "a function", "it changed the contacts; want one that does not step")
			}
		}
		return nil
	}, func(*state, int) string { return "Config.Omit" })
}

// fits reports contacts that this solver cannot take; flat refuses those of a torus as well.
func (s *Solver) fits(contacts *batch.Contacts, flat bool) error {
	a, b := s.of[0], s.of[1]
	if b == nil {
		b = a
	}
	return contacts.Fit(store.Key{}, a, b, flat)
}

func (s *state) solve(ctx context.Context, of [2]*soa.Shapes, live [2]soa.Live, cfg *Config, contacts *batch.Contacts) (Stats, error) {
	if err := ctx.Err(); err != nil {
		return Stats{}, err
	}
	s.ctx, s.cfg, s.contacts = ctx, cfg, contacts
	s.view(of, live)
	s.divide()
	stats := Stats{Workers: len(s.owners)}
	if err := s.moveShapes(); err != nil {
		return stats, err
	}
	for k := range s.owners {
		o := &s.owners[k]
		stats.Contacts += o.contacts
		stats.Overlaps += o.overlaps
		stats.Deepest = max(stats.Deepest, o.deepest)
	}
	// From here on stores change, and the call is not cancelled any more.
	s.ctx = context.Background()
	for _, shapes := range of {
		if shapes != nil {
			store.Of(shapes).Wrote(0, shapes.Len())
		}
	}
	s.placeEntries()
	if err := s.each((*state).write); err != nil {
		return stats, err
	}
	if s.handOver(); !cfg.Impulses {
		return stats, nil
	}
	for j := range s.impulses {
		s.impulses[j] = scratch.Resize(s.impulses[j], contacts.Len())
	}
	return stats, s.each((*state).tellImpulses)
}

// view points at the columns of the shapes, which are held.
func (s *state) view(of [2]*soa.Shapes, live [2]soa.Live) {
	c := s.cfg
	s.View(of, live, [2]*soa.Column[float64]{c.Columns[0].InvMass, c.Columns[1].InvMass})
	var vx, vy [2][]float32
	for k := range of {
		v := &c.Columns[k]
		vx[k], vy[k] = movers.Data(v.VX, live[k]), movers.Data(v.VY, live[k])
		s.spin[k], s.upright[k] = movers.Data(v.Spin, live[k]), movers.Data(v.FixedRotation, live[k])
		s.material[k] = movers.Data(v.Material, live[k])
		s.Still[k] = of[k] != nil && v.VX == nil
	}
	if s.vx, s.vy = vx[0], vy[0]; of[1] != nil {
		n := int(s.First)
		s.vx = scratch.Concat(&s.joined[0], vx[0], vx[1], n, len(s.ID)-n, 0)
		s.vy = scratch.Concat(&s.joined[1], vy[0], vy[1], n, len(s.ID)-n, 0)
	}
}

// handOver writes positions and velocities to the stores that they were copied from.
func (s *state) handOver() {
	s.HandOver()
	if s.Of[1] == nil {
		return
	}
	for k := range s.Of {
		lo, hi := uint32(0), s.First
		if k == 1 {
			lo, hi = s.First, uint32(len(s.ID))
		}
		if v := &s.cfg.Columns[k]; v.VX != nil {
			copy(v.VX.Data(s.Live[k]), s.vx[lo:hi])
			copy(v.VY.Data(s.Live[k]), s.vy[lo:hi])
		}
	}
}
