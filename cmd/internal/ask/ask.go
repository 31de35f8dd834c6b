// SPDX-License-Identifier: MIT

package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/batch/query"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/progress"
	"daylight/cmd/internal/shapes"
	"daylight/kernels"
	"daylight/soa"
)

// Kind is what is asked.
type Kind string

// The kinds.
const (
	Rays    Kind = "rays"
	Casts   Kind = "casts"
	Points  Kind = "points"
	Boxes   Kind = "boxes"
	Nearest Kind = "nearest"
	Within  Kind = "within"
	Inside  Kind = "inside"
)

// Config says what to ask and how.
type Config struct {
	Kind    Kind
	All     bool    // rays: all that is met, not the first
	Holding bool    // rays: shapes that hold the origin are met, too
	K       int     // nearest: how many
	Near    float64 // how far answers may be; negative: any distance
	Centres bool    // within: measured between positions
	Workers int
	Kernels *kernels.Table
	Limit   int // greatest number of answers; 0: the default
	Bars    *progress.Reporter
}

// Result are the answers, in the order of the questions. It is an output.Contacts, whose a is
// the question and whose b is the shape.
type Result struct {
	Set, Asked *shapes.Set // of shapes, of questions
	Index      time.Duration
	Answers    time.Duration

	columns  []string
	ids      []soa.ID // of the questions
	question []uint32
	shape    []soa.ID
	single   [][]float32 // by column, for those that are of 32 bits
	double   [][]float64
	wide     []bool // by column: it is in double
}

// columns of each kind beside the names.
var columns = map[Kind][]string{
	Rays:    {"fraction", "x", "y", "nx", "ny"},
	Casts:   {"fraction", "x", "y", "nx", "ny"},
	Points:  {"depth", "nx", "ny"},
	Boxes:   {"depth", "nx", "ny"},
	Nearest: {"distance", "nx", "ny", "ax", "ay", "bx", "by"},
	Within:  nil,
	Inside:  nil,
}

// Columns are those of a kind beside the names.
func Columns(kind Kind) []string { return columns[kind] }

// wide are the columns of 64 bits.
func wide(kind Kind, name string) bool {
	switch name {
	case "x", "y", "ax", "ay", "bx", "by":
		return true
	case "fraction":
		return kind == Rays
	}
	return false
}

// atATime is how many questions are asked in one go.
const atATime = 1 << 15

// Run asks. asked is set itself where shapes are asked about each other.
func Run(ctx context.Context, set, asked *shapes.Set, c Config, brute bool) (*Result, error) {
	start := time.Now()
	ix, err := query.New(set.Shapes, query.Kernels(c.Kernels), query.BruteForce(brute))
	if err != nil {
		return nil, err
	}
	opts := []query.Option{query.Workers(c.Workers), query.Canonical(true), query.Inside(c.Holding)}
	if c.Near >= 0 {
		opts = append(opts, query.Within(c.Near))
	}
	if c.Limit > 0 {
		opts = append(opts, query.MaxAnswers(c.Limit))
	}
	a, err := ix.NewAsker(opts...)
	if err != nil {
		return nil, err
	}
	r := &Result{Set: set, Asked: asked, columns: columns[c.Kind], Index: time.Since(start)}
	r.ids = slices.Collect(asked.Shapes.All())
	n := len(r.columns)
	r.single, r.double, r.wide = make([][]float32, n), make([][]float64, n), make([]bool, n)
	for k, name := range r.columns {
		r.wide[k] = wide(c.Kind, name)
	}
	what := "asking"
	if brute {
		what = "verifying"
	}
	bar := c.Bars.Start(what, int64(asked.Len()), false)
	defer bar.End()
	if c.Kind == Within {
		err = r.within(ctx, a, c)
	} else {
		for lo := 0; lo < len(r.ids) && err == nil; lo += atATime {
			hi := min(lo+atATime, len(r.ids))
			err = r.ask(ctx, a, c, r.ids[lo:hi], lo)
			bar.Add(hi - lo)
			if c.Limit > 0 && len(r.shape) > c.Limit {
				err = &query.AnswersError{Limit: c.Limit, Found: len(r.shape)}
			}
		}
	}
	if err != nil {
		return nil, explain(err, asked)
	}
	r.Answers = time.Since(start) - r.Index
	return r, nil
}

// explain says where the question that an error is about was read.
func explain(err error, asked *shapes.Set) error {
	var many *query.AnswersError
	if errors.As(err, &many) {
		return fmt.Errorf("more than %d answers (%d found so far): ask less at a time; --limit allows more, if the memory is there: about 100 bytes for each", many.Limit, many.Found)
	}
	return err
}

// ask has some questions answered, of which the first is number first.
func (r *Result) ask(ctx context.Context, a *query.Asker, c Config, ids []soa.ID, first int) error {
	probes := query.Probes{Shapes: r.Asked.Shapes, IDs: ids}
	switch c.Kind {
	case Rays:
		rays, err := r.rays(ids, first)
		if err != nil {
			return err
		}
		if c.All {
			h, err := a.CastRaysAll(ctx, rays)
			if err != nil {
				return err
			}
			r.add(first, h.Offsets, h.Shape)
			r.values(h.Fraction, h.X, h.Y, h.NX, h.NY)
			return nil
		}
		h, err := a.CastRays(ctx, rays)
		if err != nil {
			return err
		}
		for i, id := range h.Shape {
			if id != 0 {
				r.add(first+i, []int{0, 1}, []soa.ID{id})
				r.values(h.Fraction[i:i+1], h.X[i:i+1], h.Y[i:i+1], h.NX[i:i+1], h.NY[i:i+1])
			}
		}
	case Casts:
		casts := query.Casts{Probes: probes}
		for i := range ids {
			dx, dy, turn, err := r.motion(ids[i], first+i)
			if err != nil {
				return err
			}
			casts.DX, casts.DY, casts.Turn = append(casts.DX, dx), append(casts.DY, dy), append(casts.Turn, turn)
		}
		h, err := a.CastShapes(ctx, casts)
		if err != nil {
			return err
		}
		for i, id := range h.Shape {
			if id != 0 {
				r.add(first+i, []int{0, 1}, []soa.ID{id})
				r.values(h.Fraction[i:i+1], h.X[i:i+1], h.Y[i:i+1], h.NX[i:i+1], h.NY[i:i+1])
			}
		}
	case Points, Boxes:
		o, err := a.OverlapShapes(ctx, probes)
		if err != nil {
			return err
		}
		r.add(first, o.Offsets, o.Shape)
		r.values(o.Depth, o.NX, o.NY)
	case Nearest:
		o, err := a.NearestToShapes(ctx, probes, c.K)
		if err != nil {
			return err
		}
		r.add(first, o.Offsets, o.Shape)
		r.values(o.Distance, o.NX, o.NY, o.QX, o.QY, o.X, o.Y)
	case Inside:
		o, err := a.Covers(ctx, probes)
		if err != nil {
			return err
		}
		r.add(first, o.Offsets, o.Shape)
	}
	return nil
}

// rays are questions as rays, from where they are along their motion.
func (r *Result) rays(ids []soa.ID, first int) (q query.Rays, err error) {
	for i, id := range ids {
		x, y, err := r.Asked.Shapes.Position(id)
		if err != nil {
			return q, err
		}
		dx, dy, _, err := r.motion(id, first+i)
		if err != nil {
			return q, err
		}
		attrs, err := r.Asked.Shapes.Attrs(id)
		if err != nil {
			return q, err
		}
		q.X, q.Y, q.DX, q.DY = append(q.X, x), append(q.Y, y), append(q.DX, dx), append(q.DY, dy)
		q.World, q.Category, q.Mask = append(q.World, attrs.World), append(q.Category, attrs.Category), append(q.Mask, attrs.Mask)
		q.Group, q.Body = append(q.Group, attrs.Group), append(q.Body, attrs.Body)
	}
	return q, nil
}

// motion is how a question moves.
func (r *Result) motion(id soa.ID, k int) (dx, dy, turn float64, err error) {
	m := &r.Asked.Moves
	x, errX := m.DX.Get(id)
	y, errY := m.DY.Get(id)
	t, errT := m.Turn.Get(id)
	return float64(x), float64(y), float64(t), errors.Join(errX, errY, errT)
}

// within lists pairs, each once, in the order of the input.
func (r *Result) within(ctx context.Context, a *query.Asker, c Config) error {
	rows, err := a.WithinDistance(ctx, c.Near, query.Once(true), query.Centres(c.Centres))
	if err != nil {
		return err
	}
	for i := range len(rows.Offsets) - 1 {
		for _, j := range rows.Index[rows.Offsets[i]:rows.Offsets[i+1]] {
			r.question = append(r.question, uint32(i))
			r.shape = append(r.shape, r.ids[j])
		}
	}
	return nil
}

// add appends the answers to questions from first on.
func (r *Result) add(first int, offsets []int, found []soa.ID) {
	for i := range len(offsets) - 1 {
		for range offsets[i+1] - offsets[i] {
			r.question = append(r.question, uint32(first+i))
		}
	}
	r.shape = append(r.shape, found...)
}

// values appends to each column, []float32 or []float64.
func (r *Result) values(cols ...any) {
	for k, col := range cols {
		switch col := col.(type) {
		case []float64:
			r.double[k] = append(r.double[k], col...)
		case []float32:
			r.single[k] = append(r.single[k], col...)
		}
	}
}

// Len is the number of answers.
func (r *Result) Len() int { return len(r.question) }

// Row gives the names of row i.
func (r *Result) Row(i int) (world string, a, b []byte) {
	q := int(r.question[i])
	return r.Asked.Worlds()[r.Asked.World(q)], r.Asked.Label(q), r.Set.Label(int(r.shape[i].Index()))
}

// Outlines gives the outlines of the question and of the shape of row i.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	if a {
		p = job.Outline(r.Asked, r.ids[r.question[i]])
	}
	if b {
		q = job.Outline(r.Set, r.shape[i])
	}
	return p, q
}

// Columns names the values of each row.
func (r *Result) Columns() []string { return r.columns }

// Kinds says what the columns hold.
func (r *Result) Kinds() []output.Kind {
	kinds := make([]output.Kind, len(r.columns))
	for k, wide := range r.wide {
		if kinds[k] = output.SingleKind; wide {
			kinds[k] = output.DoubleKind
		}
	}
	return kinds
}

// Kept and Texts: no columns of the input are carried along.
func (r *Result) Kept() []string               { return nil }
func (r *Result) Texts(_, _ int) (a, b []byte) { return nil, nil }

// Values appends the values of row i.
func (r *Result) Values(dst []output.Value, i int) []output.Value {
	for k := range r.columns {
		if r.wide[k] {
			dst = append(dst, output.Double(r.double[k][i]))
		} else {
			dst = append(dst, output.Single(r.single[k][i]))
		}
	}
	return dst
}

// Same says how an answer differs from another to the same questions; nil if it does not.
func (r *Result) Same(o *Result) error {
	if r.Len() != o.Len() {
		return fmt.Errorf("brute force has %d answers, the index %d: please report it", o.Len(), r.Len())
	}
	for i := range r.question {
		same := r.question[i] == o.question[i] && r.shape[i] == o.shape[i]
		for k := range r.columns {
			if r.wide[k] {
				same = same && r.double[k][i] == o.double[k][i]
			} else {
				same = same && r.single[k][i] == o.single[k][i]
			}
		}
		if !same {
			return fmt.Errorf("answer %d of %d differs from that of brute force: please report it", i, r.Len())
		}
	}
	return nil
}
