// SPDX-License-Identifier: MIT

package ask

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/progress"
	"daylight/cmd/internal/table"
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
	Both    bool    // within: a pair has a row for each of its shapes
	Solid   bool    // sensors do not answer
	Workers int
	Kernels string // the name of the variant
	Effort  int    // what is spent on one push, see job.Config
	Verify  bool   // answers are held against those of brute force
	Limit   int    // greatest number of answers, which are about whole shapes; 0: the default
	SkipBad bool   // inside: shapes of which it cannot be told what they hold are left out, and no error
	Bars    *progress.Reporter
	Memory  *memory.Budget // what the index, the answers and the rows take is charged to it, unless nil
}

// Result holds the answers, in the order of the questions. It is an output.Drawn, in which a is the
// question and b is the shape.
type Result struct {
	job.Sides // A asks, and B answers
	Index     time.Duration
	Answers   time.Duration
	// Left are shapes that were left out, see Config.SkipBad: what is wrong with each, in order.
	Left []*table.Error
	// Bounded is of how many rows a shorter push may be found with more effort.
	Bounded int

	memory   *memory.Budget
	fields   []output.Field
	columns  []column
	ids      []soa.ID // of the questions, and of their parts
	found    []soa.ID // of the shapes, and of their parts
	asks     []uint32 // the questions that are asked, by their numbers: all, or those of a tile
	question []uint32
	shape    []uint32
	bounded  []bool // by row, if shapes are cut: a shorter push may be found
}

// column has a number of each row.
type column interface {
	add(v float64)
	at(i int) float64
	copy(to, from int)
	cut(n int)
	grow(of *memory.Budget, n int) error
}

// numbers are a column of 32 bits, or of 64.
type numbers[T float32 | float64] []T

func (c *numbers[T]) add(v float64)     { *c = append(*c, T(v)) }
func (c *numbers[T]) at(i int) float64  { return float64((*c)[i]) }
func (c *numbers[T]) copy(to, from int) { (*c)[to] = (*c)[from] }
func (c *numbers[T]) cut(n int)         { *c = (*c)[:n] }

func (c *numbers[T]) grow(of *memory.Budget, n int) (err error) {
	*c, err = memory.Grow(of, *c, n)
	return err
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

// Columns returns the columns of a kind, without the names of the question and the shape.
func Columns(kind Kind) []string { return columns[kind] }

// named makes the columns of the answers, by their names.
func (r *Result) named(kind Kind, names []string) {
	r.fields = job.Fields(names)
	for k := range r.fields {
		f := &r.fields[k]
		if f.Name == "fraction" && kind == Rays {
			f.Type = columnar.Float64
		}
		if f.Type == columnar.Float32 {
			r.columns = append(r.columns, new(numbers[float32]))
		} else {
			r.columns = append(r.columns, new(numbers[float64]))
		}
	}
}

// values are those of a row, in the order of columns, of which there are no more.
type values [8]float64

// put adds an answer to a question.
func (r *Result) put(question, shape uint32, of values) {
	r.question, r.shape = append(r.question, question), append(r.shape, shape)
	for k, c := range r.columns {
		c.add(of[k])
	}
}

// Pair gives the question and the shape of row i, each by its place in the set it is from.
func (r *Result) Pair(i int) (q, s int) { return int(r.question[i]), int(r.shape[i]) }

// whole is the shape that a part is of.
func (r *Result) whole(part soa.ID) uint32 { return uint32(r.B.Of(int(part.Index()))) }

// keep leaves of the rows, in their order, those for which keep is true.
func (r *Result) keep(keep func(q, s int) bool) {
	n := 0
	r.Bounded = 0
	for i := range r.question {
		if !keep(r.Pair(i)) {
			continue
		}
		r.question[n], r.shape[n] = r.question[i], r.shape[i]
		for _, c := range r.columns {
			c.copy(n, i)
		}
		if r.bounded != nil {
			if r.bounded[n] = r.bounded[i]; r.bounded[n] {
				r.Bounded++
			}
		}
		n++
	}
	r.question, r.shape = r.question[:n], r.shape[:n]
	for _, c := range r.columns {
		c.cut(n)
	}
	if r.bounded != nil {
		r.bounded = r.bounded[:n]
	}
}

// Len is the number of answers.
func (r *Result) Len() int { return len(r.question) }

// Outlines gives the outlines of the question and of the shape of row i.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	if a {
		p = job.Whole(r.A, r.ids, r.question[i])
	}
	if b {
		q = job.Whole(r.B, r.found, r.shape[i])
	}
	return p, q
}

// Fields returns the columns of each row.
func (r *Result) Fields() []output.Field { return r.Sides.Fields(r.fields) }

// Fill appends rows from to to-1.
func (r *Result) Fill(cells []columnar.Cells, from, to int) {
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

// count tells if there are more answers than are wanted.
func (r *Result) count(c Config) error {
	if c.Limit > 0 && len(r.shape) > c.Limit {
		return TooMany(c.Limit, len(r.shape))
	}
	return nil
}

// Same says how an answer differs from another to the same questions; nil if it does not.
func (r *Result) Same(o *Result) error {
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

// once leaves each pair of a question and a shape once, in order.
func (r *Result) once() error {
	type pair struct{ q, s uint32 }
	pairs, err := memory.Grow(r.memory, []pair{}, len(r.shape))
	if err != nil {
		return noRoom(err)
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
