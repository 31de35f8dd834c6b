// SPDX-License-Identifier: MIT

package columnar

import "github.com/parquet-go/parquet-go/format"

// assemble makes a vector of a column, or of a group of columns, that lies in rep lists. An element
// of these lists has a definition level of def or more.
func assemble(n *node, chunks []*chunk, rep, def int) *vector {
	if n.RepetitionType.V == format.Repeated && n.rep > rep {
		return assembleList(n, n, chunks, rep, def, n.def-1)
	}
	if len(n.members) == 0 {
		return chunks[n.leaf].vector(rep, def)
	}
	if inner := n.members[0]; n.kind == arrowList && len(n.members) == 1 && inner.RepetitionType.V == format.Repeated {
		// A list is a group of a repeated group, and the elements are the only member of the
		// latter. Old writers leave one of the groups out.
		of := inner
		if !n.pairs && len(inner.members) == 1 && inner.Name != "array" && inner.Name != n.Name+"_tuple" {
			of = inner.members[0]
		}
		return assembleList(inner, of, chunks, rep, def, n.def)
	}
	a := &vector{form: structs}
	for _, m := range n.members {
		f := assemble(m, chunks, rep, def)
		a.names, a.fields = append(a.names, m.Name), append(a.fields, f)
		if a.n = f.n; f.n != a.fields[0].n {
			fail("%s has %d values, and %s %d", n.members[0].Name, a.fields[0].n, m.Name, f.n)
		}
	}
	if c := chunks[n.leaf]; n.def > def && c.node.def > 0 {
		c.slots(a, rep, def, n.def)
	}
	return a
}

// slots marks the present values: those with a definition level of own or more. It skips entries
// with a level below def, and entries of lists deeper than rep.
func (c *chunk) slots(a *vector, rep, def, own int) {
	a.n, a.valid = 0, c.heap.bytes(int64(len(c.defs)+7)/8)
	c.old += int64(len(a.valid))
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

// assembleList makes a vector of lists of the elements of a repeated node. Lists of a definition
// level of own or more are present.
func assembleList(n, element *node, chunks []*chunk, rep, def, own int) *vector {
	inner := assemble(element, chunks, n.rep, n.def)
	c := chunks[n.leaf]
	a := &vector{form: lists, fields: []*vector{inner}}
	c.slots(a, rep, def, own)
	ends := grown[uint32](c.heap, nil, a.n)
	c.old += 4 * int64(cap(ends))
	elements := uint32(0)
	for k, d := range c.defs {
		if int(d) >= def && int(c.reps[k]) <= rep {
			ends = append(ends, elements)
		}
		if int(d) >= n.def && int(c.reps[k]) <= n.rep {
			elements++
			check(len(ends) > 0, errLevels)
		}
		if len(ends) > 0 {
			ends[len(ends)-1] = elements
		}
	}
	check(int(elements) == inner.n, errLevels)
	a.span = func(i int) (int, int) {
		if i == 0 {
			return 0, int(ends[0])
		}
		return int(ends[i-1]), int(ends[i])
	}
	return a
}

// vector makes a vector of the values in taken.
func (c *chunk) vector(rep, def int) *vector {
	a, of := &vector{n: c.taken.n}, c.taken
	if c.node.def > 0 && (of.n < len(c.defs) || c.node.rep > 0) {
		c.slots(a, rep, def, c.node.def)
		of = c.spread(a)
	}
	a.data = of.fixed
	if c.set(a); c.width == 0 {
		a.at = func(i int) []byte {
			p := of.texts[i]
			return c.bufs[p.of][p.from:][:p.size:p.size]
		}
	}
	return a
}

// spread puts the present values at their places, with gaps for the missing ones.
func (c *chunk) spread(a *vector) cells {
	w, to, k := c.width, &c.spaced, 0
	if w > 0 {
		to.fixed = grown(c.heap, to.fixed[:0], a.n*w)[:a.n*w]
	} else {
		to.texts = grown(c.heap, to.texts[:0], a.n)[:a.n]
	}
	for i := range a.n {
		switch {
		case a.valid[i>>3]>>(i&7)&1 == 0:
			continue
		case w == 8:
			*(*[8]byte)(to.fixed[8*i:]) = [8]byte(c.taken.fixed[8*k:])
		case w > 0:
			copy(to.fixed[i*w:(i+1)*w], c.taken.fixed[k*w:])
		default:
			to.texts[i] = c.taken.texts[k]
		}
		k++
	}
	return *to
}
