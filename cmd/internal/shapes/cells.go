// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/region"
	"daylight/soa"
)

// columns are what shapes are made of, by the rows of the batch.
type columns struct {
	at       [4][]float64 // of the fields that a notation needs, in order
	radius   []float64    // nil if there is none
	c, s     []float32
	angle    []float64 // as they are given; nil if there are none
	notation *schema.Notation
	kind     string
	filled   schema.FieldSet
	together bool // they are added all at once
}

// fail notes err as the fault of a row, unless err is nil or the row has a fault already.
func (p *parser) fail(i int, err error) {
	b := &p.batch
	if err == nil || b.failed[i] != nil {
		return
	}
	b.bad++
	if err == errOutside || err == errElsewhere {
		b.failed[i] = &outsideOfBox
		if t := p.part; err == errElsewhere && t.ids != columnar.Text { // answers have one type of ids in every tile
			t.ids = t.ids.And(p.idType(i))
		}
		return
	}
	f := &failure{line: b.line[i]}
	b.failed[i] = f
	if fatal := (*table.Error)(nil); errors.As(err, &fatal) {
		at := *fatal
		at.File, at.Line = p.file, f.line
		f.err = &at
		return
	}
	if p.vanished(err) {
		f.nowhere = "polygon of which --mend leaves no area"
		return
	}
	if errors.Is(err, geometry.ErrEmpty) {
		if f.nowhere = "row without a geometry (empty or null)"; b.feature {
			f.nowhere = strings.Replace(f.nowhere, "row", "feature", 1)
		}
		return
	}
	if p.c.SkipBad && p.head.Have.Has(schema.World) && b.filled[i].Has(schema.World) {
		f.world = strings.Clone(b.cell(schema.World, i))
	}
	e := &table.Error{File: p.file, Line: f.line, Msg: err.Error(), Err: err}
	id := b.cell(schema.ID, i)
	var c *schema.CellError
	if errors.As(err, &c) {
		e.Column = cmp.Or(c.Column, p.head.Called(c.Field))
		if !strings.Contains(e.Msg, "rename") {
			e.Msg += p.head.Without(c.Field)
		}
		if o := &p.c.Table; len(o.Columns) > 0 && !o.Header && p.c.Names.Knows(b.cell(c.Field, i)) {
			e.Msg += " (if this row is a header, " + o.Headed() + ")"
			id = ""
		}
	}
	e.Msg += p.elsewhere(i, err)
	if utf8.ValidString(id) && (c == nil || c.Field != schema.ID) {
		e.ID = strings.Clone(id)
	}
	f.err = e
}

// elsewhere returns advice about a polygon with few corners: others may stand elsewhere in the
// table.
func (p *parser) elsewhere(i int, err error) string {
	if p.head.Corners && len(p.batch.cornersOf(i)) < 3 && (errors.Is(err, soa.ErrZeroArea) || errors.Is(err, region.ErrTooFewPoints)) {
		return scattered(p.head.Have.Has(schema.World))
	}
	return ""
}

// idType is the type of the id of a row.
func (p *parser) idType(i int) columnar.Type {
	b := &p.batch
	switch {
	case !p.head.Have.Has(schema.ID) || b.ids == columnar.NoType && b.idNumber[i] >= 0:
		return columnar.Int64
	case b.ids != columnar.NoType:
		return b.ids
	}
	return columnar.OfText(b.text[schema.ID][i])
}

// read reads the numbers of a field in rows from to to-1. Each row has one. A length cannot be
// negative.
func (p *parser) read(f schema.Field, from, to int) []float64 {
	b := &p.batch
	if b.numeric.Has(f) {
		v := b.number[f]
		for i := from; i < to; i++ {
			if !(math.Abs(v[i]) <= math.MaxFloat64) {
				p.fail(i, schema.At(f, schema.NotNumber(b.cell(f, i))))
			}
		}
		p.notNegative(f, v, from, to)
		return v
	}
	v, texts := b.numbers(f), b.text[f]
	for i := from; i < to; i++ {
		x, ok := decimal.Parse(texts[i])
		if !ok {
			var err error
			if x, err = p.number(texts[i]); err != nil {
				p.fail(i, schema.At(f, err))
			}
		}
		v[i] = x
	}
	p.notNegative(f, v, from, to)
	return v
}

func (p *parser) notNegative(f schema.Field, v []float64, from, to int) {
	if !schema.Lengths.Has(f) {
		return
	}
	for i := from; i < to; i++ {
		if v[i] < 0 {
			p.fail(i, schema.At(f, fmt.Errorf("%s is negative", table.Quote(p.batch.cell(f, i)))))
		}
	}
}

// number reads a number that is not written as most are.
func (p *parser) number(cell string) (float64, error) {
	if p.c.Comma && strings.IndexByte(cell, ',') >= 0 && strings.IndexByte(cell, '.') < 0 {
		cell = strings.Replace(cell, ",", ".", 1)
	}
	return schema.Number(cell)
}

// readOne is read of one row; it is not ok if something is wrong with it.
func (p *parser) readOne(f schema.Field, i int) (v float64, ok bool) {
	return p.read(f, i, i+1)[i], p.batch.failed[i] == nil
}

// noRadius says that there is no radius.
func (p *parser) noRadius(what string) error {
	if p.head.Have.Has(schema.R) {
		return schema.At(schema.R, fmt.Errorf("the cell is empty; %s needs a radius (--radius gives one to all)", what))
	}
	if p.batch.feature {
		from := ""
		if k := slices.IndexFunc(p.head.Columns, schema.IsRadius); k >= 0 {
			from = fmt.Sprintf(", --rename %s=r takes it from property %[1]s", p.head.Columns[k])
		}
		return fmt.Errorf("%s needs a radius: --radius gives one to all%s", what, from)
	}
	return fmt.Errorf("%s needs a radius, and there is no r (--radius gives one to all)", what)
}

// turn finds the rotations of rows.
func (p *parser) turn(from, to int) {
	b, c := &p.batch, &p.columns
	c.c, c.s = b.cos[:], b.sin[:]
	if !c.filled.Has(schema.Angle) {
		for i := from; i < to; i++ {
			c.c[i], c.s[i] = 1, 0
		}
		return
	}
	angle := p.read(schema.Angle, from, to)
	c.angle = angle
	for _, a := range angle[from:to] {
		p.part.Wound = p.part.Wound || !p.c.Degrees && math.Abs(a) > 2*math.Pi
	}
	switch {
	case p.c.Degrees:
		for i := from; i < to; i++ {
			c.c[i], c.s[i] = turned(angle[i])
		}
	case to == from+1: // to find out which kernels there are takes longer than one angle
		c.s[from], c.c[from] = soa.SinCos(angle[from])
	default:
		soa.SinCosAll(angle[from:to], c.s[from:to], c.c[from:to])
	}
}

// turned is the rotation by an angle in degrees. Whole quarter turns are exact.
func turned(degrees float64) (c, s float32) {
	d := math.Mod(degrees, 360)
	if d < 0 {
		d += 360
	}
	switch d {
	case 0, 360:
		return 1, 0
	case 90:
		return 0, 1
	case 180:
		return -1, 0
	case 270:
		return 0, -1
	}
	p := soa.At(0, 0, d*(math.Pi/180))
	return p.C, p.S
}

// batchRows is how many rows are made shapes of at a time: what is computed of them stays in a
// processor's cache.
const batchRows = 1024

// rowBatch holds some rows of a table by columns, for any format. A field holds texts, numbers, or
// for ids and worlds whole numbers. A geometry may be left where it is.
type rowBatch struct {
	n      int
	line   [batchRows]int
	filled [batchRows]schema.FieldSet // the cells that are not empty
	// constant has the fields that are filled alike in all rows. numeric has the fields of number,
	// and wholes the fields of whole.
	constant, numeric, wholes schema.FieldSet

	text       [schema.NumFields][]string
	number     [schema.NumFields][]float64
	whole      [2][]int64 // of ID and World
	geometries *columnar.Column
	base       int                         // of the rows in geometries
	room       [schema.NumFields][]float64 // of numbers
	cells      []byte                      // of texts
	kept       [][]string
	corners    []point        // of rows that have one for each corner
	cornersAt  [batchRows]int // where those of each row begin

	ids columnar.Type // of all rows; NoType if the text of an id says which
	// feature says that rows are features, and geoJSON that they are features or geometries of
	// GeoJSON.
	feature, geoJSON bool

	// Results:
	failed   [batchRows]*failure
	bad      int // of these are not nil
	idNumber [batchRows]int64
	attrs    []soa.Attrs
	filtered bool     // some row has any
	motions  []motion // nil if no shape moves
	cos, sin [batchRows]float32
	radius   [batchRows]float64 // of circles whose row gives none
	boxes    []region.Box       // of rows that are not left out, only if Config.boxed
}

// cornersOf are the corners of a row.
func (b *rowBatch) cornersOf(i int) []point {
	if i+1 < b.n {
		return b.corners[b.cornersAt[i]:b.cornersAt[i+1]]
	}
	return b.corners[b.cornersAt[i]:]
}

// cell is a cell as a text.
func (b *rowBatch) cell(f schema.Field, i int) string {
	switch {
	case !b.filled[i].Has(f) || f == schema.WKT && b.geometries != nil:
		return ""
	case b.numeric.Has(f):
		return string(decimal.AppendText(nil, b.number[f][i], 64))
	case b.wholes.Has(f):
		return strconv.FormatInt(b.whole[f][i], 10)
	}
	return b.text[f][i]
}

// texts makes room for the texts of a field.
func (b *rowBatch) texts(f schema.Field) []string {
	if b.text[f] == nil {
		b.text[f] = make([]string, batchRows)
	}
	return b.text[f]
}

// numbers makes room for the numbers of a field.
func (b *rowBatch) numbers(f schema.Field) []float64 {
	if b.room[f] == nil {
		b.room[f] = make([]float64, batchRows)
	}
	b.number[f] = b.room[f]
	return b.room[f]
}
