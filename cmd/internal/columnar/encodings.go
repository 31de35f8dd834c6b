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
func next[T uint8 | uint32](r *runs, dst []T, most T) {
	for len(dst) > 0 {
		if r.left == 0 {
			r.run()
		}
		n := min(r.left, len(dst))
		r.left -= n
		if !r.packed {
			v := T(r.value)
			check(v <= most && uint32(v) == r.value, errIndex)
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
			check(!over, errIndex)
			if r.left == 0 {
				r.data = r.data[(r.bit+7)/8:]
			}
		}
		dst = dst[n:]
	}
}

// run begins the next run.
func (r *runs) run() {
	head, k := binary.Uvarint(r.data)
	check(k > 0 && head>>1 <= 1<<32 && head >= 2, errShort)
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
		check(r.left > 0, errShort)
		return
	}
	size := int(r.width+7) / 8
	check(size <= len(r.data), errShort)
	r.value = 0
	for i := range size {
		r.value |= uint32(r.data[i]) << (8 * i)
	}
	r.data, r.left = r.data[size:], int(head>>1)
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

// deltas reads whole numbers, so many at the most and the first not less than floor, that are written down as differences, in blocks
// of parts, the differences of a part of one width each. It returns what comes behind them.
func deltas(h *heap, list []int64, data []byte, most int, floor int64) ([]int64, []byte) {
	var head [4]uint64
	for i := range head {
		v, n := binary.Uvarint(data)
		check(n > 0, errShort)
		head[i], data = v, data[n:]
	}
	block, parts, total := head[0], head[1], head[2]
	check(block <= mostBlock && parts <= block, errBlock)
	check(parts > 0 && block%parts == 0 && (block/parts)%8 == 0 && total <= uint64(most), errDelta)
	list = sure(grown(h, list[:0], int(total)))
	if total == 0 {
		return list, data
	}
	list = append(list, zigzag(head[3]))
	check(list[0] >= floor, errDelta)
	for value, size := list[0], int(block/parts); len(list) < int(total); {
		v, n := binary.Uvarint(data)
		check(n > 0 && len(data)-n >= int(parts), errShort)
		least, widths := zigzag(v), data[n:][:parts]
		data = data[n+int(parts):]
		for _, width := range widths {
			width := int(width)
			here, bytes := min(size, int(total)-len(list)), size/8*width
			if here == 0 {
				break
			}
			check(width <= 64 && bytes <= len(data), errShort)
			for i := range here {
				v := window(data[:bytes], i*width)
				if width > 56 {
					v = v&(1<<56-1) | window(data[:bytes], i*width+56)<<56
				}
				value += least + int64(v&(1<<width-1))
				list = append(list, value)
			}
			data = data[bytes:]
		}
	}
	return list, data
}

// lengths are deltas that are of 32 bits and not less than 0.
func lengths(h *heap, list []int64, data []byte, most int) (_ []int64, rest []byte) {
	list, rest = deltas(h, list, data, most, 0)
	for i, v := range list {
		list[i] = int64(int32(v))
		check(int32(v) >= 0, errDelta)
	}
	return list, rest
}
