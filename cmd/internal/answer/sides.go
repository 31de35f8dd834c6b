// SPDX-License-Identifier: MIT

package answer

import (
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Sides are the two sets from which the shapes of each row come, and the columns that rows take
// from them.
type Sides struct {
	A, B *shapes.Set // the same in an answer about one set
	// of returns the shapes of row i, each by its place in its set.
	of interface{ Pair(i int) (a, b int) }
}

func (s *Sides) joined() bool { return s.A != s.B }

func (s *Sides) sets() [2]*shapes.Set { return [2]*shapes.Set{s.A, s.B} }

// inTile reports whether shapes a and b are a pair of the tile that the sets are of. Without a tile
// it is true.
func (s *Sides) inTile(a, b int) bool { return s.A.Sides(a)&s.B.Sides(b) == 0 }

// Row returns the names of row i.
func (s *Sides) Row(i int) (world string, a, b []byte) {
	p, q := s.of.Pair(i)
	return s.A.Worlds()[s.A.World(p)], s.A.Label(p), s.B.Label(q)
}

// Fields returns the columns of an answer: the names of a world and of two shapes, the columns of
// the answer itself, and the columns that --keep names.
func (s *Sides) Fields(own []output.Field) []output.Field {
	world := output.Text("world")
	world.Repeats = true
	list := append([]output.Field{world, idField("id_a", s.A.IDs), idField("id_b", s.B.IDs)}, own...)
	for _, name := range s.A.Kept() {
		list = append(list, output.Number(name+"_a", columnar.Text), output.Number(name+"_b", columnar.Text))
	}
	return list
}

// idField returns a column of ids of a type.
func idField(name string, t columnar.Type) output.Field {
	f := output.Text(name)
	if f.Plain = t.Whole(); f.Plain {
		f.Type = t
	}
	return f
}

// fieldsOf returns columns with these names.
func fieldsOf(columns []string) (list []output.Field) {
	for _, name := range columns {
		t := columnar.Float32
		switch name {
		case "points", "feature1", "feature2", "part_contacts", "part_a", "part_b":
			t = columnar.Uint32
		case "x", "y", "x1", "y1", "x2", "y2", "ax", "ay", "bx", "by":
			t = columnar.Float64
		}
		list = append(list, output.Number(name, t))
	}
	return list
}

// Fill appends rows from to to-1 to all columns except the answer's own, which it returns.
func (s *Sides) Fill(cells []columnar.Cells, from, to int) (own []columnar.Cells) {
	kept := s.A.Kept()
	last := len(cells) - 2*len(kept)
	worlds := s.A.Worlds()
	var as, bs [64]uint32
	for i := from; i < to; {
		n := min(to-i, len(as))
		for k := range n {
			p, q := s.of.Pair(i + k)
			as[k], bs[k] = uint32(p), uint32(q)
			columnar.AppendText(&cells[0], worlds[s.A.World(p)])
			for j := range kept {
				textOrNull(&cells[last+2*j], s.A.KeptText(j, p))
				textOrNull(&cells[last+2*j+1], s.B.KeptText(j, q))
			}
		}
		s.A.AppendLabels(&cells[1], as[:n])
		s.B.AppendLabels(&cells[2], bs[:n])
		i += n
	}
	return cells[3:last]
}

// textOrNull appends a kept cell. An empty cell is a missing value.
func textOrNull(c *columnar.Cells, text []byte) {
	if len(text) == 0 {
		c.Null()
	} else {
		columnar.AppendText(c, text)
	}
}

// nulls appends a missing value to each column.
func nulls(cells []columnar.Cells) {
	for k := range cells {
		cells[k].Null()
	}
}

// Widest returns the most bytes that the names and the kept cells of a row may take.
func (s *Sides) Widest() int { return s.A.Widest() + s.B.Widest() }
