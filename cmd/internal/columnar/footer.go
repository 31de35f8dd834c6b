// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strings"
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
	low, high           bound
	elsewhere, scramble bool
}

// bound is the least or the greatest value of a column of a group of rows, as the file has it.
type bound struct {
	data [8]byte
	size int
}

func boundOf(newer, older *value) (b bound) {
	text := newer.text
	if len(text) == 0 {
		text = older.text
	}
	if len(text) == 4 || len(text) == 8 { // others are of no number
		b.size = copy(b.data[:], text)
	}
	return b
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
	geo    []byte
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
	part := h.part()
	defer part.free()
	root, _, err := readThrift(data, part)
	if err != nil {
		return nil, fmt.Errorf("the description of its columns: %w", err)
	}
	f := &footer{rows: root.number(3)}
	return f, f.take(&root, h)
}

// take takes what is needed of what the file says.
func (f *footer) take(root *value, h *heap) (err error) {
	schema, groups := root.get(2).list, root.get(4).list
	switch {
	case root.get(8).kind != 0:
		return errors.New("the description of its columns: the columns are encrypted")
	case len(schema) == 0:
		return errors.New("the description of its columns: there is none")
	}
	if f.schema, err = grown(h, f.schema, len(schema)); err != nil {
		return err
	}
	for k := range schema {
		f.schema = append(f.schema, readElement(&schema[k]))
	}
	if f.groups, err = grown(h, f.groups, len(groups)); err != nil {
		return err
	}
	for k := range groups {
		g := groupMeta{rows: groups[k].number(3)}
		list := groups[k].get(1).list
		if g.chunks, err = grown(h, g.chunks, len(list)); err != nil {
			return err
		}
		for k := range list {
			c, m := &list[k], list[k].get(3)
			known := m.get(12)
			g.chunks = append(g.chunks, chunkMeta{codec: codec(m.number(4)), values: m.number(5), packed: m.number(7), data: m.number(9), dictionary: m.number(11), low: boundOf(known.get(6), known.get(2)), high: boundOf(known.get(5), known.get(1)),
				elsewhere: len(c.get(1).text) > 0, scramble: c.get(8).kind != 0 || c.get(9).kind != 0})
		}
		f.groups = append(f.groups, g)
	}
	for k := range root.get(5).list {
		if pair := &root.get(5).list[k]; string(pair.get(1).text) == "geo" {
			f.geo = pair.get(2).text
		}
	}
	return nil
}

func readElement(v *value) element {
	e := element{physical: -1, width: v.number(2), repetition: v.number(3), name: string(v.get(4).text), children: v.number(5), scale: v.number(7)}
	if p := v.get(1); p.kind != 0 {
		e.physical = p.whole
	}
	if l := v.get(10).list; len(l) > 0 && l[0].kind == thriftStruct {
		e.logical(&l[0])
	} else if c := v.get(6); c.kind != 0 {
		e.convert(c.whole)
	}
	return e
}

// logical takes a logical type, which is a union of structures.
func (e *element) logical(v *value) {
	switch e.meaning = v.id; e.meaning {
	case aTime, aTimestamp:
		e.utc = v.get(1).kind == thriftTrue
		if of := v.get(2).list; len(of) > 0 {
			e.unit = of[0].id
		}
	case anInteger:
		e.bits, e.unsigned = v.number(1), v.get(2).kind == thriftFalse
	case aDecimal:
		e.scale = v.number(1)
	}
}

// convert puts a converted type, the older way to say what values mean, in the words of logical types.
func (e *element) convert(c int64) {
	meanings := [...]int16{aText, aMap, aMap, aList, anEnum, aDecimal, aDate, aTime, aTime, aTimestamp, aTimestamp, 19: aJSON}
	switch {
	case c >= 11 && c <= 18:
		e.meaning, e.bits, e.unsigned = anInteger, 8<<((c-11)%4), c < 15
	case c >= 0 && c < int64(len(meanings)):
		if e.meaning = meanings[c]; e.meaning == aTime || e.meaning == aTimestamp {
			e.unit, e.utc = int16(c-7)%2+1, true
		}
	}
}

// node is a column or a group of them, with its place among others.
type node struct {
	element
	members  []*node
	leaf     int // number of a column; of a group that of its first
	leaves   int // columns in it
	def, rep int // levels that it has at most
}

// path is the name of a column, among those of the groups that it is in.
func (n *node) path(leaf int) string {
	for _, m := range n.members {
		if m.leaf <= leaf && leaf < m.leaf+m.leaves {
			return strings.TrimSuffix(m.name+"."+m.path(leaf), ".")
		}
	}
	return ""
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
			if n.physical < 0 || n.physical > fixedArrays || n.physical == fixedArrays && (n.width <= 0 || n.width > 1<<16) {
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
		n.leaves = len(leaves) - n.leaf
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
