// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/region"
)

// dealing is the part of daylight tiles that says which rows of a table go to which tiles, so that
// an engine such as Spark can send them there.
type dealing struct {
	boxes  string // the file of them
	kind   string // of questions
	margin float64
	dt     float64
	format string
}

func (o *dealing) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.boxes, "deal", "", "write which rows of the FILEs touch which tiles, the lines of this `file`:\na table of row and tile, both counted from 0")
	f.StringVar(&o.kind, "questions", "", "with --deal: the rows are questions of this `kind` of query, which belong to\none tile each; min_x, min_y, max_x, max_y follow, the box that its answers touch")
	marginFlag(f, &o.margin, "with --deal: the --margin of collide, or --near of query")
	stepFlag(f, &o.dt, 0, "with --deal: for how many `seconds` shapes move (0: they are at rest)")
	formatFlag(f, &o.format, output.FormatNames(output.OfScenes))
}

// readTiles reads the tiles of a file, one on each line.
func readTiles(name string) (list []*shapes.Tile, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		t, err := shapes.ParseTile(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %q is no tile: %w", name, len(list)+1, lines.Text(), err)
		}
		list = append(list, t)
	}
	return list, lines.Err()
}

// dealt is a table of rows and their tiles, and of questions what they reach.
type dealt struct {
	rows    []int64
	tiles   []int32
	reached []region.Box
	fields  []output.Field
}

func (d *dealt) Len() int               { return len(d.rows) }
func (d *dealt) Fields() []output.Field { return d.fields }
func (d *dealt) Widest() int            { return 0 }

func (d *dealt) Fill(cells []columnar.Cells, from, to int) {
	for i := from; i < to; i++ {
		cells[0].Whole(d.rows[i])
		cells[1].Whole(int64(d.tiles[i]))
		if d.reached == nil {
			continue
		}
		b := &d.reached[i]
		for k, v := range [...]float64{b.MinX, b.MinY, b.MaxX, b.MaxY} {
			cells[2+k].Float(v + 0)
		}
	}
}

// dealtBytes is what a row of it takes while columns grow.
const dealtBytes = 2 * (8 + 4 + 32)

// deal has the rows of tables be read so that the table becomes theirs.
func (o *dealing) deal(c *cobra.Command, in *input, read *shapes.Config) (*dealt, error) {
	switch {
	case o.kind != "" && !slices.Contains(answer.Kinds, answer.Kind(o.kind)):
		return nil, usage(c, "--questions %q: want a kind of query", o.kind)
	case !(o.margin >= 0):
		return nil, usage(c, "--margin %v: want 0 or more", o.margin)
	case !(o.dt >= 0):
		return nil, usage(c, "--dt %v: want 0 or more", o.dt)
	}
	tiles, err := readTiles(o.boxes)
	if err != nil {
		return nil, usage(c, "--deal %v", err)
	}
	d := &dealt{fields: []output.Field{{Field: columnar.Field{Name: "row", Type: columnar.Int64}}, {Field: columnar.Field{Name: "tile", Type: columnar.Int64}}}}
	read.Time, read.Reach.Moves = o.dt, o.dt > 0
	if o.kind == "" {
		read.Reach.Margin = o.margin
	} else {
		for _, name := range []string{"min_x", "min_y", "max_x", "max_y"} {
			d.fields = append(d.fields, output.Field{Field: columnar.Field{Name: name, Type: columnar.Float64}})
		}
		var asked joined
		asked.ask(answer.Kind(o.kind))
		asked.asQuestions(read)
	}
	index := newStrips(tiles)
	const forRows = "for rows and their tiles"
	if err := memory.For(forRows, in.memory.Reserve(index.bytes())); err != nil {
		return nil, err
	}
	read.Scan = func(row int64, _ string, box region.Box) error {
		n := len(d.rows)
		for k := range index.beside(&box) {
			if o.kind != "" && tiles[k].Owns(box) {
				d.reached = append(d.reached, shapes.Widened(box, o.margin*(1+0x1p-18))) // the engine compares in float32
			} else if o.kind != "" || !tiles[k].Touched(&box) {
				continue
			}
			d.rows, d.tiles = append(d.rows, row), append(d.tiles, k)
		}
		return memory.For(forRows, in.memory.Reserve(dealtBytes*int64(len(d.rows)-n)))
	}
	return d, nil
}

// strips is an index of tiles: their left and right edges cut the plane into strips.
type strips struct {
	edges []float64
	tiles [][]int32 // of the strip to the right of each edge
	first []int32   // the leftmost strip of each tile
}

func newStrips(tiles []*shapes.Tile) *strips {
	s := &strips{first: make([]int32, len(tiles))}
	for _, t := range tiles {
		s.edges = append(s.edges, t.MinX, t.MaxX)
	}
	slices.Sort(s.edges)
	s.edges = slices.Compact(s.edges)
	s.tiles = make([][]int32, len(s.edges))
	for k, t := range tiles {
		s.first[k] = int32(s.of(t.MinX))
		for i := int(s.first[k]); s.edges[i] < t.MaxX; i++ {
			s.tiles[i] = append(s.tiles[i], int32(k))
		}
	}
	return s
}

func (s *strips) bytes() (n int64) {
	for _, list := range s.tiles {
		n += int64(24 + 4*cap(list))
	}
	return n
}

// of is the strip that x lies in: the first if it lies to the left of all.
func (s *strips) of(x float64) int {
	i, found := slices.BinarySearch(s.edges, x)
	if !found {
		i--
	}
	return max(i, 0)
}

// beside yields the tiles of all strips that a box lies in, each once.
func (s *strips) beside(b *region.Box) func(yield func(int32) bool) {
	return func(yield func(int32) bool) {
		if len(s.edges) == 0 {
			return
		}
		from := s.of(b.MinX)
		for i := from; i <= s.of(b.MaxX); i++ {
			for _, k := range s.tiles[i] {
				if int(s.first[k]) >= i || i == from {
					if !yield(k) {
						return
					}
				}
			}
		}
	}
}
