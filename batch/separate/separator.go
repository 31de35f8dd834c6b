// SPDX-License-Identifier: MIT

package separate

import (
	"context"
	"sync/atomic"

	"daylight/batch"
	"daylight/soa"
)

// Separator pushes shapes apart, frame after frame. It owns the scratch for that, about
// 72 bytes a shape and 32 a contact (136 and 60 with Velocities), and allocates nothing
// once warm with one worker. It is for one goroutine at a time: of two calls that overlap,
// the second gets batch.ErrBusy.
type Separator struct {
	of     [2]*soa.Shapes // the second is nil but of a join
	cfg    config
	solver solver
	seams  seams
	busy   atomic.Bool // a call is under way
}

// New makes a separator for the shapes.
func New(shapes *soa.Shapes, opts ...Option) (*Separator, error) {
	if shapes == nil {
		return nil, wrong("New", "shapes is nil; make them with soa.New")
	}
	return newSeparator([2]*soa.Shapes{shapes}, opts)
}

// NewJoin makes a separator for two sets of shapes, which takes the contacts of
// batch.Join(a, b) and moves shapes of both: what one set holds still is to be static, of
// inverse mass 0 or, where there are Velocities, in the set that has none. The result is that
// of all shapes in one set. It copies columns of both, 60 to 100 bytes a shape.
func NewJoin(a, b *soa.Shapes, opts ...Option) (*Separator, error) {
	switch {
	case a == nil || b == nil:
		return nil, wrong("NewJoin", "a set of shapes is nil; make it with soa.New")
	case a == b:
		return nil, wrong("NewJoin", "both sets are the same; use New for contacts within one")
	}
	return newSeparator([2]*soa.Shapes{a, b}, opts)
}

func newSeparator(of [2]*soa.Shapes, opts []Option) (*Separator, error) {
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if err := c.attached(of); err != nil {
		return nil, err
	}
	return &Separator{of: of, cfg: c}, nil
}

// Separate pushes the shapes of the contacts apart by writing their positions: along
// the normals, as far as the depths and what has been pushed so far ask for. The
// contacts are those of a step of the shapes as they are now; contacts with a
// positive margin also keep apart what would be pushed together. They are only read,
// and describe the shapes no longer once those have moved. Velocities and SubSteps
// say what else may be written.
//
// Overlap that the iterations have not ended is left for the next frame. Where nothing
// interferes, pairs end up touching, which counts as a contact: to ask whether any overlap
// is left, step with a small negative batch.Margin, see there.
//
// If ctx ends before the result is found, nothing has changed. An inverse mass out of range
// is a *batch.ArgumentError, which names the shape. Contacts of other shapes are
// refused with batch.ErrForeign, those of a Join with batch.ErrJoined unless the separator
// was made by NewJoin, those without depths with batch.ErrNoDepths. Contacts of sensors
// (soa.Sensor) are passed over.
func (s *Separator) Separate(ctx context.Context, contacts *batch.Contacts) (Stats, error) {
	switch {
	case s.of[0] == nil:
		return Stats{}, wrong("Separate", "the Separator was not made by New")
	case ctx == nil:
		return Stats{}, wrong("Separate", "ctx is nil; pass context.Background()")
	case contacts == nil:
		return Stats{}, wrong("Separate", "contacts is nil; pass what Step returned")
	}
	if err := s.check(contacts); err != nil {
		return Stats{}, err
	}
	if err := s.cfg.attached(s.of); err != nil {
		return Stats{}, err // it may have been detached
	}
	if !s.busy.CompareAndSwap(false, true) {
		return Stats{}, batch.ErrBusy
	}
	defer s.busy.Store(false)
	s.solver.over = s.passed(contacts)
	var live [2]soa.Live
	var err error
	if live[0], err = s.of[0].Hold(); err != nil {
		return Stats{}, err
	}
	defer s.of[0].Release()
	if s.of[1] != nil {
		if live[1], err = s.of[1].Hold(); err != nil {
			return Stats{}, err
		}
		defer s.of[1].Release()
	}
	return s.solver.separate(ctx, s.of, live, &s.cfg, contacts)
}

func (s *Separator) check(contacts *batch.Contacts) error {
	if s.of[1] != nil {
		return contacts.CheckOfJoin(s.of[0], s.of[1])
	}
	return contacts.CheckOf(s.of[0])
}

// Once pushes shapes apart once; see Separator.Separate. In a loop, a Separator saves
// making its scratch each time, and remembers impulses.
func Once(ctx context.Context, shapes *soa.Shapes, contacts *batch.Contacts, opts ...Option) (Stats, error) {
	s, err := New(shapes, opts...)
	if err != nil {
		return Stats{}, err
	}
	return s.Separate(ctx, contacts)
}
