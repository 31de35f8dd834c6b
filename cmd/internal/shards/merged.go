// SPDX-License-Identifier: MIT

package shards

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/peterstace/simplefeatures/geom"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Merged is the answer that parts are of, read from them row by row: output.Loading.
type Merged struct {
	head    Head
	ids     [2]columnar.Type
	worlds  []string
	parts   []*Source
	turn    tournament
	rows    int
	taken   int
	done    int             // parts that have come to their ends
	scratch *shapes.Scratch // that the rows are in, if they are Reduced

	size  int                      // of a window, but for the last
	shown atomic.Pointer[[]*group] // windows, of which a further group may be added at any time
	spare sync.Pool
}

// group are windows that follow each other.
type group [1 << 8]atomic.Pointer[window]

// window are some of the rows, one after the other, each as appendRow wrote it but for its place.
type window struct {
	text  []byte
	world []uint32
	begin []int // where in text each row is, and the end
}

// Merge merges the parts of one plan, each shard once.
func Merge(p *Plan, parts []*Source) (*Merged, error) {
	id, n := p.ID(), p.Tiles.Tiles()
	seen := make([]string, n)
	for _, s := range parts {
		switch {
		case s.By != p.By:
			return nil, s.By.Differs(s.name, p.By)
		case s.Plan != id:
			return nil, &PartError{s.name, "it was made by another plan, or by this one before it was changed"}
		case s.Of != n || s.Shard < 0 || s.Shard >= n:
			return nil, &PartError{s.name, fmt.Sprintf("it is shard %d of %d, and the plan has %d", s.Shard, s.Of, n)}
		case seen[s.Shard] == s.name:
			return nil, &PartError{s.name, "it is named twice"}
		case seen[s.Shard] != "":
			return nil, &PartError{s.name, fmt.Sprintf("it is shard %d, and so is %s", s.Shard, seen[s.Shard])}
		}
		seen[s.Shard] = s.name
	}
	var missing []int
	for k, name := range seen {
		if name == "" {
			missing = append(missing, k)
		}
	}
	if len(missing) > 0 {
		return nil, &MissingError{missing, n}
	}
	var worlds []string
	for _, s := range parts {
		if s.Input != parts[0].Input {
			return nil, &PartError{s.name, "it is of other tables than " + parts[0].name + ", or of the same that were routed otherwise: run all shards again that read the older"}
		}
		for w, name := range s.Worlds {
			if int(w) >= len(worlds) {
				worlds = append(worlds, make([]string, int(w)+1-len(worlds))...)
			}
			worlds[w] = name
		}
	}
	return merge(parts, worlds, parts[0].IDs)
}

// MissingError says which shards there is no part of.
type MissingError struct {
	Shards []int
	Of     int
}

func (e *MissingError) Error() string {
	list := fmt.Sprint(e.Shards[:min(len(e.Shards), 20)])
	if len(e.Shards) > 20 {
		list += " and others"
	}
	return fmt.Sprintf("%d of %d shards are missing: %s; --shard %d/%d makes the first of them", len(e.Shards), e.Of, list, e.Shards[0], e.Of)
}

// Is makes a MissingError ErrPart.
func (e *MissingError) Is(target error) bool { return target == ErrPart }

func merge(parts []*Source, worlds []string, ids [2]columnar.Type) (*Merged, error) {
	m := &Merged{worlds: worlds, ids: ids, parts: parts}
	var places []place
	for i, s := range parts {
		if i == 0 {
			m.head = s.Head
		} else if h := &m.head; s.Join != h.Join || !slices.Equal(s.Columns, h.Columns) || !slices.Equal(s.Kinds, h.Kinds) || !slices.Equal(s.Kept, h.Kept) || s.Parts != h.Parts || s.Draw != h.Draw || s.Order != h.Order {
			return nil, &PartError{s.name, "its columns are others than those of " + parts[0].name}
		}
		if s.Rows > math.MaxInt-m.rows {
			return nil, &PartError{s.name, "it is damaged: so many rows there cannot be; run its shard again"}
		}
		m.rows += s.Rows
		places = append(places, place{})
		if err := m.next(s, &places[i]); err != nil {
			return nil, err
		}
	}
	m.turn.begin(places)
	return m, nil
}

// next goes on to a part's next row, which has that place.
func (m *Merged) next(s *Source, p *place) error {
	switch err := s.next(); {
	case errors.Is(err, io.EOF):
		*p = over
		m.done++
	case err != nil:
		return err
	case s.world >= uint64(len(m.worlds)) || m.worlds[s.world] == "":
		return &PartError{s.name, "it is damaged; run its shard again"}
	default:
		*p = s.place
	}
	return nil
}

// Load takes further rows from the parts.
func (m *Merged) Load(from, to int) error {
	if from == 0 {
		m.size = to
		m.shown.Store(new([]*group))
	}
	w, _ := m.spare.Get().(*window)
	if w == nil {
		w = new(window)
	}
	w.text, w.world, w.begin = w.text[:0], w.world[:0], append(w.begin[:0], 0)
	for range to - from {
		if m.done == len(m.parts) {
			return fmt.Errorf("there are fewer rows than %d", m.rows)
		}
		i := m.turn.first()
		s := m.parts[i]
		w.text = append(w.text, s.rest...)
		w.world, w.begin = append(w.world, uint32(s.world)), append(w.begin, len(w.text))
		m.taken++
		if err := m.next(s, &m.turn.places[i]); err != nil {
			return err
		}
		m.turn.next()
	}
	n := from / m.size
	if groups := *m.shown.Load(); n/len(group{}) == len(groups) {
		groups = append(slices.Clip(groups), new(group))
		m.shown.Store(&groups)
	}
	m.window(n).Store(w)
	return nil
}

// window is where window n is while it is shown.
func (m *Merged) window(n int) *atomic.Pointer[window] {
	return &(*m.shown.Load())[n/len(group{})][n%len(group{})]
}

// Drop lets go of rows that were loaded.
func (m *Merged) Drop(from, _ int) {
	m.spare.Put(m.window(from / m.size).Swap(nil))
}

// at is the text of row i, and its world.
func (m *Merged) at(i int) (text []byte, world uint32) {
	n := i / m.size
	w := m.window(n).Load()
	i -= n * m.size
	return w.text[w.begin[i]:w.begin[i+1]], w.world[i]
}

// Len is the number of rows of all parts.
func (m *Merged) Len() int { return m.rows }

// Row gives the names of row i.
func (m *Merged) Row(i int) (world string, a, b []byte) {
	rest, w := m.at(i)
	a, rest, _ = cutText(rest) // rows are whole
	b, _, _ = cutText(rest)
	return m.worlds[w], a, b
}

// IDs are the types of those names.
func (m *Merged) IDs() (a, b columnar.Type) { return m.ids[0], m.ids[1] }

// Columns names the values of each row.
func (m *Merged) Columns() []string { return m.head.Columns }

// Kinds says what they are.
func (m *Merged) Kinds() []output.Kind { return m.head.Kinds }

// behind is what follows the labels of row i.
func (m *Merged) behind(i int) []byte {
	rest, _ := m.at(i)
	for range 2 {
		_, rest, _ = cutText(rest)
	}
	return rest
}

// Values appends the values of row i.
func (m *Merged) Values(dst []output.Value, i int) []output.Value {
	rest := m.behind(i)
	for range m.head.Columns {
		var v output.Value
		v, rest, _ = output.ReadValue(rest)
		dst = append(dst, v)
	}
	return dst
}

// Kept names the columns of the input that each row carries along.
func (m *Merged) Kept() []string { return m.head.Kept }

// Texts gives the cells of kept column k for the shapes of row i.
func (m *Merged) Texts(i, k int) (a, b []byte) {
	rest := m.behind(i)
	for range m.head.Columns {
		rest, _ = output.SkipValue(rest)
	}
	for range k + 1 {
		a, rest, _ = cutText(rest)
		b, rest, _ = cutText(rest)
	}
	return a, b
}

// CRS is the system of coordinates of the shapes.
func (m *Merged) CRS() geometry.CRS { return m.head.CRS }

// ByWorld reports whether rows are in order of worlds.
func (m *Merged) ByWorld() bool { return !m.head.Asked || m.head.ByWorld }

// Draw is what outlines rows have.
func (m *Merged) Draw() output.Drawing { return m.head.Draw }

// Outlines gives the outlines of the shapes of row i, of answers that are drawn.
func (m *Merged) Outlines(i int, a, b bool) (p, q geom.Geometry) {
	one, two := m.Texts(i, len(m.head.Kept))
	if a {
		p = outlineOf(one)
	}
	if b {
		q = outlineOf(two)
	}
	return p, q
}

// outlineOf is an outline that appendRow wrote.
func outlineOf(text []byte) geom.Geometry {
	g, err := geom.UnmarshalWKB(text, geom.NoValidate{})
	if err != nil { // not of a row whose checksum is right
		return geom.Geometry{}
	}
	return g
}

// Whole reports that all parts were read to their ends.
func (m *Merged) Whole() error {
	if m.done < len(m.parts) || m.taken != m.rows {
		return fmt.Errorf("%d of %d rows were read", m.taken, m.rows)
	}
	return nil
}
