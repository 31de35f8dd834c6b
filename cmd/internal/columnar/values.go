// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// begin begins with the values of a page, of which n are there at the most, whichever way they are written down.
func (c *chunk) begin(how int64, data []byte, n int) (err error) {
	w := c.cell()
	texts := c.physical == byteArrays
	switch {
	case len(data) == 0: // of a page whose values are all missing
		c.decode = func(int) error { return errShort }
	case how == plain && c.physical == booleans:
		c.truths(runs{data: data, width: 1, packed: true, left: 8 * len(data)})
	case how == plain:
		c.plain(data, w)
	case how == dictionary || how == plainDictionary:
		if data[0] > 32 {
			return fmt.Errorf("it has numbers of %d bits", data[0])
		}
		index := runs{data: data[1:], width: uint(data[0])}
		c.decode = func(n int) error { return c.look(&index, n) }
	case how == rle:
		if c.physical != booleans || len(data) < 4 {
			return errors.New("its values are in runs, which only truth values may be")
		}
		c.truths(runs{data: data[4:], width: 1})
	case how == deltaPacked && (c.physical == int32s || c.physical == int64s):
		return c.sums(data, n, w)
	case how == split && w > 0 && c.physical != booleans && len(data)%w == 0:
		c.split(data, w)
	case how == deltaLengths && texts || how == deltaTexts && (texts || c.physical == fixedArrays):
		return c.differences(how == deltaTexts, data, n)
	default:
		return fmt.Errorf("its values are encoded in a way that is not read for their type (number %d)", how)
	}
	return nil
}

// plain begins with values as they are.
func (c *chunk) plain(data []byte, w int) {
	c.decode = func(n int) (err error) {
		if w == 0 {
			if c.texts, err = grown(c.heap, c.texts, n); err == nil {
				c.texts, data, err = cut(c.texts, data, n)
			}
			return err
		}
		if len(data) < n*w {
			return errShort
		}
		dst, err := c.more(n)
		data = data[copy(dst, data):]
		return err
	}
}

// sums begins with whole numbers that are written down as differences.
func (c *chunk) sums(data []byte, n, w int) (err error) {
	at := 0
	c.decode = func(n int) error {
		if n > len(c.sizes)-at {
			return errShort
		}
		dst, err := c.more(n)
		for i := 0; i < len(dst); i, at = i+w, at+1 {
			if v := uint64(c.sizes[at]); w == 4 {
				binary.LittleEndian.PutUint32(dst[i:], uint32(v))
			} else {
				binary.LittleEndian.PutUint64(dst[i:], v)
			}
		}
		return err
	}
	c.sizes, _, err = deltas(c.heap, c.sizes, data, n)
	return err
}

// split begins with values of which first come the first bytes of all.
func (c *chunk) split(data []byte, w int) {
	at, all := 0, len(data)/w
	c.decode = func(n int) error {
		if at+n > all {
			return errShort
		}
		dst, err := c.more(n)
		for k := 0; k < w && err == nil; k++ {
			for i, b := range data[k*all+at:][:n] {
				dst[i*w+k] = b
			}
		}
		at += n
		return err
	}
}

// more is room for n values of fixed width more.
func (c *chunk) more(n int) (dst []byte, err error) {
	n *= c.cell()
	if c.fixed, err = grown(c.heap, c.fixed, n); err != nil {
		return nil, err
	}
	c.fixed = c.fixed[:len(c.fixed)+n]
	return c.fixed[len(c.fixed)-n:], nil
}

func (c *chunk) truths(r runs) {
	c.decode = func(n int) error {
		dst, err := c.more(n)
		if err == nil {
			err = next(&r, dst, 1)
		}
		return err
	}
}

// look takes values of the dictionary.
func (c *chunk) look(index *runs, n int) error {
	if c.index == nil {
		c.index = make([]uint32, sliceRows)
	}
	at := c.index[:n]
	if c.words.count == 0 {
		return errIndex
	}
	if err := next(index, at, uint32(c.words.count-1)); err != nil {
		return err
	}
	w := c.cell()
	if w == 0 {
		var err error
		if c.texts, err = grown(c.heap, c.texts, n); err != nil {
			return err
		}
		for _, k := range at {
			c.texts = append(c.texts, c.words.texts[k])
		}
		return nil
	}
	dst, err := c.more(n)
	switch {
	case err != nil:
		return err
	case w == 8:
		for i, k := range at {
			*(*[8]byte)(dst[8*i:]) = [8]byte(c.words.fixed[8*k:])
		}
	default:
		for i, k := range at {
			copy(dst[i*w:(i+1)*w], c.words.fixed[int(k)*w:])
		}
	}
	return nil
}

// differences begins with texts whose lengths are written down as differences, and before them, maybe,
// how much of the text before each begins with.
func (c *chunk) differences(same bool, data []byte, n int) (err error) {
	if same {
		if c.same, data, err = lengths(c.heap, c.same, data, n); err != nil {
			return err
		}
	}
	if c.sizes, data, err = lengths(c.heap, c.sizes, data, n); err != nil {
		return err
	}
	if same && len(c.same) != len(c.sizes) {
		return errDelta
	}
	at, made, last := 0, int64(0), []byte(nil)
	one := func() ([]byte, error) {
		if at == len(c.sizes) || c.sizes[at] > int64(len(data)) {
			return nil, errShort
		}
		text, before := data[:c.sizes[at]:c.sizes[at]], int64(0)
		data = data[c.sizes[at]:]
		if same {
			before = c.same[at]
		}
		if at++; before > int64(len(last)) {
			return nil, errDelta
		}
		if before > 0 {
			size := before + int64(len(text))
			if made += size; made > c.most {
				return nil, fmt.Errorf("its texts take more than %d bytes", c.most)
			}
			whole, err := c.heap.bytes(size)
			if err != nil {
				return nil, err
			}
			c.sliceBytes += size
			copy(whole[copy(whole, last[:before]):], text)
			text = whole
		}
		last = text
		return text, nil
	}
	c.decode = func(n int) error {
		for range n {
			text, err := one()
			if w := c.cell(); err == nil && w == 0 {
				if c.texts, err = grown(c.heap, c.texts, 1); err == nil {
					c.texts = append(c.texts, text)
				}
			} else if err == nil && len(text) != w {
				err = errDelta
			} else if err == nil {
				var dst []byte
				dst, err = c.more(1)
				copy(dst, text)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// cut takes texts, each with its length in front, from the beginning of data.
func cut(dst [][]byte, data []byte, n int) ([][]byte, []byte, error) {
	for range n {
		if len(data) < 4 {
			return dst, data, errShort
		}
		size := uint64(binary.LittleEndian.Uint32(data)) + 4
		if size > uint64(len(data)) {
			return dst, data, errShort
		}
		dst = append(dst, data[4:size:size])
		data = data[size:]
	}
	return dst, data, nil
}
