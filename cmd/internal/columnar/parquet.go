// SPDX-License-Identifier: MIT

package columnar

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"
)

// sliceRows is how many rows are shown at a time: their values stay in a processor's own cache.
const sliceRows = 1 << 13

// parquetReader is a file of Parquet. Its groups of rows may be loaded by several goroutines.
type parquetReader struct {
	*footer
	in     io.ReaderAt
	size   int64
	root   *node
	leaves []*node
}

func openParquet(in io.ReaderAt, size int64, h *heap) (p *parquetReader, err error) {
	p = &parquetReader{in: in, size: size}
	if p.footer, err = readFooter(in, size, h); err != nil {
		return nil, err
	}
	if p.root, p.leaves, err = p.tree(size); err != nil {
		return nil, err
	}
	return p, nil
}

// open begins with the columns of a group that are wanted.
func (p *parquetReader) open(group *groupMeta, wanted []bool, h *heap) (chunks []*chunk, columns []*Column, err error) {
	chunks, columns = make([]*chunk, len(p.leaves)), make([]*Column, len(wanted))
	for i, f := range p.root.members {
		if !wanted[i] {
			continue
		}
		columns[i] = new(Column)
		for k := f.leaf; k < f.leaf+f.leaves; k++ {
			chunks[k] = &chunk{node: p.leaves[k], meta: &group.chunks[k], in: p.in, size: p.size, most: min(h.most, mostPage), heap: h}
			if err := chunks[k].open(); err != nil {
				return nil, nil, p.damaged(k, err)
			}
		}
	}
	return chunks, columns, nil
}

// load shows the rows of a group.
func (p *parquetReader) load(ctx context.Context, r *Reader, b *Batch, h *heap, see func(first int64, columns []*Column, rows int) error) error {
	group := &p.groups[b.Number]
	chunks, columns, err := p.open(group, r.wanted, h)
	if err != nil {
		return err
	}
	for done := int64(0); done < group.rows; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := int(min(group.rows-done, sliceRows))
		for k, c := range chunks {
			if c == nil {
				continue
			}
			if err := c.read(n); err != nil {
				if short := b.claim.check(r); short != nil && errors.Is(err, errFew) {
					return damaged(r.kind, short)
				}
				return p.damaged(k, err)
			}
		}
		if err := b.claim.check(r); err != nil {
			return damaged(r.kind, err)
		}
		for i, c := range columns {
			if c == nil {
				continue
			}
			a, err := assemble(p.root.members[i], chunks, 0, 0)
			if err == nil && a.n != n {
				err = fmt.Errorf("it has %d values for %d rows", a.n, n)
			}
			if err != nil {
				return p.damaged(p.root.members[i].leaf, err)
			}
			c.set(a, 0, n)
		}
		if err := see(b.First+done, columns, n); err != nil {
			return err
		}
		done += int64(n)
	}
	for k, c := range chunks {
		if c != nil && (c.seen < c.meta.values || c.left > 0 || c.ahead > 0) {
			return p.damaged(k, fmt.Errorf("it has %d values for %d rows", c.meta.values, group.rows))
		}
	}
	return nil
}

func (p *parquetReader) damaged(leaf int, err error) error {
	return damaged(Parquet, fmt.Errorf("column %s: %w", p.root.path(leaf), err))
}

// assemble makes an array of a column, or of a group of them, that lies in so many lists, whose
// elements are there from a level of definition on.
func assemble(n *node, chunks []*chunk, rep, def int) (*vector, error) {
	if n.repetition == repeated && n.rep > rep {
		element := *n
		element.repetition = 0
		return assembleList(n, &element, chunks, rep, def, n.def-1)
	}
	if len(n.members) == 0 {
		return chunks[n.leaf].array(rep, def)
	}
	if inner := n.members[0]; (n.meaning == aList || n.meaning == aMap) && len(n.members) == 1 && inner.repetition == repeated {
		// A list is a group of a group that is repeated, whose only member are its elements; old
		// writers leave one of the groups out.
		element := *inner
		element.repetition = 0
		if of := &element; n.meaning == aList && len(inner.members) == 1 && inner.name != "array" && inner.name != n.name+"_tuple" {
			of = inner.members[0]
			return assembleList(inner, of, chunks, rep, def, n.def)
		}
		return assembleList(inner, &element, chunks, rep, def, n.def)
	}
	a := &vector{form: structs}
	for _, m := range n.members {
		f, err := assemble(m, chunks, rep, def)
		if err != nil {
			return nil, err
		}
		a.names, a.fields = append(a.names, m.name), append(a.fields, f)
		if a.n = f.n; f.n != a.fields[0].n {
			return nil, fmt.Errorf("%s has %d values, and %s %d", n.members[0].name, a.fields[0].n, m.name, f.n)
		}
	}
	c := chunks[n.leaf]
	if n.def == def || c.node.def == 0 {
		return a, nil
	}
	return a, c.slots(rep, def, func(k int) bool { return int(c.def[k]) >= n.def }, a)
}

// slots goes over the levels of a column, and notes of each value that lies in so many lists whether
// it is there.
func (c *chunk) slots(rep, def int, there func(k int) bool, a *vector) error {
	n := 0
	valid, err := c.heap.bytes(int64(len(c.def)+7) / 8)
	if err != nil {
		return err
	}
	c.sliceBytes += int64(len(valid))
	for k := range c.def {
		if int(c.def[k]) < def || len(c.rep) > 0 && int(c.rep[k]) > rep {
			continue
		}
		if there(k) {
			valid[n>>3] |= 1 << (n & 7)
		}
		n++
	}
	a.valid, a.n = valid, n
	return nil
}

// assembleList makes an array of lists, whose elements are those of a repeated node, and which are there
// from a level of definition on.
func assembleList(n, element *node, chunks []*chunk, rep, def, own int) (*vector, error) {
	inner, err := assemble(element, chunks, n.rep, n.def)
	if err != nil {
		return nil, err
	}
	c := chunks[n.leaf]
	a := &vector{form: lists, fields: []*vector{inner}}
	if err := c.slots(rep, def, func(k int) bool { return int(c.def[k]) >= own }, a); err != nil {
		return nil, err
	}
	ends, err := grown[uint32](c.heap, nil, a.n)
	if err != nil {
		return nil, err
	}
	c.sliceBytes += 4 * int64(cap(ends))
	elements := uint32(0)
	for k := range c.def {
		if int(c.def[k]) >= def && int(c.rep[k]) <= rep {
			ends = append(ends, elements)
		}
		if int(c.def[k]) >= n.def && int(c.rep[k]) <= n.rep {
			if elements++; len(ends) == 0 {
				return nil, errLevels
			}
		}
		if len(ends) > 0 {
			ends[len(ends)-1] = elements
		}
	}
	if int(elements) != inner.n {
		return nil, errLevels
	}
	a.span = func(i int) (int, int) {
		if i == 0 {
			return 0, int(ends[0])
		}
		return int(ends[i-1]), int(ends[i])
	}
	return a, nil
}

// array makes an array of the values that were read of a column.
func (c *chunk) array(rep, def int) (*vector, error) {
	a := &vector{n: c.count}
	if c.node.def > 0 && (c.count < len(c.def) || c.node.rep > 0) {
		if err := c.slots(rep, def, func(k int) bool { return int(c.def[k]) == c.node.def }, a); err != nil {
			return nil, err
		}
		if err := c.spread(a.valid, a.n); err != nil {
			return nil, err
		}
	}
	c.typed(a)
	return a, nil
}

// spread puts the values that are there where they belong among n, of which the others are missing.
func (c *chunk) spread(valid []byte, n int) (err error) {
	w, k := c.cell(), c.count
	if w > 0 {
		c.fixed, err = grown(c.heap, c.fixed, (n-k)*w)
		c.fixed = c.fixed[:min(n*w, cap(c.fixed))]
	} else if c.texts, err = grown(c.heap, c.texts, n-k); err == nil {
		c.texts = c.texts[:n]
	}
	for i := n - 1; i >= 0 && err == nil; i-- {
		if valid[i>>3]>>(i&7)&1 == 0 {
			continue
		}
		if k--; w > 0 {
			copy(c.fixed[i*w:(i+1)*w], c.fixed[k*w:])
		} else {
			c.texts[i] = c.texts[k]
		}
	}
	return err
}

// typed has an array be of the column's type.
func (c *chunk) typed(a *vector) {
	a.form, a.data, a.width = numbers, c.fixed, c.cell()
	list, scale := c.texts, int(max(min(c.scale, mostScale), -mostScale))
	switch c.physical {
	case booleans:
		a.form = truths
	case int32s:
		a.ids = Int32
		c.wholes(a, scale)
	case int64s:
		a.ids = Int64
		c.wholes(a, scale)
	case int96s: // a time in Hadoop's old way: billionths of a second of a day, and its Julian number
		a.spell = func(i int) string {
			b := a.cell(i)
			days := int64(binary.LittleEndian.Uint32(b[8:])) - 2440588
			return time.Unix(days*86400, int64(binary.LittleEndian.Uint64(b))).UTC().Format("2006-01-02T15:04:05.999999999")
		}
	case byteArrays:
		a.form, a.at = texts, func(i int) []byte { return list[i] }
		a.raw = c.meaning != aText && c.meaning != anEnum && c.meaning != aJSON
	case fixedArrays:
		a.form, a.raw = texts, true
		switch {
		case c.meaning == aUUID && c.width == 16:
			a.spell = func(i int) string { return uuid(a.cell(i)) }
		case c.meaning == aFloat16 && c.width == 2:
			a.spell = func(i int) string { return half(a.cell(i)) }
		}
	}
	if a.form == texts && c.meaning == aDecimal {
		a.spell = func(i int) string { return decimalOf(a.bytes(i), false, scale) }
	}
}

// wholes says what whole numbers mean.
func (c *chunk) wholes(a *vector, scale int) {
	u := unit(max(min(c.unit, 3), 0))
	switch c.meaning {
	case anInteger:
		if c.bits == 64 == (a.width == 8) {
			for k, t := range []Type{Int8, Int16, Int32, Int64} {
				if c.bits == 8<<k {
					a.ids = t
				}
			}
			if c.unsigned {
				a.ids += Uint8 - Int8
			}
		}
	case aDecimal:
		a.spell = func(i int) string { return decimalOf(a.cell(i), true, scale) }
	case aDate:
		a.spell = func(i int) string { return day(a.whole(i)) }
	case aTime:
		a.spell = func(i int) string { return clock(a.whole(i), u) }
	case aTimestamp:
		zone := time.UTC
		if !c.utc {
			zone = nil
		}
		a.spell = func(i int) string { return instant(a.whole(i), u, zone) }
	}
}

// claim is how many values a file says there are in the columns that are wanted, of some batches, and
// in how many bytes. Values that are missing, or all alike, take next to no bytes, so that
// a small file may claim billions of rows, each of which would be looked at.
type claim struct{ values, bytes int64 }

// A file may claim so many values in any column, and more for each byte. Honest ones come to some
// hundred for a byte, where a grid of places is packed twice.
const (
	freeValues    = 1 << 20
	valuesPerByte = 1 << 12
)

func (c *claim) add(values, bytes, size int64) {
	c.bytes = min(c.bytes+min(max(bytes, 0), size), size)
	c.values += min(max(values, 0), 1<<62-c.values)
}

// group adds a group of rows.
func (c *claim) group(r *Reader, g *groupMeta) {
	most, bytes := g.rows, int64(0)
	for i, f := range r.parquet.root.members {
		for k := f.leaf; r.wanted[i] && k < f.leaf+f.leaves; k++ {
			most = max(most, g.chunks[k].values)
			bytes += min(max(g.chunks[k].packed, 0), r.size)
		}
	}
	c.add(most, bytes, r.size)
}

// check refuses what no honest file says.
func (c *claim) check(r *Reader) error {
	if r.any && c.values > freeValues+valuesPerByte*min(c.bytes, 1<<40) {
		return fmt.Errorf("it says that there are %d rows in %d bytes, so that nearly all are missing or alike", c.values, c.bytes)
	}
	return nil
}
