// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
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

// How values are said that are neither numbers nor texts.

// unit is a unit of times, as Arrow numbers them: seconds, thousandths, millionths, billionths.
type unit uint8

var second = [...]int64{1, 1e3, 1e6, 1e9}

func (u unit) String() string { return [...]string{"s", "ms", "us", "ns"}[u] }

func day(days int64) string {
	return time.Unix(days*86400, 0).UTC().Format(time.DateOnly)
}

// clock is a time of day.
func clock(v int64, u unit) string {
	t := time.Unix(v/second[u], v%second[u]*(1e9/second[u])).UTC()
	return t.Format([...]string{"15:04:05", "15:04:05.000", "15:04:05.000000", "15:04:05.000000000"}[u])
}

// instant is a time of some day, in a zone if there is one.
func instant(v int64, u unit, zone *time.Location) string {
	seconds, part := v/second[u], v%second[u]
	if part < 0 {
		seconds, part = seconds-1, part+second[u]
	}
	t := time.Unix(seconds, part*(1e9/second[u])).UTC()
	layout := "2006-01-02T15:04:05.999999999"
	if zone != nil {
		if t = t.In(zone); true {
			layout = time.RFC3339Nano
		}
		if _, offset := t.Zone(); offset%60 != 0 {
			layout = "2006-01-02T15:04:05.999999999Z07:00:00"
		}
	}
	if t.Year() < 0 || t.Year() > 9999 {
		return strconv.FormatInt(v, 10)
	}
	return t.Format(layout)
}

// decimalOf is a whole number with the least byte first or last, of which so many digits stand behind
// the point.
func decimalOf(cell []byte, first bool, scale int) string {
	be := slices.Clone(cell)
	if first {
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
		if n := scale + 1 - len(text); n > 0 {
			text = strings.Repeat("0", n) + text
		}
		text = text[:len(text)-scale] + "." + text[len(text)-scale:]
	}
	if v.Sign() < 0 {
		text = "-" + text
	}
	return text
}

// mostScale is how many digits of a decimal may stand behind the point, or zeros before it.
const mostScale = 1 << 10

func uuid(b []byte) string {
	h := hex.EncodeToString(b)
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// half is a number of 16 bits.
func half(b []byte) string {
	v := binary.LittleEndian.Uint16(b)
	sign, exponent, part := 1.0, int(v>>10&31), float64(v&1023)
	if v>>15 != 0 {
		sign = -1
	}
	f := 0.0
	switch exponent {
	case 0:
		f = math.Ldexp(part, -24)
	case 31:
		if f = math.Inf(1); part != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(1024+part, exponent-25)
	}
	return strconv.FormatFloat(sign*f, 'g', -1, 32)
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
