// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// mostTexts is how many texts a page may have whose lengths are written down as differences.
const mostTexts = 1 << 24

// values are those of a page, whichever way they are written down.
type values struct {
	how  int64 // the encoding
	data []byte
	rest int // values, of which some may be missing

	index runs    // of a dictionary, or truth values
	diff  delta   // whole numbers
	sizes []int32 // of texts
	same  []int32 // how much of the text before a text begins with
	last  []byte
	made  int64 // bytes of texts
	at    int   // of a value, where each byte has a place of its own
	room  []uint32
}

// begin begins with the values of a page.
func (c *chunk) begin(p *page, data []byte) (err error) {
	v := &c.values
	*v = values{how: p.encoding, data: data, rest: int(p.values), room: v.room}
	n := int(p.values)
	if len(data) == 0 {
		return nil // of a page whose values are all missing
	}
	switch v.how {
	case plain:
		return nil
	case dictionary, plainDictionary:
		v.how = dictionary
		if data[0] > 32 {
			return fmt.Errorf("it has numbers of %d bits", data[0])
		}
		v.index = runs{data: data[1:], width: uint(data[0])}
		return nil
	case rle:
		if c.physical != booleans || len(data) < 4 {
			return errors.New("its values are in runs, which only truth values may be")
		}
		v.index = runs{data: data[4:], width: 1}
		return nil
	case deltaPacked:
		if c.physical == int32s || c.physical == int64s {
			return v.diff.begin(data, n)
		}
	case split:
		if w := c.cell(); w > 0 && c.physical != booleans && len(data)%w == 0 {
			return nil
		}
	case deltaLengths, deltaTexts:
		if c.physical != byteArrays && (c.physical != fixedArrays || v.how == deltaLengths) {
			break
		}
		if n > mostTexts {
			return fmt.Errorf("it says that it has %d texts; no more than %d are taken", n, mostTexts)
		}
		if v.how == deltaTexts {
			if v.same, v.data, err = v.diff.lengths(v.data, n, c.heap); err != nil {
				return err
			}
		}
		v.sizes, v.data, err = v.diff.lengths(v.data, n, c.heap)
		if err == nil && v.how == deltaTexts && len(v.same) != len(v.sizes) {
			err = errDelta
		}
		return err
	}
	return fmt.Errorf("its values are encoded in a way that is not read for their type (number %d)", v.how)
}

// decode appends the next n values to those of the rows at hand.
func (v *values) decode(c *chunk, n int) (err error) {
	if n == 0 {
		return nil
	}
	if n > v.rest {
		return errShort
	}
	v.rest -= n
	c.cells += n
	w := c.cell()
	var dst []byte
	if w > 0 {
		if n > int(c.heap.most)/w {
			return c.heap.take(c.heap.most + 1)
		}
		if c.fixed, err = grown(c.heap, c.fixed, n*w); err != nil {
			return err
		}
		at := len(c.fixed)
		c.fixed = c.fixed[:at+n*w]
		dst = c.fixed[at:]
	} else if c.texts, err = grown(c.heap, c.texts, n); err != nil {
		return err
	}
	switch v.how {
	case plain:
		switch {
		case c.physical == booleans:
			if v.at+n > 8*len(v.data) {
				return errShort
			}
			for i := range dst {
				dst[i] = v.data[v.at>>3] >> (v.at & 7) & 1
				v.at++
			}
		case w > 0:
			if len(v.data) < len(dst) {
				return errShort
			}
			v.data = v.data[copy(dst, v.data):]
		default:
			if c.texts, v.data, err = cut(c.texts, v.data, n); err != nil {
				return err
			}
		}
		return nil
	case rle:
		return next(&v.index, dst, 1)
	case dictionary:
		return v.look(c, dst, n, w)
	case deltaPacked:
		for i := range n {
			x, err := v.diff.next()
			if err != nil {
				return err
			}
			if w == 4 {
				binary.LittleEndian.PutUint32(dst[4*i:], uint32(x))
			} else {
				binary.LittleEndian.PutUint64(dst[8*i:], uint64(x))
			}
		}
		return nil
	case split:
		all := len(v.data) / w
		if v.at+n > all {
			return errShort
		}
		for k := range w {
			for i, b := range v.data[k*all+v.at:][:n] {
				dst[i*w+k] = b
			}
		}
		v.at += n
		return nil
	}
	return v.text(c, dst, n, w)
}

// look takes values of the dictionary.
func (v *values) look(c *chunk, dst []byte, n, w int) error {
	if cap(v.room) < n {
		v.room = make([]uint32, max(n, sliceRows))
	}
	at := v.room[:n]
	if c.words.n == 0 {
		return errIndex
	}
	if err := next(&v.index, at, uint32(c.words.n-1)); err != nil {
		return err
	}
	switch w {
	case 0:
		for _, k := range at {
			c.texts = append(c.texts, c.words.texts[k])
		}
	case 8:
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

// text reads texts whose lengths are written down as differences.
func (v *values) text(c *chunk, dst []byte, n, w int) error {
	for i := range n {
		if v.at == len(v.sizes) {
			return errShort
		}
		size, same := int64(v.sizes[v.at]), int64(0)
		if v.how == deltaTexts {
			same = int64(v.same[v.at])
		}
		v.at++
		if size > int64(len(v.data)) {
			return errShort
		}
		if same > int64(len(v.last)) {
			return errDelta
		}
		one := v.data[:size:size]
		v.data = v.data[size:]
		if same > 0 {
			if v.made += same + size; v.made > c.most {
				return fmt.Errorf("its texts take more than %d bytes", c.most)
			}
			text, err := c.heap.bytes(same + size)
			if err != nil {
				return err
			}
			c.sliceBytes += same + size
			copy(text[copy(text, v.last[:same]):], one)
			one = text
		}
		if v.last = one; w == 0 {
			c.texts = append(c.texts, one)
		} else if copy(dst[i*w:(i+1)*w], one) < w || len(one) > w {
			return errDelta
		}
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
