// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
)

var (
	errDelta = errors.New("its lengths contradict each other")
	errBlock = errors.New("a block of differences is too large")
	errIndex = errors.New("a value is not in the dictionary")
)

// runs are numbers of so many bits, in runs of one number or packed side by side.
type runs struct {
	data   []byte
	width  uint
	left   int // numbers of the run at hand
	packed bool
	value  uint32 // of a run of one number
	bit    int    // where the next number begins, of those that are packed
}

// next reads numbers, none of which may be more than most.
func next[T uint8 | uint32](r *runs, dst []T, most T) error {
	for len(dst) > 0 {
		if r.left == 0 {
			if err := r.run(); err != nil {
				return err
			}
		}
		n := min(r.left, len(dst))
		r.left -= n
		if !r.packed {
			v := T(r.value)
			if v > most || uint32(v) != r.value {
				return errIndex
			}
			for i := range dst[:n] {
				dst[i] = v
			}
		} else {
			over := false
			mask := uint32(1)<<r.width - 1
			for i := range dst[:n] {
				v := T(uint32(window(r.data, r.bit)) & mask)
				r.bit += int(r.width)
				over = over || v > most
				dst[i] = v
			}
			if over {
				return errIndex
			}
			if r.left == 0 {
				r.data = r.data[(r.bit+7)/8:]
			}
		}
		dst = dst[n:]
	}
	return nil
}

// run begins the next run.
func (r *runs) run() error {
	head, k := binary.Uvarint(r.data)
	if k <= 0 || head>>1 > 1<<32 || head < 2 {
		return errShort
	}
	r.data = r.data[k:]
	if r.packed = head&1 != 0; r.packed {
		groups := int(head >> 1)
		if r.width > 0 {
			groups = min(groups, (len(r.data)+int(r.width)-1)/int(r.width))
		}
		r.left, r.bit = 8*groups, 0
		if size := groups * int(r.width); size > len(r.data) { // the last run may be cut off
			r.left = 8 * len(r.data) / int(r.width)
		}
		if r.left == 0 {
			return errShort
		}
		return nil
	}
	size := int(r.width+7) / 8
	if size > len(r.data) {
		return errShort
	}
	r.value = 0
	for i := range size {
		r.value |= uint32(r.data[i]) << (8 * i)
	}
	r.data, r.left = r.data[size:], int(head>>1)
	return nil
}

// window are the bits from a place on, 57 of them at least; behind the end there are zeros.
func window(data []byte, bit int) uint64 {
	at := bit >> 3
	if at+8 <= len(data) {
		return binary.LittleEndian.Uint64(data[at:]) >> (bit & 7)
	}
	var word [8]byte
	if at < len(data) {
		copy(word[:], data[at:])
	}
	return binary.LittleEndian.Uint64(word[:]) >> (bit & 7)
}

// mostBlock is how many differences a block may have. Writers put 128 to 4,096 into one.
const mostBlock = 1 << 20

// delta are whole numbers that are written down as differences, in blocks of parts, the differences
// of a part of one width each.
type delta struct {
	data         []byte
	block, parts int
	left         int // numbers to come
	first        bool
	value, least int64
	widths       []byte // of the parts to come of the block
	part         []byte // the one at hand
	width        int
	at, inPart   int // bit, and numbers to come
}

func (d *delta) varint() (uint64, error) {
	v, n := binary.Uvarint(d.data)
	if n <= 0 {
		return 0, errShort
	}
	d.data = d.data[n:]
	return v, nil
}

func (d *delta) zigzag() (int64, error) {
	v, err := d.varint()
	return int64(v>>1) ^ -int64(v&1), err
}

// begin reads what stands before the blocks, of most numbers.
func (d *delta) begin(data []byte, most int) error {
	*d = delta{data: data, first: true}
	var head [3]uint64
	for i := range head {
		var err error
		if head[i], err = d.varint(); err != nil {
			return err
		}
	}
	switch block, parts, total := head[0], head[1], head[2]; {
	case block > mostBlock || parts > block:
		return errBlock
	case block == 0 || parts == 0 || block%parts != 0 || (block/parts)%8 != 0 || total > uint64(most):
		return errDelta
	default:
		d.block, d.parts, d.left = int(block), int(parts), int(total)
	}
	var err error
	d.value, err = d.zigzag()
	return err
}

// next is the next number.
func (d *delta) next() (int64, error) {
	if d.left == 0 {
		return 0, errShort
	}
	d.left--
	if d.first {
		d.first = false
		return d.value, nil
	}
	if d.inPart == 0 {
		if err := d.nextPart(); err != nil {
			return 0, err
		}
	}
	v := uint64(0)
	if d.width > 0 {
		v = window(d.part, d.at)
		if d.width > 56 {
			v = v&(1<<56-1) | window(d.part, d.at+56)<<56
		}
		v &= 1<<d.width - 1
		d.at += d.width
	}
	d.inPart--
	d.value += d.least + int64(v)
	return d.value, nil
}

// nextPart goes on to the next part, or the next block.
func (d *delta) nextPart() (err error) {
	if len(d.widths) == 0 {
		if d.least, err = d.zigzag(); err != nil {
			return err
		}
		if len(d.data) < d.parts {
			return errShort
		}
		d.widths, d.data = d.data[:d.parts], d.data[d.parts:]
	}
	d.width, d.widths = int(d.widths[0]), d.widths[1:]
	d.inPart, d.at = d.block/d.parts, 0
	size := d.inPart / 8 * d.width
	if d.width > 64 || size > len(d.data) {
		return errShort
	}
	d.part, d.data = d.data[:size], d.data[size:]
	return nil
}

// lengths reads all numbers, which are of 32 bits and not less than 0, and returns what comes behind them.
func (d *delta) lengths(data []byte, most int, h *heap) (list []int32, rest []byte, err error) {
	if err := d.begin(data, most); err != nil {
		return nil, nil, err
	}
	if list, err = grown(h, list, d.left); err != nil {
		return nil, nil, err
	}
	for d.left > 0 {
		v, err := d.next()
		switch {
		case err != nil:
			return nil, nil, err
		case int32(v) < 0:
			return nil, nil, errDelta
		}
		list = append(list, int32(v))
	}
	return list, d.data, nil
}
