// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
	"unsafe"
)

// Physical types of Parquet, by its numbers.
const (
	booleans = iota
	int32s
	int64s
	int96s
	floats32
	floats64
	byteArrays
	fixedArrays
)

// element is what a file says of a column, or of a group of them.
type element struct {
	name       string
	physical   int64 // of a column
	width      int64 // of fixedArrays
	repetition int64 // 1: may be missing, 2: there are any number
	children   int64
	converted  int64 // the older way to say what it means, -1 if it does not
	scale      int64
	meaning    int16 // the field of the union LogicalType that is set, 0 for none
	unit       int16 // of times: 1 milliseconds, 2 microseconds, 3 nanoseconds
	utc        bool
	bits       int64 // of whole numbers
	unsigned   bool
}

// The meanings, by the numbers of their fields; those of converted types are put in these words.
const (
	noMeaning     = 0
	aText         = 1
	aMap          = 2
	aList         = 3
	anEnum        = 4
	aDecimal      = 5
	aDate         = 6
	aTime         = 7
	aTimestamp    = 8
	anInteger     = 10
	aNull         = 11
	aJSON         = 12
	aUUID         = 14
	aFloat16      = 15
	mostColumns   = 1 << 20
	repeated      = 2
	magic         = "PAR1"
	encryptedTail = "PARE"
)

// chunkMeta is where the values of a column lie, of a group of rows.
type chunkMeta struct {
	codec               codec
	values              int64
	packed              int64 // bytes
	data, dictionary    int64 // where the pages begin
	elsewhere, scramble bool
}

type groupMeta struct {
	rows   int64
	chunks []chunkMeta
}

// footer is what a file of Parquet says of itself at its end.
type footer struct {
	rows   int64
	schema []element
	groups []groupMeta
	geo    *string
}

var errCut = errors.New("it does not end as such a file does: it may have been cut off")

// readFooter reads what a file of so many bytes says of itself.
func readFooter(in io.ReaderAt, size int64, h *heap) (*footer, error) {
	var tail [8]byte
	if size < 12 {
		return nil, fmt.Errorf("it has only %d bytes", size)
	}
	if err := readAt(in, tail[:], size-8); err != nil {
		return nil, err
	}
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	switch {
	case string(tail[4:]) == encryptedTail:
		return nil, errors.New("it is encrypted")
	case string(tail[4:]) != magic:
		return nil, errCut
	case length > size-8:
		return nil, fmt.Errorf("the description of its columns has %d bytes, which the file has not", length)
	}
	data, err := h.bytes(length)
	if err != nil {
		return nil, err
	}
	if err := readAt(in, data, size-8-length); err != nil {
		return nil, err
	}
	f := new(footer)
	if err := f.parse(&thrift{data: data}, h); err != nil {
		return nil, fmt.Errorf("the description of its columns: %w", err)
	}
	return f, nil
}

// room charges n elements of a list.
func room[T any](h *heap) func(n int) error {
	return func(n int) error { return h.take(int64(n) * int64(unsafe.Sizeof(*new(T)))) }
}

func (f *footer) parse(t *thrift, h *heap) error {
	encrypted := false
	t.fields(func(id int16, kind byte) {
		switch {
		case id == 2 && kind == thriftList:
			t.list(room[element](h), func(byte) { f.schema = append(f.schema, readElement(t)) })
		case id == 3:
			f.rows = t.whole(kind)
		case id == 4 && kind == thriftList:
			t.list(room[groupMeta](h), func(byte) { f.groups = append(f.groups, readGroup(t, h)) })
		case id == 5 && kind == thriftList:
			t.list(nil, func(byte) {
				var key, value string
				t.fields(func(id int16, kind byte) {
					switch id {
					case 1:
						key = t.text(kind)
					case 2:
						value = t.text(kind)
					}
				})
				if key == "geo" {
					f.geo = &value
				}
			})
		case id == 8:
			encrypted = true
		}
	})
	switch {
	case t.err != nil:
		return t.err
	case encrypted:
		return errors.New("the columns are encrypted")
	case len(f.schema) == 0:
		return errors.New("there is none")
	}
	return nil
}

func readElement(t *thrift) element {
	e := element{converted: -1, physical: -1}
	t.fields(func(id int16, kind byte) {
		switch id {
		case 1:
			e.physical = t.whole(kind)
		case 2:
			e.width = t.whole(kind)
		case 3:
			e.repetition = t.whole(kind)
		case 4:
			e.name = strings.Clone(t.text(kind))
		case 5:
			e.children = t.whole(kind)
		case 6:
			e.converted = t.whole(kind)
		case 7:
			e.scale = t.whole(kind)
		case 10:
			if kind == thriftStruct {
				t.fields(func(id int16, kind byte) {
					if e.meaning = id; kind == thriftStruct {
						e.logical(t)
					}
				})
			}
		}
	})
	if e.meaning == noMeaning {
		e.convert()
	}
	return e
}

// logical reads what a logical type says beyond which it is.
func (e *element) logical(t *thrift) {
	t.fields(func(id int16, kind byte) {
		switch {
		case (e.meaning == aTime || e.meaning == aTimestamp) && id == 1:
			e.utc = kind == thriftTrue
		case (e.meaning == aTime || e.meaning == aTimestamp) && id == 2 && kind == thriftStruct:
			t.fields(func(id int16, _ byte) { e.unit = id })
		case e.meaning == anInteger && id == 1:
			e.bits = t.whole(kind)
		case e.meaning == anInteger && id == 2:
			e.unsigned = kind == thriftFalse
		case e.meaning == aDecimal && id == 1:
			e.scale = t.whole(kind)
		}
	})
}

// convert puts a converted type in the words of logical types.
func (e *element) convert() {
	switch c := e.converted; {
	case c == 0:
		e.meaning = aText
	case c == 1 || c == 2:
		e.meaning = aMap
	case c == 3:
		e.meaning = aList
	case c == 4:
		e.meaning = anEnum
	case c == 5:
		e.meaning = aDecimal
	case c == 6:
		e.meaning = aDate
	case c == 7 || c == 8:
		e.meaning, e.unit, e.utc = aTime, int16(c-6), true
	case c == 9 || c == 10:
		e.meaning, e.unit, e.utc = aTimestamp, int16(c-8), true
	case c >= 11 && c <= 18:
		e.meaning, e.bits, e.unsigned = anInteger, 8<<((c-11)%4), c < 15
	case c == 19:
		e.meaning = aJSON
	}
}

func readGroup(t *thrift, h *heap) (g groupMeta) {
	t.fields(func(id int16, kind byte) {
		switch {
		case id == 1 && kind == thriftList:
			t.list(room[chunkMeta](h), func(byte) { g.chunks = append(g.chunks, readChunk(t)) })
		case id == 3:
			g.rows = t.whole(kind)
		}
	})
	return g
}

func readChunk(t *thrift) (c chunkMeta) {
	t.fields(func(id int16, kind byte) {
		switch {
		case id == 1:
			c.elsewhere = t.text(kind) != ""
		case id == 8 || id == 9:
			c.scramble = true
		case id == 3 && kind == thriftStruct:
			t.fields(func(id int16, kind byte) {
				switch id {
				case 4:
					c.codec = codec(t.whole(kind))
				case 5:
					c.values = t.whole(kind)
				case 7:
					c.packed = t.whole(kind)
				case 9:
					c.data = t.whole(kind)
				case 11:
					c.dictionary = t.whole(kind)
				}
			})
		}
	})
	return c
}

// node is a column or a group of them, with its place among others.
type node struct {
	element
	members  []*node
	leaf     int // number of a column; of a group that of its first
	def, rep int // levels that it has at most
}

func (n *node) path(leaf int, name string) string {
	for _, m := range n.members {
		if m.leaf <= leaf && leaf < m.leaf+m.leaves() {
			return m.path(leaf, strings.TrimPrefix(name+"."+m.name, "."))
		}
	}
	return name
}

func (n *node) leaves() (sum int) {
	if len(n.members) == 0 {
		return 1
	}
	for _, m := range n.members {
		sum += m.leaves()
	}
	return sum
}

// tree makes a tree of the list of elements.
func (f *footer) tree(size int64) (root *node, leaves []*node, err error) {
	at := 0
	var one func(above *node, depth int) (*node, error)
	one = func(above *node, depth int) (*node, error) {
		if at == len(f.schema) {
			return nil, fmt.Errorf("the description of its columns: a group of columns has fewer members than it says")
		}
		n := &node{element: f.schema[at], leaf: len(leaves)}
		at++
		if above != nil {
			n.def, n.rep = above.def, above.rep
			if n.repetition != 0 {
				n.def++
			}
			if n.repetition == repeated {
				n.rep++
			}
		}
		switch {
		case n.children < 0 || n.children > size:
			return nil, fmt.Errorf("the description of its columns: a group of columns has %d members", n.children)
		case depth > mostNested:
			return nil, fmt.Errorf("the description of its columns: %w", errDeep)
		case n.children == 0 && above != nil:
			if n.physical < 0 || n.physical > fixedArrays || n.physical == fixedArrays && (n.width <= 0 || n.width > 1<<20) {
				return nil, fmt.Errorf("column %s is of no known type", n.name)
			}
			leaves = append(leaves, n)
		}
		for range n.children {
			m, err := one(n, depth+1)
			if err != nil {
				return nil, err
			}
			n.members = append(n.members, m)
		}
		return n, nil
	}
	if root, err = one(nil, 0); err != nil {
		return nil, nil, err
	}
	for k, g := range f.groups {
		switch {
		case len(g.chunks) != len(leaves):
			return nil, nil, fmt.Errorf("group %d of rows has %d columns, and the file %d", k, len(g.chunks), len(leaves))
		case g.rows < 0:
			return nil, nil, fmt.Errorf("group %d of rows has %d rows", k, g.rows)
		}
	}
	return root, leaves, nil
}

// cell is how many bytes a value of a column takes where it is of fixed width, 0 if it is not.
func (n *node) cell() int {
	switch n.physical {
	case booleans:
		return 1
	case int32s, floats32:
		return 4
	case int64s, floats64:
		return 8
	case int96s:
		return 12
	case fixedArrays:
		return int(n.width)
	}
	return 0
}

func levelBits(most int) uint { return uint(bits.Len(uint(most))) }
