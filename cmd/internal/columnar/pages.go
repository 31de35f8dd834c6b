// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
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

var errFew = errors.New("it has fewer values than rows, or than it says")

var errLevels = errors.New("its levels take more bytes than it has")

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

func readPage(t *thrift) (p page) {
	t.fields(func(id int16, kind byte) {
		switch {
		case id == 1:
			p.kind = t.whole(kind)
		case id == 2:
			p.unpacked = t.whole(kind)
		case id == 3:
			p.packed = t.whole(kind)
		case (id == 5 || id == 7 || id == 8) && kind == thriftStruct:
			of := id
			t.fields(func(id int16, kind byte) {
				switch {
				case id == 1:
					p.values = t.whole(kind)
				case of == 8 && id == 4 || of != 8 && id == 2:
					p.encoding = t.whole(kind)
				case of == 5 && (id == 3 || id == 4):
					p.packing[4-id] = t.whole(kind)
				case of == 8 && (id == 5 || id == 6):
					p.levels[6-id] = t.whole(kind)
				case of == 8 && id == 7:
					p.loose = kind == thriftFalse
				}
			})
		}
	})
	return p
}

// header reads the header of the next page.
func (c *chunk) header() (p page, err error) {
	if c.head == nil {
		c.head = make([]byte, smallHeader)
	}
	for {
		c.head = c.head[:min(int64(cap(c.head)), c.end-c.at)]
		if err := readAt(c.in, c.head, c.at); err != nil {
			return p, err
		}
		t := thrift{data: c.head}
		if p = readPage(&t); t.err == nil {
			c.at += int64(t.at)
			break
		}
		if len(c.head) < cap(c.head) || cap(c.head) >= largeHeader {
			return p, fmt.Errorf("the header of page %d: %w", c.n, t.err)
		}
		if c.head, err = c.heap.bytes(4 * int64(cap(c.head))); err != nil {
			return p, err
		}
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

// nextPage goes on to the next page of values.
func (c *chunk) nextPage() error {
	for {
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
			err = c.dictionary(&p, at)
		case dataPage, dataPageV2:
			if p.values > c.meta.values-c.seen {
				return fmt.Errorf("page %d says that it has %d values, and the column has no more than %d here", c.n, p.values, c.meta.values)
			}
			if least := p.values * int64(c.least()); p.encoding == plain && least > p.unpacked {
				return fmt.Errorf("page %d says that it has %d values, for which its %d bytes are too few", c.n, p.values, p.unpacked)
			}
			c.seen += p.values
			c.left = int(p.values)
			if err = c.page(&p, at); err == nil && p.values > 0 {
				return nil
			}
		}
		if err != nil {
			return fmt.Errorf("page %d: %w", c.n, err)
		}
	}
}

// data reads the bytes of a page, and unpacks those behind the first few. Texts point into what it
// returns, which is then not used again.
func (c *chunk) data(p *page, at, levels int64) (before, data []byte, err error) {
	if int64(cap(c.packed)) < p.packed {
		if c.packed, err = c.heap.bytes(p.packed); err != nil {
			return nil, nil, err
		}
	}
	raw := c.packed[:p.packed]
	if err := readAt(c.in, raw, at); err != nil {
		return nil, nil, err
	}
	if levels < 0 || levels > p.packed || levels > p.unpacked {
		return nil, nil, errLevels
	}
	keep := c.cell() == 0 || p.kind == dictionaryPage
	if keep && p.kind != dictionaryPage {
		c.sliceBytes, c.live = c.sliceBytes+c.live, 0
	}
	if c.meta.codec == unpacked || p.loose {
		if keep {
			c.packed = nil
			c.lives(p, p.packed)
		}
		return raw[:levels], raw[levels:], nil
	}
	room := c.room
	if n := p.unpacked - levels; keep || int64(cap(room)) < n {
		if room, err = c.heap.bytes(n); err != nil {
			return nil, nil, err
		}
		if keep {
			c.lives(p, n)
		} else {
			c.room = room
		}
	}
	room = room[:p.unpacked-levels]
	if len(room) == 0 { // of values that are all missing
		return raw[:levels], nil, nil
	}
	return raw[:levels], room, c.meta.codec.unpack(room, raw[levels:])
}

func (c *chunk) lives(p *page, n int64) {
	if p.kind != dictionaryPage {
		c.live += n
	}
}

// page begins with a page of values.
func (c *chunk) page(p *page, at int64) error {
	if p.levels[0] < 0 || p.levels[1] < 0 {
		return errLevels
	}
	before, data, err := c.data(p, at, p.levels[0]+p.levels[1])
	if err != nil {
		return err
	}
	if p.kind == dataPageV2 {
		c.reps = runs{data: before[:p.levels[0]], width: levelBits(c.node.rep)}
		c.defs = runs{data: before[p.levels[0]:], width: levelBits(c.node.def)}
		return c.begin(p, data)
	}
	for i, most := range []int{c.node.rep, c.node.def} {
		if most == 0 {
			continue
		}
		if p.packing[i] != rle {
			return errors.New("its levels are packed in a way that has been given up (BIT_PACKED)")
		}
		if len(data) < 4 || int64(binary.LittleEndian.Uint32(data)) > int64(len(data)-4) {
			return errLevels
		}
		n := 4 + binary.LittleEndian.Uint32(data)
		r := runs{data: data[4:n], width: levelBits(most)}
		if data = data[n:]; i == 0 {
			c.reps = r
		} else {
			c.defs = r
		}
	}
	return c.begin(p, data)
}

// dictionary reads the page that holds the dictionary.
func (c *chunk) dictionary(p *page, at int64) (err error) {
	if p.encoding != plain && p.encoding != plainDictionary || c.physical == booleans {
		return errors.New("it is a dictionary of an unknown kind")
	}
	_, data, err := c.data(p, at, 0)
	if err != nil {
		return err
	}
	least := int64(max(c.cell(), 4))
	if c.cell() > 0 {
		least = int64(c.cell())
	}
	if p.values > int64(len(data))/least {
		return fmt.Errorf("it says that it has %d values, for which its %d bytes are too few", p.values, len(data))
	}
	if c.words = (dictionaryOf{fixed: data, n: int(p.values)}); c.cell() > 0 {
		return nil
	}
	if c.words.texts, err = grown(c.heap, c.words.texts, c.words.n); err != nil {
		return err
	}
	c.words.texts, _, err = cut(c.words.texts, data, c.words.n)
	return err
}

// least is what a value takes at least where values are written down as they are.
func (c *chunk) least() int {
	switch {
	case c.node.def > 0 || c.physical == booleans: // what is missing takes nothing
		return 0
	case c.physical == byteArrays: // which has its length in front
		return 4
	}
	return c.cell()
}
