// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
)

// mostBlock is how many differences a block may have. Writers put 128 to 4,096 into one, and the
// library makes room for a whole block before it looks at what is in it.
const mostBlock = 1 << 20

var (
	errDelta = errors.New("its lengths contradict each other")
	errBlock = errors.New("a block of differences is too large")
)

// delta reads whole numbers that are written down as differences, in blocks of blocks of them,
// all of one width each.
type delta struct {
	data []byte
	most int64 // values there can be

	block, parts, total int64
	value               int64
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

// begin reads what stands before the blocks.
func (d *delta) begin() error {
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
	case block == 0 || parts == 0 || block%parts != 0 || (block/parts)%8 != 0 || total > uint64(d.most):
		return errDelta
	default:
		d.block, d.parts, d.total = int64(block), int64(parts), int64(total)
	}
	var err error
	d.value, err = d.zigzag()
	return err
}

// lengths reads a run of numbers, none of which may be less than 0 or take more than 31 bits, and
// leaves what comes behind it.
func (d *delta) lengths(see func(v int64) error) error {
	if err := d.begin(); err != nil {
		return err
	}
	if d.total == 0 {
		return nil
	}
	give := func() error {
		if d.value = int64(int32(d.value)); d.value < 0 {
			return errDelta
		}
		return see(d.value)
	}
	if err := give(); err != nil {
		return err
	}
	for left := d.total - 1; left > 0; {
		least, err := d.zigzag()
		if err != nil {
			return err
		}
		if int64(len(d.data)) < d.parts {
			return errShort
		}
		widths := d.data[:d.parts]
		d.data = d.data[d.parts:]
		for _, width := range widths {
			if left == 0 {
				break // what stands there means nothing
			}
			n := d.block / d.parts
			bytes := n / 8 * int64(width)
			if width > 32 || bytes > int64(len(d.data)) {
				return errShort
			}
			run := d.data[:bytes]
			d.data = d.data[bytes:]
			for k := range min(n, left) {
				d.value += least + int64(bits(run, k*int64(width), int64(width)))
				if err := give(); err != nil {
					return err
				}
			}
			left -= min(n, left)
		}
	}
	return nil
}

// bits reads so many bits, 32 at most, the lowest first.
func bits(data []byte, at, width int64) (v uint64) {
	var word [8]byte
	copy(word[:], data[at/8:])
	return binary.LittleEndian.Uint64(word[:]) >> (at % 8) & (1<<width - 1)
}
