// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"daylight/cmd/internal/decimal"
)

// form is how values of a vector are stored.
type form uint8

const (
	nothing   form = iota // all are missing
	truths                // booleans, a byte each
	numbers               // of fixed width: whole numbers, and floating point numbers
	texts                 // texts and bytes, of any length or of a fixed one
	lists                 // each is a range of values of one vector
	structs               // each is one value from each of several vectors
	elsewhere             // each is a value of another vector
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
		return b.missing(k)
	}
	return false
}

// cell are the bytes of a value of fixed width.
func (a *vector) cell(i int) []byte { return a.data[i*a.width:][:a.width] }

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

// appendText appends a value as the text of a cell. The value has any form but texts.
func (a *vector) appendText(dst []byte, i int) []byte {
	switch {
	case a.spell != nil:
		return append(dst, a.spell(i)...)
	case a.form == truths:
		return strconv.AppendBool(dst, a.data[i] != 0)
	case a.form == numbers && a.ids == Uint64:
		return strconv.AppendUint(dst, uint64(a.whole(i)), 10)
	case a.form == numbers && a.ids != NoType:
		return strconv.AppendInt(dst, a.whole(i), 10)
	case a.form == numbers:
		return decimal.AppendText(dst, a.number(i), 8*a.width)
	}
	return a.appendJSON(dst, i)
}

// appendJSON appends a value as JSON.
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
	case a.form == texts && a.spell == nil && a.raw:
		return quote(base64.StdEncoding.EncodeToString(a.bytes(i)))
	case a.form == texts && a.spell == nil:
		return quote(string(a.bytes(i)))
	case a.spell != nil, a.form == numbers && a.ids == NoType && (math.IsNaN(a.number(i)) || math.IsInf(a.number(i), 0)):
		return quote(string(a.appendText(nil, i)))
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
	case a.form != structs:
		return a.appendText(dst, i)
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

// sense is the meaning of values, in Arrow's terms.
type sense struct {
	kind   int
	width  int            // bytes of a value, 0 if they vary; elements of a list
	ids    Type           // of whole numbers
	unit   unit           // of times
	scale  int            // digits behind the point
	little bool           // of a decimal: its least byte is the first
	zone   *time.Location // of instants, if they have one
	uuid   bool
	pairs  bool // of a list: it is a map
}

// set gives the values of a vector this meaning.
func (s *sense) set(a *vector) {
	a.form, a.width, a.ids, a.raw = texts, s.width, s.ids, s.kind == arrowBinary || s.kind == arrowFixed
	switch s.kind {
	case arrowBool:
		a.form = truths
	case arrowInt:
		a.form = numbers
	case arrowFloat:
		if a.form = numbers; s.width == 2 {
			a.spell = func(i int) string { return half(binary.LittleEndian.Uint16(a.cell(i))) }
		}
	case arrowFixed:
		if s.uuid {
			a.spell = func(i int) string {
				b := a.cell(i)
				return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
			}
		}
	case arrowDecimal:
		a.spell = func(i int) string { return decimalOf(a.bytes(i), s.little, s.scale) }
	case arrowDate:
		a.spell = func(i int) string {
			v := a.whole(i)
			if s.unit != 0 {
				v = (v - ((v%86_400_000)+86_400_000)%86_400_000) / 86_400_000
			}
			return time.Unix(v*86400, 0).UTC().Format(time.DateOnly)
		}
	case arrowTime:
		a.spell = func(i int) string {
			v, u := a.whole(i), second[s.unit]
			return time.Unix(v/u, v%u*(1e9/u)).UTC().Format("15:04:05" + [...]string{"", ".000", ".000000", ".000000000"}[s.unit])
		}
	case arrowTimestamp:
		a.spell = func(i int) string { return instant(a.whole(i), s.unit, s.zone) }
	case arrowDuration:
		a.spell = func(i int) string { return fmt.Sprint(a.whole(i), [...]string{"s", "ms", "us", "ns"}[s.unit]) }
	case arrowInterval:
		a.spell = func(i int) string { return interval(a.cell(i)) }
	case hadoopTime: // nanoseconds of a day, and its Julian day number
		a.spell = func(i int) string {
			b := a.cell(i)
			days := int64(binary.LittleEndian.Uint32(b[8:])) - 2440588
			return time.Unix(days*86400, int64(binary.LittleEndian.Uint64(b))).UTC().Format(instants)
		}
	}
}

// unit is a unit of times, as Arrow numbers them: seconds, thousandths, millionths, billionths.
type unit uint8

var second = [...]int64{1, 1e3, 1e6, 1e9}

const instants = "2006-01-02T15:04:05.999999999"

// instant is a time of some day, in a zone if there is one.
func instant(v int64, u unit, zone *time.Location) string {
	seconds, part := v/second[u], v%second[u]
	if part < 0 {
		seconds, part = seconds-1, part+second[u]
	}
	t, layout := time.Unix(seconds, part*(1e9/second[u])).UTC(), instants
	if zone != nil {
		t, layout = t.In(zone), time.RFC3339Nano
		if _, offset := t.Zone(); offset%60 != 0 {
			layout = instants + "Z07:00:00"
		}
	}
	if t.Year() < 0 || t.Year() > 9999 {
		return strconv.FormatInt(v, 10)
	}
	return t.Format(layout)
}

// mostScale is the greatest number of digits behind the point of a decimal, or of zeros before it.
const mostScale = 1 << 10

// decimalOf returns the text of a whole number with scale digits behind the point.
func decimalOf(cell []byte, little bool, scale int) string {
	be := slices.Clone(cell)
	if little {
		slices.Reverse(be)
	}
	v := new(big.Int).SetBytes(be)
	if len(be) > 0 && be[0]&0x80 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(be))))
	}
	text := new(big.Int).Abs(v).String()
	switch {
	case scale < 0 && v.Sign() != 0:
		text += strings.Repeat("0", -scale)
	case scale > 0:
		text = strings.Repeat("0", max(scale+1-len(text), 0)) + text
		text = text[:len(text)-scale] + "." + text[len(text)-scale:]
	}
	if v.Sign() < 0 {
		text = "-" + text
	}
	return text
}

// half is a number of 16 bits.
func half(v uint16) string {
	f, part := math.Inf(1), float64(v&1023)
	switch exponent := int(v >> 10 & 31); {
	case exponent == 0:
		f = math.Ldexp(part, -24)
	case exponent < 31:
		f = math.Ldexp(1024+part, exponent-25)
	case part != 0:
		f = math.NaN()
	}
	if v>>15 != 0 {
		f = -f
	}
	return strconv.FormatFloat(f, 'g', -1, 32)
}

// interval is a span of the calendar, as Arrow has it: months, days and thousandths, or all of them.
func interval(b []byte) string {
	at := func(i int) int32 { return int32(binary.LittleEndian.Uint32(b[i:])) }
	switch len(b) {
	case 4:
		return fmt.Sprintf(`{"months":%d}`, at(0))
	case 8:
		return fmt.Sprintf(`{"days":%d,"milliseconds":%d}`, at(0), at(4))
	}
	return fmt.Sprintf(`{"months":%d,"days":%d,"nanoseconds":%d}`, at(0), at(4), int64(binary.LittleEndian.Uint64(b[8:])))
}
