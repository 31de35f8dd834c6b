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
	"daylight/cmd/internal/shapes"
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
	ByWorld bool    // answers are in order of worlds, before that of the questions
	Workers int
	Kernels string // the name of the variant
	Effort  int    // what is spent on one push, see job.Config
	Verify  bool   // answers are held against those of brute force
	Limit   int    // greatest number of answers, which are about whole shapes; 0: the default
	SkipBad bool   // inside: shapes of which it cannot be told what they hold are left out, and no error
	Bars    *progress.Reporter
	Memory  *memory.Budget // what the index, the answers and the rows take is charged to it, unless nil
}

// Result are the answers, in the order of the questions. It is an output.Contacts, whose a is
// the question and whose b is the shape.
type Result struct {
	Set, Asked *shapes.Set // of shapes, of questions
	Index      time.Duration
	Answers    time.Duration
	// Left are shapes that were left out, see Config.SkipBad: what is wrong with each, in order.
	Left []*table.Error
	// Bounded is of how many rows a shorter push may be found with more effort.
	Bounded int
	// LeftOut are the numbers of their rows.
	LeftOut []int64

	memory   *memory.Budget
	columns  []string
	ids      []soa.ID // of the questions, and of their parts
	found    []soa.ID // of the shapes, and of their parts
	question []uint32
	shape    []uint32
	single   [][]float32 // by column, for those that are of 32 bits
	double   [][]float64
	wide     []bool // by column: it is in double
	bounded  []bool // by row, if shapes are cut: a shorter push may be found
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
	case "x", "y", "ax", "ay", "bx", "by", job.FoldColumns[0]:
		return true
	case "fraction":
		return kind == Rays
	}
	return false
}

// put adds the shape and the columns of an answer.
func (r *Result) put(found soa.ID, values []float64) {
	r.shape = append(r.shape, uint32(r.Set.Of(int(found.Index()))))
	for k, v := range values {
		if r.wide[k] {
			r.double[k] = append(r.double[k], v)
		} else {
			r.single[k] = append(r.single[k], float32(v))
		}
	}
}

// Pair gives the question and the shape of row i, each by its place in the set it is from.
func (r *Result) Pair(i int) (q, s int) { return int(r.question[i]), int(r.shape[i]) }

// Parts gives which parts of them the row is about: rows are about whole ones.
func (r *Result) Parts(int) (q, s uint32) { return 0, 0 }

// Key is what rows of one question are in order of, before the order of the shapes, and whether a shorter push may
// be found for row i.
func (r *Result) Key(i int) (key float64, bounded bool) {
	bounded = r.bounded != nil && r.bounded[i]
	switch {
	case len(r.columns) == 0 || r.columns[0] == "depth":
		return 0, bounded
	case r.wide[0]:
		return r.double[0][i], bounded
	}
	return float64(r.single[0][i]), bounded
}

// keep leaves of the rows, in their order, those for which keep is true.
func (r *Result) keep(keep func(q, s int) bool) {
	n := 0
	r.Bounded = 0
	for i := range r.question {
		if !keep(r.Pair(i)) {
			continue
		}
		r.question[n], r.shape[n] = r.question[i], r.shape[i]
		for k := range r.columns {
			if r.wide[k] {
				r.double[k][n] = r.double[k][i]
			} else {
				r.single[k][n] = r.single[k][i]
			}
		}
		if r.bounded != nil {
			if r.bounded[n] = r.bounded[i]; r.bounded[n] {
				r.Bounded++
			}
		}
		n++
	}
	r.question, r.shape = r.question[:n], r.shape[:n]
}

// inOrder puts the rows in order of worlds if that is wanted, and leaves them as they are within each.
func (r *Result) inOrder(c *Config) error {
	if !c.ByWorld {
		return nil
	}
	order, err := memory.Grow(r.memory, []uint32{}, r.Len())
	if err != nil {
		return noRoom(err)
	}
	defer func() { r.memory.Release(int64(cap(order)) * 4) }()
	for i := range r.question {
		order = append(order, uint32(i))
	}
	slices.SortFunc(order, func(i, j uint32) int {
		return cmp.Or(cmp.Compare(r.Asked.World(int(r.question[i])), r.Asked.World(int(r.question[j]))), cmp.Compare(i, j))
	})
	for first := range order { // of a cycle, in which each row takes the place of the one before it
		for i := first; ; {
			j := int(order[i])
			if order[i] = uint32(i); j == first {
				break
			}
			r.swap(i, j)
			i = j
		}
	}
	return nil
}

func (r *Result) swap(i, j int) {
	r.question[i], r.question[j] = r.question[j], r.question[i]
	r.shape[i], r.shape[j] = r.shape[j], r.shape[i]
	for k, wide := range r.wide {
		if wide {
			r.double[k][i], r.double[k][j] = r.double[k][j], r.double[k][i]
		} else {
			r.single[k][i], r.single[k][j] = r.single[k][j], r.single[k][i]
		}
	}
	if r.bounded != nil {
		r.bounded[i], r.bounded[j] = r.bounded[j], r.bounded[i]
	}
}

// Len is the number of answers.
func (r *Result) Len() int { return len(r.question) }

// Row gives the names of row i.
func (r *Result) Row(i int) (world string, a, b []byte) {
	q := int(r.question[i])
	return r.Asked.Worlds()[r.Asked.World(q)], r.Asked.Label(q), r.Set.Label(int(r.shape[i]))
}

// IDs are the types of those names.
func (r *Result) IDs() (a, b columnar.Type) { return r.Asked.IDs, r.Set.IDs }

// Outlines gives the outlines of the question and of the shape of row i.
func (r *Result) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	if a {
		p = job.Whole(r.Asked, r.ids, r.question[i])
	}
	if b {
		q = job.Whole(r.Set, r.found, r.shape[i])
	}
	return p, q
}

// Columns names the values of each row.
func (r *Result) Columns() []string { return r.columns }

// Kinds says what the columns hold.
func (r *Result) Kinds() []output.Kind {
	kinds := make([]output.Kind, len(r.columns))
	for k, wide := range r.wide {
		switch kinds[k] = output.SingleKind; {
		case r.columns[k] == job.FoldColumns[0]:
			kinds[k] = output.WholeKind
		case wide:
			kinds[k] = output.DoubleKind
		}
	}
	return kinds
}

// Kept names the columns of the input that each row carries along.
func (r *Result) Kept() []string { return r.Set.Kept() }

// Texts gives the cells of kept column k for the question and the shape of row i.
func (r *Result) Texts(i, k int) (a, b []byte) {
	return r.Asked.KeptText(k, int(r.question[i])), r.Set.KeptText(k, int(r.shape[i]))
}

// Values appends the values of row i.
func (r *Result) Values(dst []output.Value, i int) []output.Value {
	for k, name := range r.columns {
		switch {
		case name == job.FoldColumns[0]:
			dst = append(dst, output.Whole(uint32(r.double[k][i])))
		case r.wide[k] && math.IsNaN(r.double[k][i]): // closest points of shapes that overlap
			dst = append(dst, output.Missing)
		case r.wide[k]:
			dst = append(dst, output.Double(r.double[k][i]))
		default:
			dst = append(dst, output.Single(r.single[k][i]))
		}
	}
	return dst
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
			if r.wide[k] {
				a, b := r.double[k][i], o.double[k][i]
				same = same && (a == b || math.IsNaN(a) && math.IsNaN(b))
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
