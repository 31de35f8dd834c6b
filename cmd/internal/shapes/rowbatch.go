// SPDX-License-Identifier: MIT

package shapes

import (
	"strconv"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/decimal"
	"daylight/soa"
)

// batchRows is how many rows are made shapes of at a time: what is computed of them stays in a
// processor's cache.
const batchRows = 1024

// rowBatch is some rows of a table by columns, whatever its format. What a field holds are texts, numbers, or
// for ids and worlds whole numbers; a geometry may be left where it is.
type rowBatch struct {
	n      int
	line   [batchRows]int
	filled [batchRows]fieldSet // the cells that are not empty
	// constant has the cells that are filled alike in all rows, numeric those that number has, and wholes
	// those of whole.
	constant, numeric, wholes fieldSet

	text       [numFields][]string
	number     [numFields][]float64
	whole      [2][]int64 // of ID and World
	geometries *columnar.Column
	base       int                  // of the rows in geometries
	room       [numFields][]float64 // of numbers
	wholeRoom  [2][]int64
	cells      []byte // of texts
	kept       [][]string

	ids columnar.Type // of all rows; NoType if the text of an id says which
	// feature says that rows are features, and geoJSON that they are features or geometries of GeoJSON.
	feature, geoJSON bool

	// What is found out of them:
	failed   [batchRows]*failure
	bad      int // of these are not nil
	idNumber [batchRows]int64
	attrs    []soa.Attrs
	filtered bool     // some row has any
	motions  []motion // nil if no shape moves
	cos, sin [batchRows]float32
	radius   [batchRows]float64 // of circles whose row gives none

	// packed says that the rows are of records, and records has their geometries, or points.
	packed  bool
	records [][]byte
}

// cell is a cell as a text.
func (b *rowBatch) cell(f Field, i int) string {
	switch {
	case !b.filled[i].has(f) || f == WKT && b.geometries != nil || b.packed && setOf(WKT, Points).has(f):
		return ""
	case b.numeric.has(f):
		return string(decimal.AppendText(nil, b.number[f][i], 64))
	case b.wholes.has(f):
		return strconv.FormatInt(b.whole[f][i], 10)
	}
	return b.text[f][i]
}

// texts makes room for the texts of a field.
func (b *rowBatch) texts(f Field) []string {
	if b.text[f] == nil {
		b.text[f] = make([]string, batchRows)
	}
	return b.text[f]
}

// numbers makes room for the numbers of a field.
func (b *rowBatch) numbers(f Field) []float64 {
	if b.room[f] == nil {
		b.room[f] = make([]float64, batchRows)
	}
	b.number[f] = b.room[f]
	return b.room[f]
}
