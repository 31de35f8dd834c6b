// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// begin begins with the values of a page, of which n are there at the most, whichever way they are written down.
func (c *chunk) begin(how int64, data []byte, n int) {
	w, texts := c.cell(), c.physical == byteArrays
	switch {
	case len(data) == 0: // of a page whose values are all missing
		c.decode = func(int) { check(false, errShort) }
	case how == plain && c.physical == booleans:
		c.truths(runs{data: data, width: 1, packed: true, left: 8 * len(data)})
	case how == plain:
		c.plain(data, w)
	case how == dictionary || how == plainDictionary:
		if data[0] > 32 {
			check(false, fmt.Errorf("it has numbers of %d bits", data[0]))
		}
		index := runs{data: data[1:], width: uint(data[0])}
		c.decode = func(n int) { c.look(&index, n) }
	case how == rle:
		check(c.physical == booleans && len(data) >= 4, errRuns)
		c.truths(runs{data: data[4:], width: 1})
	case how == deltaPacked && (c.physical == int32s || c.physical == int64s):
		c.sums(data, n, w)
	case how == split && w > 0 && c.physical != booleans && len(data)%w == 0:
		c.split(data, w)
	case how == deltaLengths && texts || how == deltaTexts && (texts || c.physical == fixedArrays):
		c.differences(how == deltaTexts, data, n)
	default:
		check(false, fmt.Errorf("its values are encoded in a way that is not read for their type (number %d)", how))
	}
}

var errRuns = errors.New("its values are in runs, which only truth values may be")

// plain begins with values as they are.
func (c *chunk) plain(data []byte, w int) {
	c.decode = func(n int) {
		if w == 0 {
			c.texts, data = cut(sure(grown(c.heap, c.texts, n)), data, n)
			return
		}
		check(len(data) >= n*w, errShort)
		data = data[copy(c.more(n), data):]
	}
}

// sums begins with whole numbers that are written down as differences.
func (c *chunk) sums(data []byte, n, w int) {
	at := 0
	c.decode = func(n int) {
		check(n <= len(c.sizes)-at, errShort)
		dst := c.more(n)
		for i := 0; i < len(dst); i, at = i+w, at+1 {
			if v := uint64(c.sizes[at]); w == 4 {
				binary.LittleEndian.PutUint32(dst[i:], uint32(v))
			} else {
				binary.LittleEndian.PutUint64(dst[i:], v)
			}
		}
	}
	c.sizes, _ = deltas(c.heap, c.sizes, data, n, math.MinInt64)
}

// split begins with values of which first come the first bytes of all.
func (c *chunk) split(data []byte, w int) {
	at, all := 0, len(data)/w
	c.decode = func(n int) {
		check(at+n <= all, errShort)
		dst := c.more(n)
		for k := range w {
			for i, b := range data[k*all+at:][:n] {
				dst[i*w+k] = b
			}
		}
		at += n
	}
}

// more is room for n values of fixed width more.
func (c *chunk) more(n int) (dst []byte) {
	n *= c.cell()
	c.fixed = sure(grown(c.heap, c.fixed, n))
	c.fixed = c.fixed[:len(c.fixed)+n]
	return c.fixed[len(c.fixed)-n:]
}

func (c *chunk) truths(r runs) {
	c.decode = func(n int) { next(&r, c.more(n), 1) }
}

// look takes values of the dictionary.
func (c *chunk) look(index *runs, n int) {
	if c.index == nil {
		c.index = make([]uint32, sliceRows)
	}
	at := c.index[:n]
	check(c.words.count > 0, errIndex)
	next(index, at, uint32(c.words.count-1))
	switch w := c.cell(); w {
	case 0:
		c.texts = sure(grown(c.heap, c.texts, n))
		for _, k := range at {
			c.texts = append(c.texts, c.words.texts[k])
		}
	case 8:
		dst := c.more(n)
		for i, k := range at {
			*(*[8]byte)(dst[8*i:]) = [8]byte(c.words.fixed[8*k:])
		}
	default:
		dst := c.more(n)
		for i, k := range at {
			copy(dst[i*w:(i+1)*w], c.words.fixed[int(k)*w:])
		}
	}
}

// differences begins with texts whose lengths are written down as differences, and before them, maybe,
// how much of the text before each begins with.
func (c *chunk) differences(same bool, data []byte, n int) {
	if same {
		c.same, data = lengths(c.heap, c.same, data, n)
	}
	c.sizes, data = lengths(c.heap, c.sizes, data, n)
	check(!same || len(c.same) == len(c.sizes), errDelta)
	at, made, last := 0, int64(0), []byte(nil)
	one := func() []byte {
		check(at < len(c.sizes) && c.sizes[at] <= int64(len(data)), errShort)
		text, before := data[:c.sizes[at]:c.sizes[at]], int64(0)
		data = data[c.sizes[at]:]
		if same {
			before = c.same[at]
		}
		at++
		check(before <= int64(len(last)), errDelta)
		if before > 0 {
			size := before + int64(len(text))
			if made += size; made > c.most {
				check(false, fmt.Errorf("its texts take more than %d bytes", c.most))
			}
			whole := sure(c.heap.bytes(size))
			c.sliceBytes += size
			copy(whole[copy(whole, last[:before]):], text)
			text = whole
		}
		last = text
		return text
	}
	w := c.cell()
	c.decode = func(n int) {
		for range n {
			text := one()
			if w == 0 {
				c.texts = append(sure(grown(c.heap, c.texts, 1)), text)
				continue
			}
			check(len(text) == w, errDelta)
			copy(c.more(1), text)
		}
	}
}

// cut takes texts, each with its length in front, from the beginning of data.
func cut(dst [][]byte, data []byte, n int) ([][]byte, []byte) {
	for range n {
		check(len(data) >= 4, errShort)
		size := uint64(binary.LittleEndian.Uint32(data)) + 4
		check(size <= uint64(len(data)), errShort)
		dst = append(dst, data[4:size:size])
		data = data[size:]
	}
	return dst, data
}
