// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
)

// A table may have a row for each corner of a polygon. The corners of one polygon follow each
// other, and become one row of the batch, which has the other cells of the first corner. The first
// and the last polygon of a part may have corners in other parts. So the parser hands them on as
// loose polygons, and the Loader joins them.

// mostCorners is how many corners a batch holds before it is built.
const mostCorners = 1 << 16

// loose is a row of a batch whose polygon may have corners in other parts.
type loose struct {
	head    *schema.Header
	line    int
	filled  schema.FieldSet
	ids     columnar.Type
	feature bool
	differs error // the corners of other parts differ
	cells   [schema.NumFields]string
	kept    []string
	corners []point
	failed  *failure
	charged int64 // for corners of other parts
}

// handedOn marks a row that was handed on as a loose polygon.
var handedOn failure

// goesOn reports whether a row has a corner of the last polygon of the batch.
func (p *parser) goesOn(cells []string) bool {
	id, world, ok := p.lastPolygon()
	return ok && p.namesPolygon(id, world, cells)
}

// lastPolygon returns the names of the last polygon of a batch of corners.
func (p *parser) lastPolygon() (id, world string, ok bool) {
	b := &p.batch
	if b.n == 0 || !p.head.Corners || p.head.Err != nil {
		return "", "", false
	}
	if worlds := b.text[schema.World]; worlds != nil && b.filled[b.n-1].Has(schema.World) {
		world = worlds[b.n-1]
	}
	return b.text[schema.ID][b.n-1], world, true
}

// namesPolygon reports whether a row with a corner names that polygon.
func (p *parser) namesPolygon(id, world string, cells []string) bool {
	if !p.head.Corners || p.head.Err != nil || cells[p.idAt] != id {
		return false
	}
	k := slices.Index(p.head.Fields, schema.World)
	return k < 0 || k >= len(cells) || cells[k] == world
}

// alike compares the other cells of a corner with those of the polygon so far. Cells that the
// polygon lacks are added to it.
func (p *parser) alike(cells []string) {
	b := &p.batch
	i := b.n - 1
	for _, k := range p.others {
		if at, cell := &p.places[k], cells[k]; cell != at.texts[i] && cell != "" {
			p.fail(i, same(&at.texts[i], cell, p.head.Fields[k], ""))
			b.filled[i] |= at.bit
		}
	}
	for n, k := range p.head.Keep {
		if k >= 0 && k < len(cells) && cells[k] != b.kept[n][i] {
			p.fail(i, same(&b.kept[n][i], cells[k], schema.NumFields, p.head.Columns[k]))
		}
	}
}

// same returns an error if the cell of a corner differs from that of its polygon. An empty cell of
// the polygon becomes that of the corner. The cell is of field f, or of a kept column.
func same(polygon *string, cell string, f schema.Field, column string) error {
	switch {
	case cell == "":
	case *polygon == "":
		*polygon = cell
	case *polygon != cell && (column != "" || schema.Alike.Has(f)):
		return &schema.CellError{Field: f, Column: column, Err: fmt.Errorf("the corners of a polygon differ: one has %s, another has %s", table.Quote(*polygon), table.Quote(cell))}
	}
	return nil
}

// corner adds a corner to the last polygon of the batch.
func (p *parser) corner(x, y string) {
	b := &p.batch
	var at [2]float64
	for k, cell := range [2]string{x, y} {
		var ok bool
		if at[k], ok = decimal.Parse(cell); ok {
			continue
		}
		var err error
		if at[k], err = p.number(cell); cell == "" {
			err = errors.New("the cell is empty")
		}
		if err != nil {
			corner := len(b.cornersOf(b.n-1)) + 1
			p.fail(b.n-1, schema.At(schema.VertexX+schema.Field(k), fmt.Errorf("corner %d: %w", corner, err)))
		}
	}
	b.corners = append(b.corners, point{X: at[0], Y: at[1]})
}

// loosen hands a row on, unless that has been done.
func (p *parser) loosen(i int) {
	b := &p.batch
	if b.failed[i] == &handedOn {
		return
	}
	s := &loose{head: p.head, line: b.line[i], filled: b.filled[i], ids: b.ids, feature: b.feature, corners: slices.Clone(b.cornersOf(i)), failed: b.failed[i]}
	for f := range schema.NumFields {
		if s.filled.Has(f) && f != schema.Points {
			s.cells[f] = strings.Clone(b.text[f][i])
		}
	}
	for n := range p.head.Keep {
		s.kept = append(s.kept, strings.Clone(b.kept[n][i]))
	}
	if b.failed[i] == nil {
		b.bad++
	}
	b.failed[i] = &handedOn
	p.part.loose = append(p.part.loose, s)
}
