// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/parquet-go/bitpack"
	"github.com/parquet-go/parquet-go/format"
)

// oldDictionary is the encoding PLAIN_DICTIONARY of format 1, which old writers use.
const oldDictionary format.Encoding = 2

var (
	errDelta  = errors.New("its lengths contradict each other")
	errBlock  = errors.New("a block of differences is too large")
	errIndex  = errors.New("a value is not in the dictionary")
	errRuns   = errors.New("its runs have another number of values than it claims")
	errValues = errors.New("its values take another number of bytes than it has")
)

// unbits unpacks numbers of so many bits each.
func unbits[T int32 | int64](dst []T, src []byte, width int) {
	size := (len(dst)*width + 7) / 8
	check(size <= len(src), errShort)
	if clear(dst); width == 0 {
		return
	}
	if cap(src) < size+spare {
		src = append(make([]byte, 0, size+spare), src[:size]...)
	}
	bitpack.Unpack(dst, src[:size+spare], uint(width)) // its portable code looks no further than the length
}

// runs appends n numbers of so many bits each, which are in runs: of one number, or of groups of
// eight.
func runs(h *heap, dst []int32, src []byte, width, n int) []int32 {
	if width > 32 {
		fail("it has numbers of %d bits", width)
	}
	dst = grown(h, dst, n)
	for n > 0 {
		head, k := binary.Uvarint(src)
		check(k > 0 && head >= 2 && head>>1 <= uint64(n)+64, errRuns)
		src = src[k:]
		count, size := min(int(head>>1), n), (width+7)/8
		if head&1 != 0 {
			count, size = min(8*int(head>>1), n), min(len(src), int(head>>1)*width)
		}
		check(size <= len(src), errRuns)
		run := dst[len(dst):][:count]
		if head&1 != 0 { // old writers cut the last group off
			unbits(run, src, width)
		} else {
			var v [4]byte
			copy(v[:], src[:size])
			for i := range run {
				run[i] = int32(binary.LittleEndian.Uint32(v[:]))
			}
		}
		dst, src, n = dst[:len(dst)+count], src[size:], n-count
	}
	return dst
}

// levels appends the levels of n values, unless all are 0. None may be above most.
func (c *chunk) levels(dst []uint8, src []byte, most, n int) []uint8 {
	if most == 0 {
		check(len(src) == 0, errLevels)
		return dst
	}
	c.index = runs(c.heap, c.index[:0], src, bits.Len(uint(most)), n)
	dst = grown(c.heap, dst, n)
	for _, v := range c.index {
		check(v >= 0 && int(v) <= most, errLevels)
		dst = append(dst, uint8(v))
	}
	return dst
}

// decode appends n values in any encoding that is read.
func (c *chunk) decode(how format.Encoding, data []byte, n int) {
	w, v := c.width, &c.values
	switch {
	case n == 0: // they are all missing
	case c.kind == arrowBool:
		c.truths(how, data, n)
	case how == format.Plain:
		c.plain(v, data, n)
	case how == format.RLEDictionary || how == oldDictionary:
		c.look(data, n)
	case how == format.DeltaBinaryPacked && (c.Type.V == format.Int32 || c.Type.V == format.Int64):
		c.sizes, _ = deltas(c.heap, c.sizes, data, n)
		v.ints = grown(c.heap, v.ints, n)
		for _, x := range c.sizes {
			if w == 4 && c.typ.signed() {
				x = int64(int32(x))
			} else if w == 4 {
				x = int64(uint32(x))
			}
			v.ints = append(v.ints, x)
		}
	case how == format.ByteStreamSplit && w > 0:
		check(len(data) == n*w, errValues)
		joined := c.own(int64(n * w))
		for k := range w {
			for i, b := range data[k*n:][:n] {
				joined[i*w+k] = b
			}
		}
		c.plain(v, joined, n)
	case how == format.DeltaLengthByteArray && w == 0, how == format.DeltaByteArray && (w == 0 || c.Type.V == format.FixedLenByteArray):
		c.differences(how == format.DeltaByteArray, data, n)
	default:
		fail("its values are encoded in a way that is not read for their type (number %d)", how)
	}
}

// own returns bytes that are kept for as long as their page.
func (c *chunk) own(n int64) []byte {
	b := c.heap.bytes(n)
	c.live += n
	return b
}

// truths appends truth values, which are in runs, or are one.
func (c *chunk) truths(how format.Encoding, data []byte, n int) {
	if how == format.Plain {
		check(len(data) == (n+7)/8, errValues)
		c.index = grown(c.heap, c.index[:0], n)[:n]
		unbits(c.index, data, 1)
	} else {
		check(how == format.RLE && len(data) >= 4, errRuns)
		c.index = runs(c.heap, c.index[:0], data[4:], 1, n)
	}
	c.values.ints = pick(c.heap, c.values.ints, []int64{0, 1}, c.index)
}

// plain appends n values that stand one after the other: numbers, bytes of one length, or texts
// that have their lengths in front. data has nothing else.
func (c *chunk) plain(v *vector, data []byte, n int) {
	w := c.width
	check(w == 0 || len(data) == n*w, errValues)
	if c.typ != NoType {
		v.load(c.heap, data, w)
		return
	}
	check(w > 0 || n <= len(data)/4, errShort)
	v.places = grown(c.heap, v.places, n)
	of, at := uint32(len(v.bufs)), 0
	for range n {
		size := w
		if w == 0 {
			check(len(data)-at >= 4, errShort)
			size, at = int(binary.LittleEndian.Uint32(data[at:])), at+4
			check(size >= 0 && size <= len(data)-at, errShort)
		}
		v.places = append(v.places, place{of, uint32(at), uint32(size)})
		at += size
	}
	check(at == len(data), errValues)
	v.bufs = append(v.bufs, data)
}

// look appends n values that are given by their indices in the dictionary.
func (c *chunk) look(data []byte, n int) {
	check(len(data) > 0, errShort)
	c.index = runs(c.heap, c.index[:0], data[1:], int(data[0]), n)
	for _, k := range c.index {
		if uint(k) >= uint(c.words.n) {
			check(false, errIndex)
		}
	}
	v := &c.values
	v.floats = pick(c.heap, v.floats, c.words.floats, c.index)
	v.singles = pick(c.heap, v.singles, c.words.singles, c.index)
	v.ints = pick(c.heap, v.ints, c.words.ints, c.index)
	v.places = pick(c.heap, v.places, c.words.places, c.index)
}

// deltas reads n whole numbers that are stored as differences. A block has several parts, and all
// differences of a part have the same width in bits. deltas also returns the data that follows.
func deltas(h *heap, list []int64, data []byte, n int) ([]int64, []byte) {
	w := &walk{data: data}
	zigzag := func(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }
	block, parts, total, value := w.varint(), w.varint(), w.varint(), zigzag(w.varint())
	check(block <= 1<<20 && parts <= block, errBlock)
	check(parts > 0 && block%parts == 0 && block/parts%8 == 0 && total == uint64(n), errDelta)
	size := int(block / parts)
	list = append(grown(h, list[:0], n), value)
	for len(list) < n {
		least := zigzag(w.varint())
		for _, width := range w.skip(parts) {
			part := list[len(list):][:min(size, n-len(list))]
			if len(part) == 0 {
				break
			}
			check(width <= 64, errShort)
			unbits(part, w.data, int(width))
			for i, v := range part {
				value += least + v
				part[i] = value
			}
			list = list[:len(list)+len(part)]
			w.skip(uint64(size/8) * uint64(width))
		}
	}
	return list, w.data
}

// differences appends texts whose lengths are stored as differences. With same, other differences
// come first. They say how many bytes each text shares with the beginning of the text before it.
func (c *chunk) differences(same bool, data []byte, n int) {
	if c.same = c.same[:0]; same {
		c.same, data = deltas(c.heap, c.same, data, n)
	}
	c.sizes, data = deltas(c.heap, c.sizes, data, n)
	// Texts that share a beginning are put together in a buffer of their own.
	all, last := data, data[:0]
	if same {
		size := int64(0)
		for i := range c.sizes {
			if size += int64(uint32(c.same[i])) + int64(uint32(c.sizes[i])); size > c.heap.most {
				fail("its texts take more than %d bytes", c.heap.most)
			}
		}
		all = c.own(size)[:0]
	}
	v, from := &c.values, 0
	v.places = grown(c.heap, v.places, n)
	for i, size := range c.sizes {
		size := int(int32(size))
		check(size >= 0 && size <= len(data), errDelta)
		if same {
			before := int(int32(c.same[i]))
			check(before >= 0 && before <= len(last), errDelta)
			all = append(append(all, last[:before]...), data[:size]...)
			data, size = data[size:], before+size
			last = all[from:]
		} else {
			data = data[size:]
		}
		check(c.width == 0 || size == c.width, errDelta)
		v.places = append(v.places, place{uint32(len(v.bufs)), uint32(from), uint32(size)})
		from += size
	}
	v.bufs = append(v.bufs, all)
}
