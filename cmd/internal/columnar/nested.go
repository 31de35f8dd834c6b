// SPDX-License-Identifier: MIT

package columnar

import (
	"github.com/parquet-go/parquet-go/format"
)

// parquetRows reads the rows of a group. It has a column for each that is wanted.
type parquetRows struct {
	*parquetFile
	heap    *heap
	rows    int64
	columns []*parquetColumn
}

// parquetColumn is a column, or a group of columns. Of a column that is neither in lists nor a
// group, values are those of a page; of others they are those of a lot of rows.
type parquetColumn struct {
	*node
	chunks []*chunk
	lots   []*chunk // of the lot; nil if there are none
	live   int64    // bytes of the lot
	values *vector
	at     int // of the values, the first that was not taken
}

func (p *parquetFile) load(b *Batch, wanted []bool, h *heap) rows {
	l := &parquetRows{p, h, b.rows, make([]*parquetColumn, len(wanted))}
	for i, n := range p.root.members {
		if !wanted[i] {
			continue
		}
		c := &parquetColumn{node: n, values: new(vector)}
		for k := n.leaf; k < n.leaf+n.leaves; k++ {
			l.within(k, func() { c.chunks = append(c.chunks, p.open(&p.RowGroups[b.Number].Columns[k], p.leaves[k], h)) })
		}
		l.columns[i] = c
	}
	return l
}

// within calls do for a leaf.
func (l *parquetRows) within(leaf int, do func()) {
	within("column "+l.path(leaf), do)
}

func (l *parquetRows) more(n int) int {
	for _, c := range l.columns {
		if c == nil {
			continue
		}
		if c.at == c.values.n {
			c.at = 0
			if len(c.members) == 0 && c.rep == 0 {
				l.within(c.leaf, func() {
					c.chunks[0].next()
					c.values = c.chunks[0].vector(0, 0)
				})
			} else {
				l.lot(c, n)
			}
		}
		n = min(n, c.values.n-c.at)
	}
	return n
}

// lot reads n rows of a column of lists, or of a group of columns.
func (l *parquetRows) lot(c *parquetColumn, n int) {
	l.heap.give(c.live)
	c.lots = c.lots[:0]
	for k, leaf := range c.chunks {
		leaf.kept = leaf.typ == NoType
		l.within(c.leaf+k, func() { c.lots = append(c.lots, leaf.lot(n)) })
	}
	held := l.heap.held
	l.within(c.leaf, func() {
		if c.values = c.assemble(c.node, 0, 0); c.values.n != n {
			fail("it has %d values for %d rows", c.values.n, n)
		}
	})
	c.live = l.heap.held - held
}

func (l *parquetRows) take(i, n int) (a *vector, first int) {
	c := l.columns[i]
	c.at += n
	return c.values, c.at - n
}

func (l *parquetRows) end() {
	for _, c := range l.columns {
		if c == nil {
			continue
		}
		for k, leaf := range c.chunks {
			if leaf.seen < leaf.meta.NumValues || c.at < c.values.n || c.lots != nil && leaf.took < leaf.slots() {
				l.within(c.leaf+k, func() { fail("it has %d values for %d rows", leaf.meta.NumValues, l.rows) })
			}
			l.used.Put(&leaf.scratch)
		}
	}
}

// assemble makes a vector of a column, or of a group of columns, that lies in rep lists. An element
// of these lists has a definition level of def or more.
func (p *parquetColumn) assemble(n *node, rep, def int) *vector {
	if n.RepetitionType.V == format.Repeated && n.rep > rep {
		return p.list(n, n, rep, def, n.def-1)
	}
	if len(n.members) == 0 {
		return p.lots[n.leaf-p.leaf].vector(rep, def)
	}
	if inner := n.members[0]; n.kind == arrowList && len(n.members) == 1 && inner.RepetitionType.V == format.Repeated {
		// A list is a group of a repeated group, and the elements are the only member of the
		// latter. Old writers leave one of the groups out.
		of := inner
		if len(inner.members) == 1 && inner.Name != "array" && inner.Name != n.Name+"_tuple" {
			of = inner.members[0]
		}
		return p.list(inner, of, rep, def, n.def)
	}
	a := &vector{form: structs}
	for _, m := range n.members {
		f := p.assemble(m, rep, def)
		a.names, a.fields = append(a.names, m.Name), append(a.fields, f)
		if a.n = f.n; f.n != a.fields[0].n {
			fail("%s has %d values, and %s %d", n.members[0].Name, a.fields[0].n, m.Name, f.n)
		}
	}
	if c := p.lots[n.leaf-p.leaf]; n.def > def && c.def > 0 {
		c.mark(a, rep, def, n.def)
	}
	return a
}

// mark marks the present values: those with a definition level of own or more. It skips entries
// with a level below def, and entries of lists deeper than rep.
func (c *chunk) mark(a *vector, rep, def, own int) {
	a.n, a.valid = 0, c.own(int64(len(c.defs)+7)/8)
	for k, d := range c.defs {
		if int(d) < def || len(c.reps) > 0 && int(c.reps[k]) > rep {
			continue
		}
		if int(d) >= own {
			a.valid[a.n>>3] |= 1 << (a.n & 7)
		}
		a.n++
	}
}

// list makes a vector of lists of the elements of a repeated node. Lists of a definition
// level of own or more are present.
func (p *parquetColumn) list(n, element *node, rep, def, own int) *vector {
	inner := p.assemble(element, n.rep, n.def)
	c := p.lots[n.leaf-p.leaf]
	a := &vector{form: lists, fields: []*vector{inner}}
	c.mark(a, rep, def, own)
	a.starts = grown[uint32](c.heap, nil, a.n+1)
	elements := uint32(0)
	for k, d := range c.defs {
		if int(d) >= def && int(c.reps[k]) <= rep {
			a.starts = append(a.starts, elements)
		}
		if int(d) >= n.def && int(c.reps[k]) <= n.rep {
			elements++
			check(len(a.starts) > 0, errLevels)
		}
	}
	check(int(elements) == inner.n, errLevels)
	a.starts = append(a.starts, elements)
	return a
}

// vector puts the present values at their places.
func (c *chunk) vector(rep, def int) *vector {
	v := &c.values
	if c.def > 0 && (v.n < len(c.defs) || c.rep > 0) {
		c.mark(v, rep, def, c.def)
		switch {
		case c.typ == Float64:
			v.floats = spread(c.heap, v.floats, v.valid, v.n)
		case c.typ == Float32:
			v.singles = spread(c.heap, v.singles, v.valid, v.n)
		case c.typ != NoType || v.form == truths:
			v.ints = spread(c.heap, v.ints, v.valid, v.n)
		default:
			v.places = spread(c.heap, v.places, v.valid, v.n)
		}
	}
	return v
}
