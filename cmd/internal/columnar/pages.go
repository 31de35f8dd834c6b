// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Kinds of pages and encodings, as Parquet numbers them.
const (
	dataPage, dictionaryPage, dataPageV2 = 0, 2, 3

	plain, plainDictionary, rle, deltaPacked, deltaLengths, deltaTexts, dictionary, split = 0, 2, 3, 5, 6, 7, 8, 9
)

const (
	smallHeader = 256      // bytes that most headers of pages fit into
	largeHeader = 16 << 20 // what is read of one, at most
	oldHeader   = 100      // of a dictionary, at most
	mostPage    = 1 << 28  // bytes that a page may unpack to
)

var (
	errFew    = errors.New("it has fewer values than rows, or than it says")
	errLevels = errors.New("its levels take more bytes than it has")
)

// chunk reads the values of a column of a group of rows, page by page.
type chunk struct {
	*node
	meta *chunkMeta
	in   io.ReaderAt
	size int64 // of the file
	most int64 // bytes that a page may unpack to
	heap *heap

	at, last, end int64 // of the next page; where they end; where the last may
	n             int   // pages so far
	seen          int64 // values of the pages so far
	packed, room  []byte
	words         cells // of the dictionary

	// The page at hand: its values whose levels have not been read, and those whose levels were read ahead
	// of the rows that they are of.
	left, from, ahead int
	reps, defs        runs
	nextRep, nextDef  []uint8
	decode            func(n int) // appends the next values that are there
	index             []uint32
	sizes, same       []int64

	// What was read of the rows at hand: levels, and the values that are there.
	rep, def []uint8
	cells
	// sliceBytes are charged for the rows at hand alone, and live those of the page at hand, which
	// texts lie in.
	sliceBytes, live int64
}

// cells are values of fixed width, or texts.
type cells struct {
	fixed []byte
	texts [][]byte
	count int
}

// open begins with a column.
func (c *chunk) open() error {
	m := c.meta
	switch {
	case m.scramble:
		return errors.New("it is encrypted")
	case m.elsewhere:
		return errors.New("its values are in another file")
	}
	c.at = m.data
	if d := m.dictionary; d > 0 && d < c.at {
		c.at = d
	}
	switch {
	case c.at < 0 || m.packed < 0 || c.at > c.size:
		return fmt.Errorf("its %d bytes at byte %d are not in the file, which has %d", m.packed, c.at, c.size)
	case m.packed > c.size-c.at:
		return fmt.Errorf("its %d bytes at byte %d reach beyond the end of the file", m.packed, c.at)
	case m.values < 0:
		return fmt.Errorf("it has %d values", m.values)
	}
	// Old writers left the header of the dictionary out of the length.
	c.last = c.at + m.packed
	c.end = min(c.last+oldHeader, c.size)
	return nil
}

// read reads the values of n rows, or says why they are not there.
func (c *chunk) read(n int) (err error) {
	c.heap.give(c.sliceBytes)
	c.sliceBytes = 0
	c.rep, c.def, c.cells = c.rep[:0], c.def[:0], cells{fixed: c.fixed[:0], texts: c.texts[:0]}
	for n > 0 || c.node.rep > 0 {
		if c.ahead == 0 && c.left == 0 {
			if n == 0 && c.seen >= c.meta.values {
				return nil
			}
			if err := c.nextPage(); err != nil {
				return err
			}
		}
		if err = c.page(c.levels); err != nil {
			return err
		}
		k := min(n, c.ahead)
		if c.node.rep == 0 {
			n -= k
		} else {
			list := c.nextRep[c.from : c.from+c.ahead]
			for k = 0; k < len(list) && (n > 0 || list[k] > 0); k++ {
				n -= int(1 - min(list[k], 1))
			}
			if c.rep, err = grown(c.heap, c.rep, k); err != nil {
				return err
			}
			c.rep = append(c.rep, list[:k]...)
		}
		there := k
		if most := uint8(c.node.def); most > 0 {
			if c.def, err = grown(c.heap, c.def, k); err != nil {
				return err
			}
			list := c.nextDef[c.from : c.from+k]
			c.def = append(c.def, list...)
			there = 0
			for _, d := range list {
				if d == most {
					there++
				}
			}
		}
		c.from, c.ahead = c.from+k, c.ahead-k
		if there > 0 {
			if err = c.page(func() { c.decode(there) }); err != nil {
				return err
			}
		}
		if c.count += there; n == 0 && c.ahead > 0 {
			return nil
		}
	}
	return nil
}

// page does something with the page at hand, and says which it is if there is a mistake in it.
func (c *chunk) page(do func()) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("page %d: %w", c.n, err)
		}
	}()
	defer caught(&err)
	do()
	return nil
}

// levels reads levels of the page ahead of the rows that they are of.
func (c *chunk) levels() {
	if c.ahead > 0 {
		return
	}
	n := min(c.left, sliceRows)
	c.left, c.from, c.ahead = c.left-n, 0, n
	for _, l := range []struct {
		next *[]uint8
		of   *runs
		most int
	}{{&c.nextRep, &c.reps, c.node.rep}, {&c.nextDef, &c.defs, c.node.def}} {
		if l.most == 0 {
			continue
		}
		if *l.next == nil {
			*l.next = make([]uint8, sliceRows)
		}
		next(l.of, (*l.next)[:n], uint8(l.most))
	}
}

// header reads the header of the next page.
func (c *chunk) header() (p page, err error) {
	head := make([]byte, smallHeader)
	for {
		head = head[:min(int64(cap(head)), c.end-c.at)]
		if err := readAt(c.in, head, c.at); err != nil {
			return p, err
		}
		part := c.heap.part()
		v, n, err := readThrift(head, part)
		part.free()
		if err == nil {
			p, c.at = readPage(&v), c.at+int64(n)
			break
		}
		if len(head) < cap(head) || cap(head) >= largeHeader {
			return p, fmt.Errorf("the header of page %d: %w", c.n, err)
		}
		if head, err = c.heap.bytes(4 * int64(cap(head))); err != nil {
			return p, err
		}
		c.sliceBytes += int64(cap(head))
	}
	switch {
	case p.packed < 0 || p.unpacked < 0 || p.values < 0:
		return p, fmt.Errorf("page %d says that it has %d bytes, %d unpacked, and %d values", c.n, p.packed, p.unpacked, p.values)
	case p.packed > c.end-c.at:
		return p, fmt.Errorf("page %d says that it has %d bytes, and there are %d", c.n, p.packed, c.end-c.at)
	case p.unpacked > c.most:
		return p, fmt.Errorf("page %d says that it has %d bytes when it is unpacked; no more than %d are taken from a file of this size", c.n, p.unpacked, c.most)
	}
	return p, nil
}

// page is what a page's header says.
type page struct {
	kind             int64
	packed, unpacked int64 // bytes, the header's own left out
	values           int64
	encoding         int64
	levels           [2]int64 // bytes of repetition and of definition levels, in a dataPageV2
	packing          [2]int64 // how they are encoded, in a dataPage
	loose            bool     // a dataPageV2 that is not compressed
}

func readPage(v *value) page {
	p := page{kind: v.number(1), unpacked: v.number(2), packed: v.number(3)}
	switch of := v.get(map[int64]int16{dataPage: 5, dictionaryPage: 7, dataPageV2: 8}[p.kind]); p.kind {
	case dataPageV2:
		p.values, p.encoding, p.levels, p.loose = of.number(1), of.number(4), [2]int64{of.number(6), of.number(5)}, of.get(7).kind == thriftFalse
	default:
		p.values, p.encoding, p.packing = of.number(1), of.number(2), [2]int64{of.number(4), of.number(3)}
	}
	return p
}

// nextPage goes on to the next page of values.
func (c *chunk) nextPage() error {
	for c.left == 0 {
		if c.seen >= c.meta.values || c.at >= c.last {
			return errFew
		}
		c.n++
		p, err := c.header()
		if err != nil {
			return err
		}
		at := c.at
		c.at += p.packed
		switch p.kind {
		case dictionaryPage:
			err = c.page(func() { c.dictionary(&p, at) })
		case dataPage, dataPageV2:
			if p.values > c.meta.values-c.seen {
				return fmt.Errorf("page %d says that it has %d values, and the column has no more than %d here", c.n, p.values, c.meta.values)
			}
			c.seen += p.values
			c.left = int(p.values)
			err = c.page(func() { c.values(&p, at) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// data reads the bytes of a page, and unpacks those behind its levels. Texts point into what it
// returns, which is then not used again.
func (c *chunk) data(p *page, at, levels int64) (before, data []byte) {
	if int64(cap(c.packed)) < p.packed {
		c.packed = sure(c.heap.bytes(p.packed))
	}
	raw := c.packed[:p.packed]
	err := readAt(c.in, raw, at)
	check(err == nil, err)
	check(levels <= p.packed && levels <= p.unpacked, errLevels)
	keep, n := c.cell() == 0 || p.kind == dictionaryPage, p.unpacked-levels
	if c.meta.codec == unpacked || p.loose {
		if data, n = raw[levels:], p.packed; keep {
			c.packed = nil
		}
	} else {
		if data = c.room; keep || int64(cap(data)) < n {
			data = sure(c.heap.bytes(n))
		}
		if data = data[:n]; !keep {
			c.room = data
		}
		if n > 0 { // else of values that are all missing
			err = c.meta.codec.unpack(data, raw[levels:])
		}
	}
	if keep && p.kind != dictionaryPage {
		c.sliceBytes, c.live = c.sliceBytes+c.live, n
	}
	check(err == nil, err)
	return raw[:levels], data
}

var errPacked = errors.New("its levels are packed in a way that has been given up (BIT_PACKED)")

// values begins with a page of values.
func (c *chunk) values(p *page, at int64) {
	check(p.levels[0] >= 0 && p.levels[1] >= 0, errLevels)
	before, data := c.data(p, at, p.levels[0]+p.levels[1])
	for i, to := range []*runs{&c.reps, &c.defs} {
		most := []int{c.node.rep, c.node.def}[i]
		n := int(p.levels[i])
		if p.kind == dataPage {
			if most == 0 {
				continue
			}
			check(p.packing[i] == rle, errPacked)
			check(len(data) >= 4 && int64(binary.LittleEndian.Uint32(data)) <= int64(len(data)-4), errLevels)
			n, before = int(binary.LittleEndian.Uint32(data)), data[4:]
			data = before[n:]
		}
		*to = runs{data: before[:n], width: levelBits(most)}
		before = before[n:]
	}
	c.begin(p.encoding, data, int(p.values))
}

var errWords = errors.New("it is a dictionary of an unknown kind")

// dictionary reads the page that holds the dictionary.
func (c *chunk) dictionary(p *page, at int64) {
	check((p.encoding == plain || p.encoding == plainDictionary) && c.physical != booleans, errWords)
	_, data := c.data(p, at, 0)
	least := c.cell()
	if least == 0 {
		least = 4 // the length of a text
	}
	if p.values > int64(len(data)/least) {
		check(false, fmt.Errorf("it says that it has %d values, for which its %d bytes are too few", p.values, len(data)))
	}
	if c.words = (cells{fixed: data, count: int(p.values)}); c.cell() == 0 {
		c.words.texts, _ = cut(sure(grown(c.heap, c.words.texts, c.words.count)), data, c.words.count)
	}
}
