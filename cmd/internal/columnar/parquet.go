// SPDX-License-Identifier: MIT

package columnar

import (
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

const (
	magic         = "PAR1"
	encryptedTail = "PARE"
)

// parquetFile is a file of Parquet. Its groups of rows may be loaded by several goroutines.
type parquetFile struct {
	format.FileMetaData
	in     io.ReaderAt
	size   int64
	root   *node
	leaves []*node
	used   sync.Pool // of *scratch
}

// node is a column or a group of them, with its place among others.
type node struct {
	*format.SchemaElement
	sense
	members  []*node
	path     []string
	leaf     int // number of a column; of a group that of its first
	leaves   int // columns in it
	def, rep int // highest levels of definition and repetition
}

func openParquet(in io.ReaderAt, size int64, h *heap) *parquetFile {
	p := &parquetFile{in: in, size: size}
	var tail [8]byte
	if size < 12 {
		fail("it has only %d bytes", size)
	}
	readAt(in, tail[:], size-8)
	length := int64(binary.LittleEndian.Uint32(tail[:]))
	switch {
	case string(tail[4:]) == encryptedTail:
		fail("it is encrypted")
	case string(tail[4:]) != magic:
		check(false, errCut)
	case length > size-12:
		fail("the description of its columns has %d bytes, more than the file", length)
	}
	data := h.bytes(length)
	readAt(in, data, size-8-length)
	within("the description of its columns", func() {
		if n := readThrift(h, data, &p.FileMetaData); n < len(data) {
			fail("it takes %d bytes of %d", n, length)
		}
		if p.EncryptionAlgorithm.Value != nil {
			fail("the columns are encrypted")
		}
		p.root = p.node(nil, 0, new(int))
	})
	p.verify()
	return p
}

// node makes the tree of the schema element at *at and its members.
func (p *parquetFile) node(above *node, depth int, at *int) *node {
	check(depth <= mostNested, errDeep)
	if *at == len(p.Schema) {
		fail("a group of columns has fewer members than it says")
	}
	n := &node{SchemaElement: &p.Schema[*at], leaf: len(p.leaves)}
	*at++
	if above != nil {
		n.def, n.rep, n.path = above.def, above.rep, append(slices.Clip(above.path), n.Name)
		switch n.RepetitionType.V {
		case format.Repeated:
			n.rep++
			n.def++
		case format.Optional:
			n.def++
		}
	}
	within("column "+n.Name, n.mean)
	members := n.NumChildren.V
	if members < 0 || int64(members) > int64(len(p.Schema)) {
		fail("a group of columns has %d members", members)
	}
	if members == 0 && above != nil {
		if k, w := n.Type.V, n.TypeLength.V; !n.Type.Valid || k < format.Boolean || k > format.FixedLenByteArray || k == format.FixedLenByteArray && (w <= 0 || w > 1<<16) {
			fail("column %s is of no known type", n.Name)
		}
		p.leaves = append(p.leaves, n)
	}
	for range members {
		n.members = append(n.members, p.node(n, depth+1, at))
	}
	if n.leaves = len(p.leaves) - n.leaf; above == nil && *at < len(p.Schema) {
		fail("it has columns that are in no group")
	}
	return n
}

// verify holds against each other what the file says twice.
func (p *parquetFile) verify() {
	rows := p.NumRows
	var all []*format.ColumnMetaData
	for k := range p.RowGroups {
		g := &p.RowGroups[k]
		switch {
		case len(g.Columns) != len(p.leaves):
			fail("group %d of rows has %d columns, and the file %d", k, len(g.Columns), len(p.leaves))
		case g.NumRows < 0:
			fail("group %d of rows has %d rows", k, g.NumRows)
		}
		rows -= g.NumRows
		for i := range g.Columns {
			m, n := &g.Columns[i].MetaData, p.leaves[i]
			if g.Columns[i].FilePath == "" && m.NumValues > 0 {
				all = append(all, m)
			}
			switch {
			case m.Type != n.Type.V || !slices.Equal(m.PathInSchema, n.path):
				fail("group %d of rows has a column %s of another type or name", k, p.path(i))
			case m.NumValues < g.NumRows || m.NumValues > g.NumRows && n.rep == 0:
				fail("column %s: it has %d values for %d rows", p.path(i), m.NumValues, g.NumRows)
			}
		}
	}
	if rows != 0 {
		fail("it says that it has %d rows, and its groups of rows have %d", p.NumRows, p.NumRows-rows)
	}
	slices.SortFunc(all, func(a, b *format.ColumnMetaData) int { return cmp.Compare(startOf(a), startOf(b)) })
	for k := 1; k < len(all); k++ {
		if all[k-1].TotalCompressedSize > startOf(all[k])-startOf(all[k-1]) {
			fail("columns %v and %v have the same bytes", all[k-1].PathInSchema, all[k].PathInSchema)
		}
	}
}

// path is the name of a column, among those of the groups that it is in.
func (p *parquetFile) path(leaf int) string { return strings.Join(p.leaves[leaf].path, ".") }

// next sets the rows of the next group of rows.
func (p *parquetFile) next(b *Batch, wanted []bool) bool {
	if b.Number == len(p.RowGroups) {
		return false
	}
	g := &p.RowGroups[b.Number]
	b.Rows, b.bytes = g.NumRows, 0
	for i, f := range p.root.members {
		for k := f.leaf; wanted[i] && k < f.leaf+f.leaves; k++ {
			m := &g.Columns[k].MetaData
			b.values, b.bytes = max(b.values, m.NumValues), b.bytes+min(max(m.TotalCompressedSize, 0), p.size)
		}
	}
	return true
}

// meanings are the logical types of the older converted types, by their numbers.
var meanings = [...]format.LogicalTypeValue{
	&format.StringType{}, &format.MapType{}, &format.MapType{}, &format.ListType{}, &format.EnumType{}, nil, &format.DateType{},
	&format.TimeType{Unit: format.TimeUnit{Value: &format.MilliSeconds{}}}, &format.TimeType{Unit: format.TimeUnit{Value: &format.MicroSeconds{}}},
	&format.TimestampType{IsAdjustedToUTC: true, Unit: format.TimeUnit{Value: &format.MilliSeconds{}}},
	&format.TimestampType{IsAdjustedToUTC: true, Unit: format.TimeUnit{Value: &format.MicroSeconds{}}},
	&format.IntType{BitWidth: 8}, &format.IntType{BitWidth: 16}, &format.IntType{BitWidth: 32}, &format.IntType{BitWidth: 64},
	&format.IntType{BitWidth: 8, IsSigned: true}, &format.IntType{BitWidth: 16, IsSigned: true}, &format.IntType{BitWidth: 32, IsSigned: true},
	&format.IntType{BitWidth: 64, IsSigned: true}, &format.JsonType{},
}

// mean finds the meaning of the values of a column. Most writers give it twice.
func (n *node) mean() {
	newer, older := n.LogicalType.Value, format.LogicalTypeValue(nil)
	if c := n.ConvertedType; c.Valid && c.V >= 0 && int(c.V) < len(meanings) {
		if older = meanings[c.V]; older == nil {
			older = &format.DecimalType{Scale: n.Scale.V}
		}
	}
	n.sense = n.means(older)
	if newer != nil {
		was := n.sense
		n.sense = n.means(newer)
		if was.zoned = n.zoned; older != nil && was != n.sense {
			fail("its type is both %v and %v", newer, older)
		}
	}
	if decimal := n.ConvertedType.Valid && n.ConvertedType.V == deprecated.Decimal; decimal && n.Precision.V <= 0 || n.Precision.V > 0 && n.kind != arrowDecimal {
		fail("it has %d digits, as a %v", n.Precision.V, newer)
	}
}

// means returns the sense of a logical type. A type that does not fit how values are stored has
// none.
func (n *node) means(l format.LogicalTypeValue) sense {
	stored := [...]sense{{kind: arrowBool, typ: Uint8}, {kind: arrowInt, width: 4, typ: Int32}, {kind: arrowInt, width: 8, typ: Int64}, {kind: hadoopTime, width: 12},
		{kind: arrowFloat, width: 4, typ: Float32}, {kind: arrowFloat, width: 8, typ: Float64}, {kind: arrowBinary}, {kind: arrowBinary, width: int(n.TypeLength.V)}}[n.Type.V&7]
	if n.NumChildren.V > 0 {
		stored = sense{kind: arrowStruct}
	}
	s, of, width := stored, arrowInt, stored.width
	switch l := l.(type) {
	case nil:
		return stored
	case *format.ListType, *format.MapType:
		s.kind, of = arrowList, arrowStruct
	case *format.StringType, *format.EnumType, *format.JsonType:
		s.kind, of, width = arrowText, arrowBinary, 0
	case *format.DecimalType:
		s.kind, of, s.scale = arrowDecimal, stored.kind, int(max(min(l.Scale, mostScale), -mostScale))
	case *format.DateType:
		s.kind = arrowDate
	case *format.TimeType:
		s.kind, s.unit = arrowTime, unit(l.Unit.Value.FieldID())
	case *format.TimestampType:
		s.kind, s.unit, s.zoned = arrowTimestamp, unit(l.Unit.Value.FieldID()), l.IsAdjustedToUTC
	case *format.IntType:
		s.typ, width = integer(int(l.BitWidth), l.IsSigned), max(4, int(l.BitWidth)/8)
	case *format.UUIDType:
		s.kind, of, width = kindUUID, arrowBinary, 16
	case *format.Float16Type:
		s.kind, s.typ, of, width = arrowFloat, Float32, arrowBinary, 2
	default:
		return stored
	}
	if of != stored.kind || width != stored.width {
		return stored
	}
	return s
}

// bound returns the least or the greatest value of a column of numbers. Some writers compare
// unsigned numbers as signed ones.
func (n *node) bound(data []byte) (v float64, ok bool) {
	if !n.isNumber() || len(data) != n.width || n.typ.Whole() && !n.typ.signed() {
		return 0, false
	}
	a := vector{sense: n.sense}
	a.load(newHeap(0, nil), data, n.width)
	v = a.number(0)
	// A larger whole number may have been rounded.
	return v, !math.IsNaN(v) && (!n.typ.Whole() || math.Abs(v) <= 1<<53)
}

// find returns the column of a path, or nil.
func (p *parquetFile) find(path ...string) *node {
	n := p.root
	for _, name := range path {
		k := slices.IndexFunc(n.members, func(m *node) bool { return m.Name == name })
		if k < 0 {
			return nil
		}
		n = n.members[k]
	}
	return n
}
