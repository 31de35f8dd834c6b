// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unsafe"

	"daylight/cmd/internal/decimal"
)

// form is how values of a vector are stored.
type form uint8

const (
	nothing form = iota // all are missing
	truths              // booleans, as 0 and 1 in ints
	numbers             // in floats or ints
	texts               // texts and bytes
	spelled             // neither numbers nor texts, such as days: in ints, or as bytes
	lists               // each is a range of values of one vector
	structs             // each is one value from each of several vectors
)

// vector has values of one type.
type vector struct {
	sense
	form    form
	n       int
	valid   []byte // a bit for each value, 0 if it is missing; nil if none is
	floats  []float64
	singles []float32
	ints    []int64 // of 64 bits without a sign by their bits
	bufs    [][]byte
	places  []place // of texts, in bufs

	starts []uint32  // where the elements of each list begin, and where the last list ends
	names  []string  // of the fields
	fields []*vector // or the elements of lists
}

// place is the place of a text in one of several buffers. It has no pointer, so the garbage
// collector skips it.
type place struct{ of, from, size uint32 }

// missing reports whether a value is missing.
func (a *vector) missing(i int) bool {
	return a.form == nothing || a.valid != nil && a.valid[i>>3]>>(i&7)&1 == 0
}

// number is a value of numbers.
func (a *vector) number(i int) float64 {
	switch {
	case a.typ == Float64:
		return a.floats[i]
	case a.typ == Float32:
		return float64(a.singles[i])
	case a.typ == Uint64:
		return float64(uint64(a.ints[i]))
	}
	return float64(a.ints[i])
}

// bytes are a value of texts.
func (a *vector) bytes(i int) []byte {
	p := a.places[i]
	return a.bufs[p.of][p.from:][:p.size:p.size]
}

// load appends the numbers in data, of so many bytes each.
func (a *vector) load(h *heap, data []byte, width int) {
	le, above := binary.LittleEndian, 64-8*width
	whole := [...]func(b []byte) uint64{1: func(b []byte) uint64 { return uint64(b[0]) }, 2: func(b []byte) uint64 { return uint64(le.Uint16(b)) },
		4: func(b []byte) uint64 { return uint64(le.Uint32(b)) }, 8: le.Uint64}[width]
	switch {
	case a.typ == Float64:
		a.floats = loaded(h, a.floats, data, width, func(b []byte) float64 { return math.Float64frombits(le.Uint64(b)) })
	case a.typ == Float32:
		a.singles = loaded(h, a.singles, data, width, func(b []byte) float32 { return math.Float32frombits(le.Uint32(b)) })
	case a.typ.signed():
		a.ints = loaded(h, a.ints, data, width, func(b []byte) int64 { return int64(whole(b)<<above) >> above })
	default:
		a.ints = loaded(h, a.ints, data, width, func(b []byte) int64 { return int64(whole(b)) })
	}
}

// loaded appends values of width bytes each. It may leave them in data if dst is nil.
func loaded[T float64 | float32 | int64](h *heap, dst []T, data []byte, width int, one func([]byte) T) []T {
	n := len(data) / width
	if width < int(unsafe.Sizeof(*new(T))) || binary.NativeEndian.Uint16([]byte{1, 0}) != 1 { // not as the machine has them
		dst = grown(h, dst, n)
		for i := range n {
			dst = append(dst, one(data[i*width:]))
		}
		return dst
	}
	if at := unsafe.Pointer(unsafe.SliceData(data)); dst == nil && uintptr(at)%uintptr(width) == 0 {
		return unsafe.Slice((*T)(at), n)
	}
	dst = grown(h, dst, n)
	copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(dst[len(dst):cap(dst)]))), width*n), data)
	return dst[:len(dst)+n]
}

// join returns the values of a vector and those of another.
func (a *vector) join(h *heap, b *vector) *vector {
	n := a.n + b.n
	h.take(32 * int64(n))
	c := &vector{sense: a.sense, form: a.form, n: n, floats: slices.Concat(a.floats, b.floats), singles: slices.Concat(a.singles, b.singles), ints: slices.Concat(a.ints, b.ints), bufs: slices.Concat(a.bufs, b.bufs)}
	c.places = slices.Concat(a.places, b.places)
	for i := range b.places {
		c.places[a.n+i].of += uint32(len(a.bufs))
	}
	if a.valid != nil || b.valid != nil {
		c.valid = make([]byte, (n+7)/8)
		for i := range n {
			if i < a.n && !a.missing(i) || i >= a.n && !b.missing(i-a.n) {
				c.valid[i>>3] |= 1 << (i & 7)
			}
		}
	}
	return c
}

// pick appends the values of a dictionary that have the numbers in list.
func pick[T any, I int32 | int64](h *heap, dst, words []T, list []I) []T {
	if len(words) == 0 {
		return dst
	}
	dst = grown(h, dst, len(list))
	for _, k := range list {
		dst = append(dst, words[k])
	}
	return dst
}

// spread puts the values that are there at their places among n, with gaps for the missing ones.
func spread[T any](h *heap, v []T, valid []byte, n int) []T {
	k := len(v)
	v = grown(h, v, n-k)[:n]
	for i := n - 1; k <= i; i-- {
		if valid[i>>3]>>(i&7)&1 != 0 {
			k--
			v[i] = v[k]
		}
	}
	return v
}

// appendText appends a value as the text of a cell. The value has any form but texts.
func (a *vector) appendText(dst []byte, i int) []byte {
	switch {
	case a.form == truths:
		return strconv.AppendBool(dst, a.ints[i] != 0)
	case a.form == numbers && a.typ == Uint64:
		return strconv.AppendUint(dst, uint64(a.ints[i]), 10)
	case a.form == numbers && a.typ.Whole():
		return strconv.AppendInt(dst, a.ints[i], 10)
	case a.form == numbers:
		return decimal.AppendText(dst, a.number(i), 8*a.typ.bytes())
	case a.form == spelled && len(a.places) > 0:
		return append(dst, a.spell(a.bytes(i), 0)...)
	case a.form == spelled:
		return append(dst, a.spell(nil, a.ints[i])...)
	}
	return a.appendJSON(dst, i)
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
	case a.form == texts && a.raw():
		return quote(base64.StdEncoding.EncodeToString(a.bytes(i)))
	case a.form == texts:
		return quote(string(a.bytes(i)))
	case a.form == spelled, a.form == numbers && (math.IsNaN(a.number(i)) || math.IsInf(a.number(i), 0)):
		return quote(string(a.appendText(nil, i)))
	case a.form == lists:
		dst = append(dst, '[')
		for k := a.starts[i]; k < a.starts[i+1]; k++ {
			if k > a.starts[i] {
				dst = append(dst, ',')
			}
			dst = a.fields[0].appendJSON(dst, int(k))
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
