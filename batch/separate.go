// SPDX-License-Identifier: MIT

package batch

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"

	"daylight/soa"
)

// MaxIterations is the greatest number of iterations that Separation accepts.
const MaxIterations = 10_000

// The limits of inverse masses other than 0.
const (
	MinInvMass = 1e-12
	MaxInvMass = 1e12
)

// Separation says how shapes that overlap are pushed apart. The zero value is ready:
// four iterations, all shapes of equal mass but static ones, which stay where they
// are, and no velocities.
type Separation struct {
	// Iterations is how often all contacts are evaluated and shapes pushed. 0 stands
	// for 4. It ends sooner if nothing overlaps any more.
	Iterations int

	// Relaxation above 1 pushes shapes that have several contacts harder, which lets
	// crowds and heaps relax in fewer iterations; a shape with one contact is pushed
	// no further than its end. 0 stands for 1.5; more than 0 and less than 2.
	Relaxation float64

	// Slop is how much overlap is left alone, in the units of the positions.
	Slop float64

	// Firm is how many passes follow in which shapes leave only what cannot move, the
	// deepest such contact first: a crowd's pressure then does not push anyone into
	// a wall. 0 stands for 2, negative for none.
	Firm int

	// MaxPush, unless it is 0, is the greatest distance that a shape is pushed in the
	// Iterations; the Firm passes are not limited.
	MaxPush float64

	// InvMass holds 1/mass of every shape, 0 for those that do not move, otherwise
	// MinInvMass to MaxInvMass, and must be attached to the shapes that are separated.
	// Nil stands for 1 each. Static shapes do not move, whatever it says.
	InvMass *soa.Column[float64]

	// Velocities, unless it is nil, are corrected as well.
	Velocities *Velocities

	// Workers is how many goroutines may be used; 0 stands for GOMAXPROCS. The
	// result does not depend on it.
	Workers int
}

// Velocities says how velocities follow when shapes are pushed apart. A shape's
// velocity changes by its push over DT, so that what rests on something comes to rest;
// then each pair that was pushed is made to part as fast as it did before the push if
// it was parting, at Restitution times its approach if it was approaching.
type Velocities struct {
	// X and Y hold the velocities, in units of the positions per unit of DT, and
	// are attached to the shapes that are separated. Those of shapes that do not move
	// are read, so a static shape can drive others, and never written.
	X, Y *soa.Column[float64]

	// DT is the time that a frame stands for.
	DT float64

	// Restitution is the share of an approach that comes back, 0 to 1.
	Restitution float64

	// BounceAbove is the speed of approach up to which there is no restitution.
	BounceAbove float64

	// Friction is the greatest share of the push that may act along the surface.
	Friction float64
}

// SeparationStats says what a separation did. All but Workers does not depend on the
// number of workers.
type SeparationStats struct {
	Contacts   int     // entries that were heeded
	Ignored    int     // entries that were not: nothing may move, a shape is gone or not finite
	Overlaps   int     // contacts that overlapped by more than Slop at the beginning
	Deepest    float64 // the greatest overlap among them, 0 if there are none
	Iterations int     // iterations it took: fewer than allowed if nothing overlapped any more
	Workers    int     // goroutines used: fewer than allowed if there are few shapes
}

// Separator pushes shapes apart, frame after frame. It owns the scratch for that, about
// 72 bytes a shape and 32 a contact, and allocates nothing once warm with one
// worker. It is for one goroutine at a time: of two calls that overlap, the second gets
// ErrBusy.
type Separator struct {
	shapes *soa.Shapes
	cfg    Separation
	solver solver
	busy   atomic.Bool // a call is under way
}

// NewSeparator makes a separator for the shapes.
func NewSeparator(shapes *soa.Shapes, how Separation) (*Separator, error) {
	if shapes == nil {
		return nil, errors.New("batch: NewSeparator: shapes is nil; make them with soa.New")
	}
	if err := how.complete(); err != nil {
		return nil, err
	}
	return &Separator{shapes: shapes, cfg: how}, nil
}

// Separator makes a separator for the engine's shapes, which uses as many workers as
// the engine unless how says otherwise.
func (e *Engine) Separator(how Separation) (*Separator, error) {
	if e.shapes == nil {
		return nil, errors.New("batch: Separator of an Engine that New did not make")
	}
	if how.Workers == 0 {
		how.Workers = e.cfg.workers
	}
	return NewSeparator(e.shapes, how)
}

// Separate pushes the shapes of the contacts apart by writing their positions: along
// the normals, as far as the depths and what has been pushed so far ask for. The
// contacts are those of a step of the shapes as they are now; contacts with a
// positive Margin also keep apart what would be pushed together. They are only read,
// and describe the shapes no longer once those have moved.
//
// An overlap is evaluated again in every iteration from how far the two shapes have
// been pushed along the normal found by the step. That never underestimates it, the
// separation of convex shapes being the greatest gap along any direction, so shapes
// with no overlap left in it have none.
//
// All contacts are weighed together in an iteration: each gets the push that would end
// its overlap if every shape were split into as many parts of equal mass as it has
// contacts. So what the two shapes of a pair are pushed is opposite and in the ratio
// of their inverse masses, and the centre of mass stays where it is, unless MaxPush
// or a shape that cannot move interferes. Rotations are left alone; parts of one body
// are pushed one by one.
//
// The result is the same, bit for bit, for every number of workers and every order of
// contacts. If ctx ends before it is found, nothing has changed. Contacts of other shapes
// are refused with ErrForeign.
func (s *Separator) Separate(ctx context.Context, contacts *Contacts) (SeparationStats, error) {
	switch {
	case s.shapes == nil:
		return SeparationStats{}, errors.New("batch: Separate on a Separator that NewSeparator did not make")
	case ctx == nil:
		return SeparationStats{}, errors.New("batch: ctx is nil; pass context.Background()")
	case contacts == nil:
		return SeparationStats{}, errors.New("batch: Separate: contacts is nil; pass what Step returned")
	}
	if n := contacts.Len(); len(contacts.B) != n || len(contacts.Depth) != n || len(contacts.NX) != n || len(contacts.NY) != n {
		return SeparationStats{}, errors.New("batch: Separate: contacts have no depths and normals; step with ModeContacts")
	}
	if contacts.joined {
		return SeparationStats{}, ErrJoined
	}
	if err := contacts.foreign(s.shapes); err != nil {
		return SeparationStats{}, err
	}
	if !s.busy.CompareAndSwap(false, true) {
		return SeparationStats{}, ErrBusy
	}
	defer s.busy.Store(false)
	if err := s.cfg.attached(s.shapes); err != nil {
		return SeparationStats{}, err
	}
	live, err := s.shapes.Hold()
	if err != nil {
		return SeparationStats{}, err
	}
	defer s.shapes.Release()
	return s.solver.separate(ctx, s.shapes, live, &s.cfg, contacts)
}

// Separate pushes shapes apart once; see Separator.Separate. In a loop, a Separator
// saves making its scratch each time.
func Separate(ctx context.Context, shapes *soa.Shapes, contacts *Contacts, how Separation) (SeparationStats, error) {
	s, err := NewSeparator(shapes, how)
	if err != nil {
		return SeparationStats{}, err
	}
	return s.Separate(ctx, contacts)
}

// complete checks the fields and puts defaults in place.
func (s *Separation) complete() error {
	if s.Iterations == 0 {
		s.Iterations = 4
	}
	if s.Relaxation == 0 {
		s.Relaxation = 1.5
	}
	if s.Firm == 0 {
		s.Firm = 2
	}
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case s.Iterations < 0 || s.Iterations > MaxIterations:
		return fmt.Errorf("batch: Separation: Iterations is %d: want 1 to %d", s.Iterations, MaxIterations)
	case !(s.Relaxation > 0 && s.Relaxation < 2):
		return fmt.Errorf("batch: Separation: Relaxation is %v: want more than 0 and less than 2", s.Relaxation)
	case !finite(s.Slop) || s.Slop < 0:
		return fmt.Errorf("batch: Separation: Slop is %v: want 0 or more, finite", s.Slop)
	case s.Firm > MaxIterations:
		return fmt.Errorf("batch: Separation: Firm is %d: want at most %d", s.Firm, MaxIterations)
	case !finite(s.MaxPush) || s.MaxPush < 0:
		return fmt.Errorf("batch: Separation: MaxPush is %v: want a distance, or 0 for no limit", s.MaxPush)
	case s.Workers < 1 || s.Workers > MaxWorkers:
		return fmt.Errorf("batch: Separation: Workers is %d: want 1 to %d", s.Workers, MaxWorkers)
	}
	if s.Velocities == nil {
		return nil
	}
	v := *s.Velocities
	s.Velocities = &v // what the caller does to his has no effect from here on
	switch {
	case v.X == nil || v.Y == nil:
		return errors.New("batch: Velocities: X or Y is nil; attach columns with soa.Attach")
	case !finite(v.DT) || v.DT <= 0 || !finite(1/v.DT): // pushes are divided by it
		return fmt.Errorf("batch: Velocities: DT is %v: want the time of a frame, more than 0", v.DT)
	case !(v.Restitution >= 0 && v.Restitution <= 1):
		return fmt.Errorf("batch: Velocities: Restitution is %v: want 0 to 1", v.Restitution)
	case !finite(v.BounceAbove) || v.BounceAbove < 0:
		return fmt.Errorf("batch: Velocities: BounceAbove is %v: want a speed, 0 or more", v.BounceAbove)
	case !finite(v.Friction) || v.Friction < 0:
		return fmt.Errorf("batch: Velocities: Friction is %v: want 0 or more, finite", v.Friction)
	}
	return nil
}

// attached checks that the columns belong to the shapes.
func (s *Separation) attached(shapes *soa.Shapes) error {
	if s.InvMass != nil && s.InvMass.Shapes() != shapes {
		return fmt.Errorf("batch: Separation: InvMass is %w; attach it to the shapes that are separated", soa.ErrForeign)
	}
	if v := s.Velocities; v != nil && (v.X.Shapes() != shapes || v.Y.Shapes() != shapes) {
		return fmt.Errorf("batch: Velocities: X or Y is %w; attach them to the shapes that are separated", soa.ErrForeign)
	}
	return nil
}

func finite(x float64) bool { return x-x == 0 && !math.IsInf(x, 0) }
