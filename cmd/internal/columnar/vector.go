// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"
)

// form is how values of an array are stored.
type form uint8

const (
	nothing   form = iota // all are missing
	truths                // of a bit each
	numbers               // of fixed width: whole numbers, and floating point numbers
	texts                 // of any length, or of one: texts and bytes
	lists                 // of values of one array
	structs               // of a value of each of several arrays
	elsewhere             // each is a value of another array
)

// vector are values of one type, as a file stores them.
type vector struct {
	form  form
	n     int
	valid []byte                     // a bit for each that is not missing; nil if none is
	data  []byte                     // of numbers and truths, and of bytes of one length
	width int                        // bytes of each
	ids   Type                       // which whole numbers they are; NoType if they are none
	spell func(i int) string         // says a value that is neither a number nor a text, such as a day
	at    func(i int) []byte         // texts
	raw   bool                       // they are bytes
	span  func(i int) (a, b int)     // of a list: where its elements are
	place func(i int) (*vector, int) // where a value is found

	names  []string  // of the fields
	fields []*vector // or the elements of lists
}

// missing reports whether a value is missing.
func (a *vector) missing(i int) bool {
	switch {
	case a.form == nothing:
		return true
	case a.valid != nil && a.valid[i>>3]>>(i&7)&1 == 0:
		return true
	case a.form == elsewhere:
		b, k := a.place(i)
		return b == nil || b.missing(k)
	}
	return false
}

// cell are the bytes of a value of fixed width.
func (a *vector) cell(i int) []byte {
	return a.data[i*a.width:][:a.width]
}

// whole is a value of whole numbers, those of 64 bits without a sign by their bits.
func (a *vector) whole(i int) int64 {
	c := a.cell(i)
	switch a.ids {
	case Int8:
		return int64(int8(c[0]))
	case Uint8:
		return int64(c[0])
	case Int16:
		return int64(int16(binary.LittleEndian.Uint16(c)))
	case Uint16:
		return int64(binary.LittleEndian.Uint16(c))
	case Int32:
		return int64(int32(binary.LittleEndian.Uint32(c)))
	case Uint32:
		return int64(binary.LittleEndian.Uint32(c))
	}
	return int64(binary.LittleEndian.Uint64(c))
}

// number is a value of numbers.
func (a *vector) number(i int) float64 {
	switch {
	case a.ids == Uint64:
		return float64(uint64(a.whole(i)))
	case a.ids != NoType:
		return float64(a.whole(i))
	case a.width == 4:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(a.cell(i))))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(a.cell(i)))
}

// bytes are a value of texts.
func (a *vector) bytes(i int) []byte {
	if a.at == nil {
		return a.cell(i)
	}
	return a.at(i)
}

// truth is a value of truths.
func (a *vector) truth(i int) bool {
	if a.width == 1 { // of Parquet
		return a.cell(i)[0] != 0
	}
	return a.data[i>>3]>>(i&7)&1 != 0
}

// appendJSON appends a value as JSON, for those that have no simpler text.
func (a *vector) appendJSON(dst []byte, i int) []byte {
	if a.missing(i) {
		return append(dst, "null"...)
	}
	quote := func(v string) []byte {
		text, _ := json.Marshal(v)
		return append(dst, text...)
	}
	switch {
	case a.form == elsewhere:
		b, k := a.place(i)
		return b.appendJSON(dst, k)
	case a.form == truths:
		return strconv.AppendBool(dst, a.truth(i))
	case a.spell != nil:
		return quote(a.spell(i))
	case a.form == texts && a.raw:
		return quote(base64.StdEncoding.EncodeToString(a.bytes(i)))
	case a.form == texts:
		return quote(string(a.bytes(i)))
	case a.form == numbers && a.ids == Uint64:
		return strconv.AppendUint(dst, uint64(a.whole(i)), 10)
	case a.form == numbers && a.ids != NoType:
		return strconv.AppendInt(dst, a.whole(i), 10)
	case a.form == numbers:
		if v := a.number(i); math.IsNaN(v) || math.IsInf(v, 0) {
			return quote(strconv.FormatFloat(v, 'g', -1, 64))
		}
		return strconv.AppendFloat(dst, a.number(i), 'g', -1, 8*a.width)
	case a.form == lists:
		dst = append(dst, '[')
		from, to := a.span(i)
		for k := from; k < to; k++ {
			if k > from {
				dst = append(dst, ',')
			}
			dst = a.fields[0].appendJSON(dst, k)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for k, f := range a.fields {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = append(quote(a.names[k]), ':')
		dst = f.appendJSON(dst, i)
	}
	return append(dst, '}')
}
