// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"strconv"

	"daylight/cmd/internal/decimal"
)

// vector has values of one meaning.
type vector struct {
	sense
	n     int
	valid []byte   // a bit for each value, 0 if it is missing; values without a bit are present
	words []uint64 // whole numbers; floats by the bits of a float64; of texts and bytes the places
	text  []byte   // texts and bytes

	starts []uint32  // where the elements of each list begin, and where the last list ends
	names  []string  // of the fields
	fields []*vector // of a structure, or the elements of lists
}

// placeOf returns the word for a text: its place and its size in bytes.
func placeOf(from, size int) uint64 { return uint64(from)<<32 | uint64(size) }

// bytes are a value that is a text or bytes.
func (a *vector) bytes(i int) []byte {
	from, size := a.words[i]>>32, a.words[i]&math.MaxUint32
	return a.text[from:][:size:size]
}

// missing reports whether a value is missing.
func (a *vector) missing(i int) bool {
	return a.kind == arrowNull || i>>3 < len(a.valid) && a.valid[i>>3]>>(i&7)&1 == 0
}

// mark says that a value is present.
func (a *vector) mark(i int) { a.valid[i>>3] |= 1 << (i & 7) }

// number is a value of numbers.
func (a *vector) number(i int) float64 {
	switch w := a.words[i]; {
	case !a.typ.Whole():
		return math.Float64frombits(w)
	case a.typ == Uint64:
		return float64(w)
	default:
		return float64(int64(w))
	}
}

// load appends the numbers in data, of so many bytes each.
func (a *vector) load(h *heap, data []byte, width int) {
	var dst []uint64
	a.words, dst = longer(h, a.words, len(data)/width)
	switch le := binary.LittleEndian; width {
	case 8:
		for i := range dst {
			dst[i] = le.Uint64(data[8*i:])
		}
		return
	case 4:
		for i := range dst {
			dst[i] = uint64(le.Uint32(data[4*i:]))
		}
	case 2:
		for i := range dst {
			dst[i] = uint64(le.Uint16(data[2*i:]))
		}
	default:
		for i := range dst {
			dst[i] = uint64(data[i])
		}
	}
	above, float := 64-8*width, a.kind == arrowFloat
	switch {
	case a.typ.signed():
		for i, v := range dst {
			dst[i] = uint64(int64(v<<above) >> above)
		}
	case float && width == 4:
		for i, v := range dst {
			dst[i] = math.Float64bits(float64(math.Float32frombits(uint32(v))))
		}
	case float:
		for i, v := range dst {
			dst[i] = math.Float64bits(half(v))
		}
	}
}

// half is a number of 16 bits.
func half(v uint64) float64 {
	magnitude := v & 0x7fff << 42
	if v&0x7c00 == 0x7c00 { // not finite
		return math.Float64frombits(magnitude | 0x7ff<<52 | v>>15<<63)
	}
	return math.Copysign(math.Float64frombits(magnitude)*0x1p1008, float64(1-int(v>>15<<1)))
}

// pick appends the words at the places in list.
func pick[I int32 | uint64](h *heap, dst, words []uint64, list []I) []uint64 {
	dst = grown(h, dst, len(list))
	for _, k := range list {
		dst = append(dst, words[k])
	}
	return dst
}

// appendText appends a value as the text of a cell.
func (a *vector) appendText(dst []byte, i int) []byte {
	switch {
	case a.kind == arrowList || a.kind == arrowFixedList || a.kind == arrowStruct:
		return a.appendJSON(dst, i)
	case a.kind == arrowBool:
		return strconv.AppendBool(dst, a.words[i] != 0)
	case a.kind == arrowInt && a.typ == Uint64:
		return strconv.AppendUint(dst, a.words[i], 10)
	case a.kind == arrowInt:
		return strconv.AppendInt(dst, int64(a.words[i]), 10)
	case a.kind == arrowFloat:
		return decimal.AppendText(dst, a.number(i), 8*a.typ.bytes())
	case a.typ != NoType:
		return append(dst, a.spell(nil, int64(a.words[i]))...)
	case a.isText():
		return append(dst, a.bytes(i)...)
	}
	return append(dst, a.spell(a.bytes(i), 0)...)
}

// appendJSON appends a value as JSON.
func (a *vector) appendJSON(dst []byte, i int) []byte {
	quote := func(v string) []byte {
		text, _ := json.Marshal(v)
		return append(dst, text...)
	}
	switch {
	case a.missing(i):
		return append(dst, "null"...)
	case a.kind == arrowList || a.kind == arrowFixedList:
		dst = append(dst, '[')
		for k := a.starts[i]; k < a.starts[i+1]; k++ {
			if k > a.starts[i] {
				dst = append(dst, ',')
			}
			dst = a.fields[0].appendJSON(dst, int(k))
		}
		return append(dst, ']')
	case a.kind == arrowStruct:
		dst = append(dst, '{')
		for k, f := range a.fields {
			if k > 0 {
				dst = append(dst, ',')
			}
			dst = append(quote(a.names[k]), ':')
			dst = f.appendJSON(dst, i)
		}
		return append(dst, '}')
	case a.kind == arrowBool, a.kind == arrowInt, a.kind == arrowFloat && a.number(i)-a.number(i) == 0:
		return a.appendText(dst, i)
	case a.kind == arrowBinary:
		return quote(base64.StdEncoding.EncodeToString(a.bytes(i)))
	}
	return quote(string(a.appendText(nil, i)))
}
