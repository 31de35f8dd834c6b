// SPDX-License-Identifier: MIT

package answer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// Replies holds the answers to questions, in their order. In its rows a is the question and b is
// the shape.
type Replies struct {
	Sides        // A asks, and B answers
	Index, Asked time.Duration
	// Left says, in order, what is wrong with each shape that was left out; see Question.SkipBad.
	Left []*table.Error
	// Bounded is the number of rows whose push may become shorter with more effort.
	Bounded int

	memory   *memory.Budget
	fields   []output.Field
	columns  []column
	ids      []soa.ID // of the questions, and of their parts
	found    []soa.ID // of the shapes, and of their parts
	asks     []uint32 // the questions that are asked, by their numbers: all, or those of a tile
	question []uint32
	shape    []uint32
}

// newReplies makes room for the answers to a kind of question between two sets, whose shapes may be
// cut.
func newReplies(q *Question, set, asked *shapes.Set, cut bool) *Replies {
	r := &Replies{memory: q.Memory, found: slices.Collect(set.Shapes.All())}
	r.Sides = Sides{asked, set, r}
	if r.ids = r.found; asked != set {
		r.ids = slices.Collect(asked.Shapes.All())
	}
	for k := range asked.Len() {
		if asked.Sides(k) == 0 {
			r.asks = append(r.asks, uint32(k))
		}
	}
	names := q.Columns()
	if cut && (q.Kind == Points || q.Kind == Boxes) {
		names = slices.Concat(names, foldColumns)
	}
	r.fields = fieldsOf(names)
	for k := range r.fields {
		f := &r.fields[k]
		if f.Name == "fraction" && q.Kind == Rays {
			f.Type = columnar.Float64
		}
		if f.Type == columnar.Float32 {
			r.columns = append(r.columns, new(numbers[float32]))
		} else {
			r.columns = append(r.columns, new(numbers[float64]))
		}
	}
	return r
}

// column has a number of each row.
type column interface {
	add(v float64)
	at(i int) float64
	grow(of *memory.Budget, n int) error
}

// numbers are a column of 32-bit or 64-bit numbers.
type numbers[T float32 | float64] []T

func (c *numbers[T]) add(v float64)    { *c = append(*c, T(v)) }
func (c *numbers[T]) at(i int) float64 { return float64((*c)[i]) }

func (c *numbers[T]) grow(of *memory.Budget, n int) (err error) {
	*c, err = memory.Grow(of, *c, n)
	return err
}

// values are the values of a row, in the order of the columns. No kind has more columns.
type values [8]float64

// grow makes room for n more rows.
func (r *Replies) grow(n int) (err error) {
	if r.question, err = memory.Grow(r.memory, r.question, n); err == nil {
		r.shape, err = memory.Grow(r.memory, r.shape, n)
	}
	for _, c := range r.columns {
		if err == nil {
			err = c.grow(r.memory, n)
		}
	}
	return memory.For(tooManyAnswers, err)
}

// put adds an answer to a question.
func (r *Replies) put(question, shape uint32, of values) {
	r.question, r.shape = append(r.question, question), append(r.shape, shape)
	for k, c := range r.columns {
		c.add(of[k])
	}
}

// Pair gives the question and the shape of row i, each by its place in the set it is from.
func (r *Replies) Pair(i int) (q, s int) { return int(r.question[i]), int(r.shape[i]) }

// shapeOf is the shape to which a part belongs.
func (r *Replies) shapeOf(part soa.ID) uint32 { return uint32(r.B.Of(int(part.Index()))) }

// keep keeps the rows for which keep is true, in their order. The rows have no columns of their
// own.
func (r *Replies) keep(keep func(q, s uint32) bool) {
	n := 0
	for i, q := range r.question {
		if s := r.shape[i]; keep(q, s) {
			r.question[n], r.shape[n] = q, s
			n++
		}
	}
	r.question, r.shape = r.question[:n], r.shape[:n]
}

// Len is the number of answers.
func (r *Replies) Len() int { return len(r.question) }

// Outlines gives the outlines of the question and of the shape of row i.
func (r *Replies) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	if a {
		p = whole(r.A, r.ids, r.question[i])
	}
	if b {
		q = whole(r.B, r.found, r.shape[i])
	}
	return p, q
}

// Fields returns the columns of each row.
func (r *Replies) Fields() []output.Field { return r.Sides.Fields(r.fields) }

// Fill appends rows from to to-1.
func (r *Replies) Fill(cells []columnar.Cells, from, to int) {
	own := r.Sides.Fill(cells, from, to)
	for k, c := range r.columns {
		for i := from; i < to; i++ {
			switch v := c.at(i); {
			case math.IsNaN(v): // closest points of shapes that overlap
				own[k].Null()
			case own[k].Type() == columnar.Uint32:
				own[k].Whole(int64(v))
			default:
				own[k].Float(v + 0)
			}
		}
	}
}

// count reports an error if there are more answers than allowed.
func (r *Replies) count(q *Question) error {
	if q.Limit > 0 && len(r.shape) > q.Limit {
		return tooMany(q.Limit, len(r.shape))
	}
	return nil
}

// same returns an error that says how two answers to the same questions differ, or nil.
func (r *Replies) same(o *Replies) error {
	if r.Len() != o.Len() {
		return fmt.Errorf("brute force has %d answers, the index %d: please report it", o.Len(), r.Len())
	}
	for i := range r.question {
		same := r.question[i] == o.question[i] && r.shape[i] == o.shape[i]
		for k := range r.columns {
			a, b := r.columns[k].at(i), o.columns[k].at(i)
			same = same && (a == b || math.IsNaN(a) && math.IsNaN(b))
		}
		if !same {
			return fmt.Errorf("answer %d of %d differs from that of brute force: please report it", i, r.Len())
		}
	}
	return nil
}

// once keeps each pair of a question and a shape once, in order.
func (r *Replies) once() error {
	type pair struct{ q, s uint32 }
	pairs, err := memory.Grow(r.memory, []pair{}, len(r.shape))
	if err != nil {
		return memory.For(tooManyAnswers, err)
	}
	defer func() { r.memory.Release(int64(cap(pairs)) * 8) }()
	for i := range r.shape {
		pairs = append(pairs, pair{r.question[i], r.shape[i]})
	}
	slices.SortFunc(pairs, func(p, q pair) int { return cmp.Or(cmp.Compare(p.q, q.q), cmp.Compare(p.s, q.s)) })
	pairs = slices.Compact(pairs)
	r.question, r.shape = r.question[:0], r.shape[:0]
	for _, p := range pairs {
		if p.q != p.s {
			r.question, r.shape = append(r.question, p.q), append(r.shape, p.s)
		}
	}
	return nil
}
