// SPDX-License-Identifier: MIT

package separate

import (
	"cmp"
	"context"
	"sync/atomic"

	"daylight"
	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/store"
	"daylight/soa"
)

// Separator pushes shapes apart, frame after frame. It owns the memory for that, about 72 bytes per
// shape and 40 per contact. After the first calls, it allocates nothing with one worker. Only one
// goroutine at a time may use it: of two calls that overlap, the second returns daylight.ErrBusy.
type Separator struct {
	of     [2]*soa.Shapes // the second is nil but of a join
	cfg    Config
	solver solver
	seams  seams
	busy   atomic.Bool // a call is under way
}

// New makes a separator for the shapes. It returns a *daylight.ArgumentError if shapes is nil or
// the Config makes no sense.
func New(shapes *soa.Shapes, cfg Config) (*Separator, error) {
	if shapes == nil {
		return nil, guard.Argument("separate.New", "shapes is nil; make them with soa.New")
	}
	return newSeparator([2]*soa.Shapes{shapes}, cfg)
}

// NewJoin makes a separator for two sets of shapes. It takes the contacts of an engine from
// batch.NewJoin(a, b), with the sets in the same order, and moves shapes of both sets. It does not
// move shapes that are static or have an inverse mass of 0. The result is the same as with all
// shapes in one set. It keeps copies of columns of both sets, which take 60 to 100 bytes per shape.
// NewJoin returns a *daylight.ArgumentError if a set is nil, if both are the same, or if the Config
// makes no sense.
func NewJoin(a, b *soa.Shapes, cfg Config) (*Separator, error) {
	switch {
	case a == nil || b == nil:
		return nil, guard.Argument("separate.NewJoin", "a set of shapes is nil; make it with soa.New")
	case a == b:
		return nil, guard.Argument("separate.NewJoin", "both sets are the same; use New for contacts within one")
	}
	return newSeparator([2]*soa.Shapes{a, b}, cfg)
}

func newSeparator(of [2]*soa.Shapes, cfg Config) (*Separator, error) {
	if err := cmp.Or(cfg.check(of), guard.Workers("separate.Config", &cfg.Workers)); err != nil {
		return nil, err
	}
	table, err := guard.Kernels("separate.Config", cfg.Kernels, isa.Named)
	if err != nil {
		return nil, err
	}
	s := &Separator{of: of, cfg: cfg.resolved()}
	s.seams.table = table
	return s, nil
}

// Separate pushes the shapes of the contacts apart, along the normals, and writes their new
// positions. The contacts must be those of a step of the shapes as they are now. If the step had
// a positive margin, contacts with a negative depth keep shapes from being pushed into each
// other. Separate only reads the contacts; once the shapes have moved, the contacts no longer
// describe them.
//
// Overlap that is left after the iterations is left for the next frame. A pair that nothing else
// pushes touches in the end, which counts as a contact. To find out whether any overlap is left,
// step with a small negative Margin of batch.Config.
//
// If nothing overlaps, Separate writes to no shape. Otherwise all shapes count as written (see
// soa.Live.Wrote), so that the next step of an engine with a list looks at all of them.
//
// If ctx ends before the result is found, nothing has changed. If an inverse mass is out of
// range, Separate returns a *daylight.ArgumentError that names the shape. It also returns one for
// contacts of other shapes (a soa.ErrForeign, too), for contacts without depths, and for contacts
// of a Join unless NewJoin made the separator. It ignores contacts of sensors (soa.Attrs.Sensor).
func (s *Separator) Separate(ctx context.Context, contacts *batch.Contacts) (Stats, error) {
	switch {
	case s == nil || s.of[0] == nil:
		return Stats{}, guard.Argument("separate.Separate", "the Separator was not made by New")
	case ctx == nil:
		return Stats{}, guard.Argument("separate.Separate", "ctx is nil; pass context.Background()")
	case contacts == nil:
		return Stats{}, guard.Argument("separate.Separate", "contacts is nil; pass what Step returned")
	}
	if err := s.check(contacts); err != nil {
		return Stats{}, err
	}
	if err := s.cfg.attached(s.of); err != nil {
		return Stats{}, err // it may have been detached
	}
	if !s.busy.CompareAndSwap(false, true) {
		return Stats{}, daylight.ErrBusy
	}
	defer s.busy.Store(false)
	live, err := store.Hold(s.of)
	if err != nil {
		return Stats{}, err
	}
	defer store.Release(s.of)
	s.solver.ignored = nil
	if s.cfg.SmoothSeams {
		if s.solver.ignored, err = s.seams.find(contacts, s.of, &s.cfg); err != nil {
			return Stats{}, err
		}
	}
	return s.solver.separate(ctx, s.of, live, &s.cfg, contacts)
}

func (s *Separator) check(contacts *batch.Contacts) error {
	a, b := s.of[0], s.of[1]
	if b == nil {
		b = a
	}
	return contacts.Fit(store.Key{}, a, b, s.cfg.SmoothSeams)
}
