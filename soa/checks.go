// SPDX-License-Identifier: MIT

package soa

import (
	"math"

	"daylight/internal/store"
)

// maxLocal bounds a shape's own coordinates plus its radius.
const maxLocal = 1 << 60

// checks are those of one call, one after the other. The first that fails is its error.
type checks struct {
	op  string
	err error
}

func (c *checks) refuse(what string, reason error, advice string) {
	if c.err == nil {
		c.err = refuse(c.op, what, reason, advice)
	}
}

// pose checks the pose of a shape that does not exist yet.
func (c *checks) pose(p Pose) {
	if c.err == nil {
		c.err = checkPose(c.op, 0, p)
	}
}

const tooLarge = "a shape may reach 2^60 from its position; change the unit of length"

// length checks a radius, a half length or a half extent and rounds it to what is stored.
func (c *checks) length(name string, v float64) float32 {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		c.refuse(named(name, v), errNotFinite, "")
	case v < 0:
		c.refuse(named(name, v), errNegative, "")
	case v > maxLocal:
		c.refuse(named(name, v), ErrRange, tooLarge)
	}
	return float32(v)
}

// total checks that the parts of a shape's reach stay in range together.
func (c *checks) total(core, radius float32) {
	if sum := float64(core) + float64(radius); sum > maxLocal {
		c.refuse(named("half size plus radius", sum), ErrRange, tooLarge)
	}
}

// points refuses points in world coordinates that no shape can be placed at.
func (c *checks) points(pts ...Point) {
	for i, q := range pts {
		f := store.PositionFault(q.X, q.Y)
		if f == store.Sound || c.err != nil {
			continue
		}
		e := &Error{op: c.op, Row: -1, Vertex: i, Of: len(pts), What: pair("point", q.X, q.Y), Reason: errNotFinite}
		if f == store.PositionTooFar {
			e.Reason, e.Advice = ErrRange, tooFar
		}
		c.err = e
	}
}
