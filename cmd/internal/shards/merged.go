// SPDX-License-Identifier: MIT

package shards

import (
	"container/heap"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"daylight/cmd/internal/output"
)

// Merged is the answer that parts are of, read from them row by row: output.Loading.
type Merged struct {
	head   Head
	worlds []string
	heap   sources
	rows   int
	taken  int

	mu    sync.RWMutex
	size  int // of a window, but for the last
	shown map[int][]row
	spare [][]row
}

// sources is a heap: on top the one whose row comes first.
type sources struct {
	list []*Source
	join bool
}

func (s *sources) Len() int           { return len(s.list) }
func (s *sources) Less(i, k int) bool { return s.list[i].row.compare(&s.list[k].row, s.join) < 0 }
func (s *sources) Swap(i, k int)      { s.list[i], s.list[k] = s.list[k], s.list[i] }
func (s *sources) Push(v any)         { s.list = append(s.list, v.(*Source)) }
func (s *sources) Pop() any {
	last := s.list[len(s.list)-1]
	s.list = s.list[:len(s.list)-1]
	return last
}

// Merge merges the parts of one plan, each shard once.
func Merge(p *Plan, parts []*Source) (*Merged, error) {
	id, n := p.ID(), p.Tiles.Tiles()
	seen := make([]string, n)
	for _, s := range parts {
		switch {
		case s.Plan != id:
			return nil, &PartError{s.name, "it was made by another plan, or by this one before it was changed"}
		case s.Of != n || s.Shard < 0 || s.Shard >= n:
			return nil, &PartError{s.name, fmt.Sprintf("it is shard %d of %d, and the plan has %d", s.Shard, s.Of, n)}
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
	return merge(parts, p.Worlds)
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
	return fmt.Sprintf("%d of %d shards are missing: %s", len(e.Shards), e.Of, list)
}

// Is makes a MissingError ErrPart.
func (e *MissingError) Is(target error) bool { return target == ErrPart }

func merge(parts []*Source, worlds []string) (*Merged, error) {
	m := &Merged{worlds: worlds, shown: map[int][]row{}}
	for i, s := range parts {
		if i == 0 {
			m.head, m.heap.join = s.Head, s.Join
		} else if h := &m.head; s.Join != h.Join || !slices.Equal(s.Columns, h.Columns) || !slices.Equal(s.Kinds, h.Kinds) || !slices.Equal(s.Kept, h.Kept) {
			return nil, &PartError{s.name, "its columns are others than those of " + parts[0].name}
		}
		m.rows += s.Rows
		if err := s.next(s.Join); err == nil {
			m.heap.list = append(m.heap.list, s)
		} else if !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	heap.Init(&m.heap)
	return m, nil
}

// Load takes further rows from the parts.
func (m *Merged) Load(from, to int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if from == 0 {
		m.size = to
	}
	var rows []row
	if n := len(m.spare); n > 0 {
		rows, m.spare = m.spare[n-1][:0], m.spare[:n-1]
	}
	for range to - from {
		if m.heap.Len() == 0 {
			return fmt.Errorf("there are fewer rows than %d", m.rows)
		}
		s := m.heap.list[0]
		if int(s.row.world) >= len(m.worlds) {
			return &PartError{s.name, "it has a world that the plan does not know"}
		}
		rows = append(rows, s.row.clone())
		m.taken++
		switch err := s.next(m.head.Join); {
		case err == nil:
			heap.Fix(&m.heap, 0)
		case errors.Is(err, io.EOF):
			heap.Pop(&m.heap)
		default:
			return err
		}
	}
	m.shown[from] = rows
	return nil
}

func (r *row) clone() row {
	n := len(r.labels[0]) + len(r.labels[1])
	for _, t := range r.texts {
		n += len(t)
	}
	all := make([]byte, 0, n)
	keep := func(t []byte) []byte {
		all = append(all, t...)
		return all[len(all)-len(t) : len(all) : len(all)]
	}
	c := row{world: r.world, a: r.a, b: r.b, labels: [2][]byte{keep(r.labels[0]), keep(r.labels[1])}, values: slices.Clone(r.values)}
	for _, t := range r.texts {
		c.texts = append(c.texts, keep(t))
	}
	return c
}

// Drop lets go of rows that were loaded.
func (m *Merged) Drop(from, _ int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spare = append(m.spare, m.shown[from])
	delete(m.shown, from)
}

func (m *Merged) at(i int) *row {
	m.mu.RLock()
	defer m.mu.RUnlock()
	from := i - i%m.size
	return &m.shown[from][i-from]
}

// Len is the number of rows of all parts.
func (m *Merged) Len() int { return m.rows }

// Row gives the names of row i.
func (m *Merged) Row(i int) (world string, a, b []byte) {
	r := m.at(i)
	return m.worlds[r.world], r.labels[0], r.labels[1]
}

// Columns names the values of each row.
func (m *Merged) Columns() []string { return m.head.Columns }

// Kinds says what they are.
func (m *Merged) Kinds() []output.Kind { return m.head.Kinds }

// Values appends the values of row i.
func (m *Merged) Values(dst []output.Value, i int) []output.Value {
	return append(dst, m.at(i).values...)
}

// Kept names the columns of the input that each row carries along.
func (m *Merged) Kept() []string { return m.head.Kept }

// Texts gives the cells of kept column k for the shapes of row i.
func (m *Merged) Texts(i, k int) (a, b []byte) {
	r := m.at(i)
	return r.texts[2*k], r.texts[2*k+1]
}

// Whole reports that all parts were read to their ends.
func (m *Merged) Whole() error {
	if m.heap.Len() > 0 || m.taken != m.rows {
		return fmt.Errorf("%d of %d rows were read", m.taken, m.rows)
	}
	return nil
}
