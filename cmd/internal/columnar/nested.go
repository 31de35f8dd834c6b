// SPDX-License-Identifier: MIT

package columnar

import (
	"github.com/parquet-go/parquet-go/format"
)

// parquetColumn is a column of a group of rows, or a group of columns.
type parquetColumn struct {
	*node
	chunks []*chunk
}

func (p *parquetFile) load(b *Batch, wanted []bool, h *heap) taker {
	columns, values := make([]*parquetColumn, len(wanted)), make([]*vector, len(wanted))
	for i, n := range p.root.members {
		if !wanted[i] {
			continue
		}
		c := &parquetColumn{node: n}
		for k := n.leaf; k < n.leaf+n.leaves; k++ {
			p.within(k, func() { c.chunks = append(c.chunks, p.open(&p.RowGroups[b.Number].Columns[k], p.leaves[k], h)) })
		}
		columns[i] = c
	}
	return func(n int) ([]*vector, int) {
		for i, c := range columns {
			if c == nil {
				continue
			}
			for k, leaf := range c.chunks {
				p.within(c.leaf+k, func() { leaf.next(n, b.Rows) })
			}
			if n == 0 {
				continue
			}
			p.within(c.leaf, func() {
				if values[i] = c.assemble(c.node, 0, 0); values[i].n != n {
					fail("it has %d values for %d rows", values[i].n, n)
				}
			})
		}
		return values, 0
	}
}

// within calls do for a leaf.
func (p *parquetFile) within(leaf int, do func()) { within("column "+p.path(leaf), do) }

// assemble makes a vector of a column, or of a group of columns, that lies in rep lists. An element
// of these lists has a definition level of def or more.
func (p *parquetColumn) assemble(n *node, rep, def int) *vector {
	if n.RepetitionType.V == format.Repeated && n.rep > rep {
		return p.list(n, n, rep, def, n.def-1)
	}
	if len(n.members) == 0 {
		return p.chunks[n.leaf-p.leaf].vector(rep, def)
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
	a := &vector{sense: sense{kind: arrowStruct}}
	for _, m := range n.members {
		f := p.assemble(m, rep, def)
		a.names, a.fields = append(a.names, m.Name), append(a.fields, f)
		if a.n = f.n; f.n != a.fields[0].n {
			fail("%s has %d values, and %s %d", n.members[0].Name, a.fields[0].n, m.Name, f.n)
		}
	}
	if c := p.chunks[n.leaf-p.leaf]; n.def > def && c.def > 0 {
		c.mark(a, rep, def, n.def)
	}
	return a
}

// mark marks the present values: those with a definition level of own or more. It skips entries
// with a level below def, and entries of lists deeper than rep.
func (c *chunk) mark(a *vector, rep, def, own int) {
	bits := int64(len(c.defs)+7) / 8
	a.n, a.valid = 0, c.heap.bytes(bits)
	c.live += bits
	for k, d := range c.defs {
		if int(d) < def || len(c.reps) > 0 && int(c.reps[k]) > rep {
			continue
		}
		if int(d) >= own {
			a.mark(a.n)
		}
		a.n++
	}
}

// list makes a vector of lists of the elements of a repeated node. Lists of a definition
// level of own or more are present.
func (p *parquetColumn) list(n, element *node, rep, def, own int) *vector {
	inner := p.assemble(element, n.rep, n.def)
	c := p.chunks[n.leaf-p.leaf]
	a := &vector{sense: sense{kind: arrowList}, fields: []*vector{inner}}
	c.mark(a, rep, def, own)
	a.starts = grown[uint32](c.heap, nil, a.n+1)
	c.live += 4 * int64(cap(a.starts))
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
	v := &vector{sense: c.sense, n: len(c.present), words: c.present, text: c.values.text}
	if c.def > 0 && (v.n < len(c.defs) || c.rep > 0) {
		c.mark(v, rep, def, c.def)
		c.spread = grown(c.heap, c.spread[:0], v.n)
		for i, left := 0, c.present; i < v.n; i++ {
			if v.missing(i) {
				c.spread = append(c.spread, 0)
			} else {
				c.spread, left = append(c.spread, left[0]), left[1:]
			}
		}
		v.words = c.spread
	}
	return v
}
