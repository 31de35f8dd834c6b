// SPDX-License-Identifier: MIT

package mtv

import (
	"errors"

	"daylight"
	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/kernels/pair"
	"daylight/internal/probe"
	"daylight/internal/store"
	"daylight/soa"
)

// Candidates are the MTV candidates of a list of contacts. Entries Start[i] to Start[i+1]-1 belong
// to entry i of Contacts, the contact's own normal and depth first. Moving B by Depth along the
// unit normal (NX, NY) ends the overlap.
//
// The zero value is ready for use. It owns its columns, which are valid until Find is called again.
// Only one goroutine at a time may use it.
type Candidates struct {
	Start    []int
	Contacts batch.Contacts

	buf   []pair.MTV
	probe probe.Pair
}

// Find lists, for every contact, all axes whose depth is at most tolerance, and twice Separation of
// kernels.ErrorBounds, more than that of the contact: first edge normals of A, then edge normals of
// B, each direction once. tolerance is in the units of the positions. A depth may be off by that
// bound, so everything that ties in truth is listed, even with a tolerance of 0. If you want a
// stricter list, compare each Depth with the first. For a pair that is apart, and for two discs,
// Find lists the axis of the contact alone. (Two discs on one spot could be parted in any
// direction.)
//
// The shapes must not have moved since the contacts were found. Find overwrites what was there
// before, allocates only where the list must grow, and runs on the calling goroutine. It returns
// soa.ErrNoShape if a shape does not exist any more, soa.ErrInUse if somebody else holds the shapes
// or is inside of soa.Shapes.Update, and a *daylight.ArgumentError if tolerance makes no sense, or
// if the contacts are of other shapes or have no depths.
func (l *Candidates) Find(shapes *soa.Shapes, c *batch.Contacts, tolerance float64) error {
	if err := check("Candidates.Find", shapes, tolerance); err != nil {
		return err
	}
	if c == nil {
		return guard.Argument("mtv.Candidates.Find", "contacts is nil; pass what Step returned")
	}
	if err := c.Fit(store.Key{}, shapes, shapes, true); err != nil {
		return err
	}
	if err := store.Of(shapes).Hold(); err != nil {
		return err
	}
	defer store.Of(shapes).Release()
	if err := l.probe.Open(store.Of(shapes)); err != nil {
		return err
	}
	to := &l.Contacts
	l.Start, to.A, to.B, to.Depth, to.NX, to.NY = l.Start[:0], to.A[:0], to.B[:0], to.Depth[:0], to.NX[:0], to.NY[:0]
	for i, a := range c.A {
		l.Start = append(l.Start, to.Len())
		best := pair.MTV{Sep: 0 - c.Depth[i], NX: c.NX[i], NY: c.NY[i]}
		var err error
		if l.buf, err = l.probe.Candidates(l.buf[:0], store.Of(shapes), uint64(a), uint64(c.B[i]), best, float32(tolerance)); err != nil {
			return problem("Candidates.Find", err)
		}
		for _, w := range l.buf {
			to.A, to.B = append(to.A, a), append(to.B, c.B[i])
			to.Depth, to.NX, to.NY = append(to.Depth, 0-w.Sep), append(to.NX, w.NX), append(to.NY, w.NY)
		}
	}
	l.Start = append(l.Start, to.Len())
	return nil
}

// Pair decides one pair and returns its MTV candidates, the best first. It lists those whose depth
// is at most tolerance, and twice Separation of kernels.ErrorBounds, more than the best; see
// Candidates.Find. tolerance is in the units of the positions. If the shapes are apart, there is
// one entry, with a negative depth. Normals point away from a, even if b has the lower ID. Pair
// ignores filters, so it also decides pairs that a step leaves out.
//
// Pair returns soa.ErrNoShape if a shape does not exist, soa.ErrInUse if somebody else holds the
// shapes or is inside of soa.Shapes.Update, and a *daylight.ArgumentError if tolerance makes no
// sense. It runs on the calling goroutine, and allocates the list.
func Pair(shapes *soa.Shapes, a, b soa.ID, tolerance float64) ([]batch.Contact, error) {
	if err := check("Pair", shapes, tolerance); err != nil {
		return nil, err
	}
	if err := store.Of(shapes).Hold(); err != nil {
		return nil, err
	}
	defer store.Of(shapes).Release()
	var p probe.Pair
	if err := p.Open(store.Of(shapes)); err != nil {
		return nil, err
	}
	best, err := p.Held([2]store.Store{store.Of(shapes), store.Of(shapes)}, uint64(a), uint64(b), 0, 0)
	if err != nil {
		return nil, problem("Pair", err)
	}
	list, err := p.Candidates(nil, store.Of(shapes), uint64(a), uint64(b), pair.MTV{Sep: 0 - best.Depth, NX: best.NX, NY: best.NY}, float32(tolerance))
	if err != nil {
		return nil, problem("Pair", err)
	}
	var out []batch.Contact
	for _, w := range list {
		out = append(out, batch.Contact{A: a, B: b, Depth: 0 - w.Sep, NX: w.NX, NY: w.NY})
	}
	return out, nil
}

// check refuses what neither Find nor Pair can serve.
func check(call string, shapes *soa.Shapes, tolerance float64) error {
	if shapes == nil {
		return guard.Argument("mtv."+call, "shapes is nil; pass those that the contacts are of")
	}
	if !(tolerance >= 0 && tolerance <= batch.MaxMargin) {
		return guard.Argument("mtv."+call, "tolerance %v: want 0 to %g", tolerance, float64(batch.MaxMargin))
	}
	return nil
}

// problem returns the error of a call for shapes that the probe refuses with err.
func problem(call string, err error) error {
	e := &daylight.ArgumentError{Problem: "mtv." + call + ": " + err.Error()}
	if errors.Is(err, soa.ErrNoShape) {
		e.Reason = soa.ErrNoShape
	}
	return e
}
