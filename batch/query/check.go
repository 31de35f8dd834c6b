// SPDX-License-Identifier: MIT

package query

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"daylight"
	"daylight/internal/guard"
	"daylight/internal/kernels/pose"
	"daylight/internal/scratch"
)

// ErrChanged is what Index.Refit returns after changes that only Index.Build can follow, and what
// questions return of an index with Config.InPlace after its store has been changed.
var ErrChanged = errors.New("query: the shapes of the index were changed, or their worlds; use Build")

// QuestionError is about one question of a call, or about all. It is a daylight.ErrArgument like
// other arguments that make no sense.
type QuestionError struct {
	Op       string // the call
	Question int    // counted from 0; -1 if it is about all, or the only one
	Reason   string // what is wrong, and what to do
}

func (e *QuestionError) Error() string {
	if e.Question < 0 {
		return fmt.Sprintf("query: %s: %s", e.Op, e.Reason)
	}
	return fmt.Sprintf("query: %s: question %d: %s", e.Op, e.Question, e.Reason)
}

// Is reports whether target is daylight.ErrArgument.
func (e *QuestionError) Is(target error) bool { return target == daylight.ErrArgument }

// bad returns the error of question i, or of all questions if i is -1.
func (c *call) bad(i int, format string, args ...any) error {
	if c.alone {
		i = -1
	}
	return &QuestionError{c.name, i, fmt.Sprintf(format, args...)}
}

// unequal returns the error of a column that does not have one entry for each question.
func (c *call) unequal(column string, has, questions int) error {
	return c.bad(-1, "column %s has %d entries for %d questions: give one for each", column, has, questions)
}

// checkPlace refuses coordinates that are out of range; what names them in the error.
func (c *call) checkPlace(i int, what string, x, y float64) error {
	if math.Abs(x) <= pose.PoseRange && math.Abs(y) <= pose.PoseRange {
		return nil
	}
	return c.bad(i, "%s (%v, %v) is not finite, or beyond 2^100", what, x, y)
}

// checkBox refuses boxes that are out of range, empty or too large.
func (c *call) checkBox(i int, x0, y0, x1, y1 float64) error {
	const far = pose.PoseRange
	if !(math.Abs(x0) <= far && math.Abs(y0) <= far && math.Abs(x1) <= far && math.Abs(y1) <= far) {
		return c.bad(i, "box (%v, %v) to (%v, %v) is not finite, or beyond 2^100", x0, y0, x1, y1)
	}
	if x0 > x1 || y0 > y1 {
		return c.bad(i, "box (%v, %v) to (%v, %v) is empty: give the lesser coordinates first", x0, y0, x1, y1)
	}
	if !(x1-x0 <= 0x1p61 && y1-y0 <= 0x1p61) {
		return c.bad(i, "box (%v, %v) to (%v, %v) is larger than 2^61: cut it to the shapes' extent", x0, y0, x1, y1)
	}
	return nil
}

// checkMotion refuses motions that are out of range.
func (c *call) checkMotion(i int, dx, dy, turn float64) error {
	if pose.Moving(float32(dx), float32(dy), float32(turn)) {
		return nil
	}
	return c.bad(i, "motion (%v, %v) with a turn of %v is not finite, beyond 2^100, or turns by more than %d", dx, dy, turn, pose.MaxTurn)
}

// columnNames are the parameters of calls by geometry; a column without a name is not one of them.
var columnNames = [...][5]string{
	points: {"x", "y"}, boxes: {"minX", "minY", "maxX", "maxY"}, rays: {"x", "y", "dx", "dy"},
	ownShapes: {}, shapesOfStore: {2: "dx", "dy", "turn"},
}

// sameLength refuses columns that do not have an entry for each of n questions.
func (c *call) sameLength(cols *columns, n int) error {
	if c.asks == shapesOfStore && !c.moves {
		return nil
	}
	names := &columnNames[c.asks]
	for k, col := range [...][]float64{cols.x, cols.y, cols.u, cols.v, cols.turn} {
		if len(col) != n && names[k] != "" && (k < 4 || col != nil) {
			return c.unequal(names[k], len(col), n)
		}
	}
	return nil
}

// questionsAtLeast is the least number of questions whose checks pay for another goroutine.
const questionsAtLeast = 1 << 13

// check checks the current questions and writes their boxes. If several are invalid, the error is
// about the first.
func (a *Asker) check() error {
	q, n := &a.questions, len(a.boxes)
	if q.call.asks == shapesOfStore {
		for i := range q.u {
			if err := q.call.checkMotion(i, q.u[i], q.v[i], q.turnOf(uint32(i))); err != nil {
				return err
			}
		}
		q.probes.fit(&a.ix.tree, a.boxes, q.grown)
		return nil
	}
	parts := max(1, min(a.set.Workers, n/questionsAtLeast))
	if parts == 1 {
		return a.checkRange(0, n)
	}
	a.errs = scratch.Resize(a.errs, parts)
	clear(a.errs)
	if err := guard.Each(parts, a, (*Asker).checkShare); err != nil {
		return err
	}
	return cmp.Or(a.errs...)
}

// checkShare checks the k-th part of the questions.
func (a *Asker) checkShare(k int) error {
	n, parts := len(a.boxes), len(a.errs)
	a.errs[k] = a.checkRange(guard.Cut(n, k, parts), guard.Cut(n, k+1, parts))
	return nil
}

// checkRange checks questions lo to hi-1 about points, boxes or rays, and writes their boxes.
func (a *Asker) checkRange(lo, hi int) error {
	q, t := &a.questions, &a.ix.tree
	c, to, xs, ys := q.call, a.boxes[lo:hi], q.x[lo:hi], q.y[lo:hi]
	switch c.asks {
	case points:
		for i, x := range xs {
			if err := c.checkPlace(lo+i, "point", x, ys[i]); err != nil {
				return err
			}
			to[i] = t.box(x, ys[i], x, ys[i], q.grown)
		}
	case boxes:
		us, vs := q.u[lo:hi], q.v[lo:hi]
		for i, x := range xs {
			if err := c.checkBox(lo+i, x, ys[i], us[i], vs[i]); err != nil {
				return err
			}
			m := q.grown
			if c.grows {
				m += boxSlack(x, ys[i], us[i], vs[i])
			}
			to[i] = t.box(x, ys[i], us[i], vs[i], m)
		}
	case rays:
		us, vs := q.u[lo:hi], q.v[lo:hi]
		for i, x := range xs {
			if c.walls { // the rays are short: search by the box of the whole ray
				x1, y1 := x+us[i], ys[i]+vs[i]
				to[i] = t.box(min(x, x1), min(ys[i], y1), max(x, x1), max(ys[i], y1), 0)
				continue
			}
			if err := c.checkPlace(lo+i, "origin", x, ys[i]); err != nil {
				return err
			}
			if err := c.checkPlace(lo+i, "direction", us[i], vs[i]); err != nil {
				return err
			}
			to[i] = t.box(x, ys[i], x, ys[i], 0)
		}
	}
	return nil
}

// boxSlack is by how much the box of a question grows to cover the rounding of its half sizes by
// kernels: a share of them, as kernels.Margin.
func boxSlack(x0, y0, x1, y1 float64) float64 { return float64(((x1 - x0) + (y1 - y0)) * 0x1p-17) }

// turnOf returns the turn of the shape that asks question i, in radians.
func (q *questions) turnOf(i uint32) float64 {
	if q.turn == nil {
		return 0
	}
	return q.turn[i]
}

// fit writes the boxes of the shapes, grown by r, in the frame of a tree.
func (p *probes) fit(t *tree, boxes []box, r float64) {
	for i := range boxes {
		b, rec := &p.own.bound[i], &p.own.rec[i]
		x, y := rec.X-t.x, rec.Y-t.y
		boxes[i] = boxOf(
			float32(x+(float64(b.MinX)-r)), float32(y+(float64(b.MinY)-r)),
			float32(x+(float64(b.MaxX)+r)), float32(y+(float64(b.MaxY)+r)),
		)
	}
}
