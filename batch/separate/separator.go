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
	shapes *soa.Shapes
	cfg    config
	solver solver
	busy   atomic.Bool // a call is under way
}

// New makes a separator for the shapes.
func New(shapes *soa.Shapes, opts ...Option) (*Separator, error) {
	if shapes == nil {
		return nil, wrong("New", "shapes is nil; make them with soa.New")
	}
	c, err := newConfig(opts)
	if err != nil {
		return nil, err
	}
	if err := c.attached(shapes); err != nil {
		return nil, err
	}
	return &Separator{shapes: shapes, cfg: c}, nil
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
// refused with batch.ErrForeign, those of a Join with batch.ErrJoined, those without depths
// with batch.ErrNoDepths.
func (s *Separator) Separate(ctx context.Context, contacts *batch.Contacts) (Stats, error) {
	switch {
	case s.shapes == nil:
		return Stats{}, wrong("Separate", "the Separator was not made by New")
	case ctx == nil:
		return Stats{}, wrong("Separate", "ctx is nil; pass context.Background()")
	case contacts == nil:
		return Stats{}, wrong("Separate", "contacts is nil; pass what Step returned")
	}
	if err := contacts.CheckOf(s.shapes); err != nil {
		return Stats{}, err
	}
	if err := s.cfg.attached(s.shapes); err != nil {
		return Stats{}, err // it may have been detached
	}
	if !s.busy.CompareAndSwap(false, true) {
		return Stats{}, batch.ErrBusy
	}
	defer s.busy.Store(false)
	live, err := s.shapes.Hold()
	if err != nil {
		return Stats{}, err
	}
	defer s.shapes.Release()
	return s.solver.separate(ctx, s.shapes, live, &s.cfg, contacts)
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
