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
func unbits[T int32 | uint64](dst []T, src []byte, width int) {
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
	dst, left := longer(h, dst, n)
	for len(left) > 0 {
		head, k := binary.Uvarint(src)
		check(k > 0 && head >= 2 && head>>1 <= uint64(len(left))+64, errRuns)
		src = src[k:]
		count, size := min(int(head>>1), len(left)), (width+7)/8
		if head&1 != 0 { // old writers cut the last group off
			count, size = min(8*int(head>>1), len(left)), min(len(src), int(head>>1)*width)
		}
		check(size <= len(src), errRuns)
		if head&1 != 0 {
			unbits(left[:count], src, width)
		} else {
			var v [4]byte
			copy(v[:], src[:size])
			for i := range left[:count] {
				left[i] = int32(binary.LittleEndian.Uint32(v[:]))
			}
		}
		left, src = left[count:], src[size:]
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
	begin := len(v.words)
	switch {
	case n == 0: // they are all missing
	case c.kind == arrowBool:
		var bits []int32
		if c.index, bits = longer(c.heap, c.index[:0], n); how == format.Plain {
			check(len(data) == (n+7)/8, errValues)
			unbits(bits, data, 1)
		} else {
			check(how == format.RLE && len(data) >= 4, errRuns)
			c.index = runs(c.heap, c.index[:0], data[4:], 1, n)
		}
		v.words = pick(c.heap, v.words, []uint64{0, 1}, c.index)
	case how == format.Plain:
		c.plain(data, n)
	case how == format.RLEDictionary || how == oldDictionary:
		check(len(data) > 0, errShort)
		c.index = runs(c.heap, c.index[:0], data[1:], int(data[0]), n)
		for _, k := range c.index {
			check(uint(k) < uint(len(c.words)), errIndex)
		}
		v.words = pick(c.heap, v.words, c.words, c.index)
	case how == format.DeltaBinaryPacked && (c.Type.V == format.Int32 || c.Type.V == format.Int64):
		v.words, _ = deltas(c.heap, v.words, data, n)
		for i, x := range v.words[begin:] {
			if w == 4 && c.typ.signed() {
				v.words[begin+i] = uint64(int32(x))
			} else if w == 4 {
				v.words[begin+i] = uint64(uint32(x))
			}
		}
	case how == format.ByteStreamSplit && w > 0:
		check(len(data) == n*w, errValues)
		var joined []byte
		v.text, joined = longer(c.heap, v.text, n*w)
		for k := range w {
			for i, b := range data[k*n:][:n] {
				joined[i*w+k] = b
			}
		}
		c.plain(joined, n)
	case c.typ == NoType && (how == format.DeltaLengthByteArray && w == 0 || how == format.DeltaByteArray):
		c.differences(how == format.DeltaByteArray, data, n)
	default:
		fail("its values are encoded in a way that is not read for their type (number %d)", how)
	}
}

// plain appends n values that stand one after the other: numbers, bytes of one length, or texts
// with their lengths in front. data has nothing else. Data of texts is the last part of the
// vector's texts.
func (c *chunk) plain(data []byte, n int) {
	v, w := &c.values, c.width
	check(w == 0 || len(data) == n*w, errValues)
	if c.typ != NoType {
		v.load(c.heap, data, w)
		return
	}
	check(w > 0 || n <= len(data)/4, errShort)
	v.words = grown(c.heap, v.words, n)
	first, at := len(v.text)-len(data), 0
	for range n {
		size := w
		if w == 0 {
			check(len(data)-at >= 4, errShort)
			size, at = int(binary.LittleEndian.Uint32(data[at:])), at+4
			check(size >= 0 && size <= len(data)-at, errShort)
		}
		v.words = append(v.words, placeOf(first+at, size))
		at += size
	}
	check(at == len(data), errValues)
}

// deltas appends n whole numbers that are stored as differences. A block has several parts, and all
// differences of a part have the same width in bits. deltas also returns the data that follows.
func deltas(h *heap, list []uint64, data []byte, n int) (all []uint64, rest []byte) {
	varint := func() uint64 {
		v, k := binary.Uvarint(data)
		check(k > 0, errShort)
		data = data[k:]
		return v
	}
	zigzag := func(v uint64) uint64 { return v>>1 ^ -(v & 1) }
	block, parts, total, value := varint(), varint(), varint(), zigzag(varint())
	check(block <= 1<<20 && parts <= block, errBlock)
	check(parts > 0 && block%parts == 0 && block/parts%8 == 0 && total == uint64(n), errDelta)
	size := int(block / parts)
	all, left := longer(h, list, n)
	left[0], left = value, left[1:]
	for len(left) > 0 {
		least := zigzag(varint())
		check(int(parts) <= len(data), errShort)
		widths := data[:parts]
		data = data[parts:]
		for _, width := range widths {
			part := left[:min(size, len(left))]
			if len(part) == 0 {
				break
			}
			check(width <= 64, errShort)
			unbits(part, data, int(width))
			for i, v := range part {
				value += least + v
				part[i] = value
			}
			left, data = left[len(part):], data[min(size/8*int(width), len(data)):]
		}
	}
	return all, data
}

// differences appends texts whose lengths are stored as differences. With same, other differences
// come first. They say how many bytes each text shares with the beginning of the text before it.
func (c *chunk) differences(same bool, data []byte, n int) {
	if c.same = c.same[:0]; same {
		c.same, data = deltas(c.heap, c.same, data, n)
	}
	c.sizes, data = deltas(c.heap, c.sizes[:0], data, n)
	v := &c.values
	v.words = grown(c.heap, v.words, n)
	if !same {
		from, total := len(v.text)-len(data), uint64(0)
		for _, size := range c.sizes {
			size := uint64(uint32(size))
			check(size <= uint64(len(data))-total, errDelta)
			v.words = append(v.words, placeOf(from+int(total), int(size)))
			total += size
		}
		return
	}
	size := int64(0)
	for i := range c.sizes {
		if size += int64(uint32(c.same[i])) + int64(uint32(c.sizes[i])); size > c.heap.most {
			fail("its texts take more than %d bytes", c.heap.most)
		}
	}
	// Texts that share a beginning are put together behind the page.
	v.text = grown(c.heap, v.text, int(size))
	last := v.text[len(v.text):]
	for i := range c.sizes {
		same, size, from := uint32(c.same[i]), uint32(c.sizes[i]), len(v.text)
		check(uint64(size) <= uint64(len(data)) && uint64(same) <= uint64(len(last)), errDelta)
		v.text = append(append(v.text, last[:same]...), data[:size]...)
		last, data = v.text[from:], data[size:]
		check(c.width == 0 || len(last) == c.width, errDelta)
		v.words = append(v.words, placeOf(from, len(last)))
	}
}
