// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"github.com/parquet-go/bitpack"
	"github.com/parquet-go/parquet-go/encoding/rle"
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

// runs checks the lengths of runs of numbers, each of width bits, before the library takes memory
// for them. Runs of groups of eight may hold more than n numbers.
func runs(src []byte, width, n int) []byte {
	at, total := 0, 0
	for total < n {
		head, k := binary.Uvarint(src[at:])
		check(k > 0 && head >= 2 && head>>1 <= uint64(n)+64, errRuns)
		at += k
		if count := int(head >> 1); head&1 == 0 {
			total, at = total+count, at+(width+7)/8
		} else {
			begin := at
			total, at = total+8*count, at+count*width
			if at > len(src) { // old writers cut the last group off
				check(8*(len(src)-begin) >= width*(n-total+8*count), errRuns)
				src = append(src[:len(src):len(src)], make([]byte, at-len(src))...)
			}
		}
		check(at <= len(src), errRuns)
	}
	check(total <= n+512, errRuns)
	return src[:at]
}

// small appends n numbers of a byte each. None may be above most.
func (c *chunk) small(dst []uint8, src []byte, most, n int) []uint8 {
	e := rle.Encoding{BitWidth: bits.Len(uint(most))}
	src = runs(src, e.BitWidth, n)
	dst = grown(c.heap, dst, n+512)
	got, err := e.DecodeLevels(dst[len(dst):], src)
	sure(err)
	dst = append(dst, got[:n]...)
	if most&(most+1) != 0 {
		for _, v := range got[:n] {
			check(int(v) <= most, errLevels)
		}
	}
	return dst
}

// levels appends the levels of n values, unless all are 0.
func (c *chunk) levels(dst []uint8, src []byte, most, n int) []uint8 {
	if most == 0 {
		check(len(src) == 0, errLevels)
		return dst
	}
	return c.small(dst, src, most, n)
}

// decode appends n values in any encoding that is read.
func (c *chunk) decode(how format.Encoding, data []byte, n int) {
	w, to := c.width, &c.read
	truths, whole := c.kind == arrowBool, c.Type.V == format.Int32 || c.Type.V == format.Int64
	switch {
	case n == 0: // they are all missing
	case truths:
		to.fixed = c.truths(how, data, n)
		c.own = to.fixed
	case how == format.Plain && w == 0:
		to.texts = cut(c.heap, to.texts, len(c.bufs), data, n)
		c.bufs = append(c.bufs, data)
	case how == format.Plain:
		if check(len(data) == n*w, errValues); to.n == 0 {
			to.fixed = data
		} else {
			copy(c.more(n), data)
		}
	case how == format.RLEDictionary || how == oldDictionary:
		c.look(data, n)
	case how == format.DeltaBinaryPacked && whole:
		c.sizes, _ = deltas(c.heap, c.sizes, data, n)
		dst := c.more(n)
		for i, v := range c.sizes {
			if w == 4 {
				binary.LittleEndian.PutUint32(dst[4*i:], uint32(v))
			} else {
				binary.LittleEndian.PutUint64(dst[8*i:], uint64(v))
			}
		}
	case how == format.ByteStreamSplit && w > 0:
		check(len(data) == n*w, errValues)
		dst := c.more(n)
		for k := range w {
			for i, b := range data[k*n:][:n] {
				dst[i*w+k] = b
			}
		}
	case how == format.DeltaLengthByteArray && w == 0, how == format.DeltaByteArray && (w == 0 || c.Type.V == format.FixedLenByteArray):
		c.differences(how == format.DeltaByteArray, data, n)
	default:
		fail("its values are encoded in a way that is not read for their type (number %d)", how)
	}
	to.n += n
}

// truths appends truth values, which are in runs, or are one.
func (c *chunk) truths(how format.Encoding, data []byte, n int) []byte {
	if how == format.Plain {
		check(len(data) == (n+7)/8, errValues)
		return c.small(c.read.fixed, append(binary.AppendUvarint(nil, uint64(len(data))<<1|1), data...), 1, n)
	}
	check(how == format.RLE && len(data) >= 4, errRuns)
	return c.small(c.read.fixed, data[4:], 1, n)
}

// more returns room for n more values of fixed width.
func (c *chunk) more(n int) []byte {
	k := len(c.read.fixed)
	c.own = grown(c.heap, c.read.fixed, n*c.width)[:k+n*c.width]
	c.read.fixed = c.own
	return c.own[k:]
}

// look appends n values that are given by their indices in the dictionary.
func (c *chunk) look(data []byte, n int) {
	check(len(data) > 0, errShort)
	e := rle.Encoding{BitWidth: int(data[0])}
	if e.BitWidth > 32 {
		fail("it has numbers of %d bits", e.BitWidth)
	}
	src := runs(data[1:], e.BitWidth, n)
	c.index = grown(c.heap, c.index[:0], n+512)
	list, err := e.DecodeInt32(c.index, src)
	sure(err)
	list = list[:n]
	for _, k := range list {
		if uint(k) >= uint(c.words.n) {
			check(false, errIndex)
		}
	}
	switch w := c.width; w {
	case 0:
		c.read.texts = grown(c.heap, c.read.texts, n)
		for _, k := range list {
			c.read.texts = append(c.read.texts, c.words.texts[k])
		}
	case 8:
		dst, words := c.more(n), c.words.fixed
		for i, k := range list {
			*(*[8]byte)(dst[8*i:]) = [8]byte(words[8*int(k):])
		}
	default:
		dst := c.more(n)
		for i, k := range list {
			copy(dst[i*w:(i+1)*w], c.words.fixed[int(k)*w:])
		}
	}
}

// deltas reads n whole numbers that are stored as differences. A block has several parts, and all
// differences of a part have the same width in bits. deltas also returns the data that follows.
func deltas(h *heap, list []int64, data []byte, n int) ([]int64, []byte) {
	varint := func() uint64 {
		v, k := binary.Uvarint(data)
		check(k > 0, errShort)
		data = data[k:]
		return v
	}
	zigzag := func(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }
	block, parts, total, value := varint(), varint(), varint(), zigzag(varint())
	check(block <= 1<<20 && parts <= block, errBlock)
	check(parts > 0 && block%parts == 0 && block/parts%8 == 0 && total == uint64(n), errDelta)
	size := int(block / parts)
	list = append(grown(h, list[:0], n), value)
	for len(list) < n {
		least := zigzag(varint())
		check(len(data) >= int(parts), errShort)
		widths := data[:parts]
		data = data[parts:]
		for _, width := range widths {
			begin, here := len(list), min(size, n-len(list))
			if here == 0 {
				break
			}
			list = list[:begin+here]
			bytes := size / 8 * int(width)
			check(width <= 64 && bytes <= len(data), errShort)
			if clear(list[begin:]); width > 0 {
				src := data
				if cap(src) < bytes+spare {
					src = append(make([]byte, 0, bytes+spare), src[:bytes]...)
				}
				bitpack.Unpack(list[begin:], src, uint(width))
			}
			for i := begin; i < len(list); i++ {
				value += least + list[i]
				list[i] = value
			}
			data = data[bytes:]
		}
	}
	return list, data
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
		all = c.heap.bytes(size)[:0]
		c.live += size
	}
	from := 0
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
		if c.width == 0 {
			c.read.texts = append(grown(c.heap, c.read.texts, 1), place{uint32(len(c.bufs)), uint32(from), uint32(size)})
		} else {
			check(size == c.width, errDelta)
			copy(c.more(1), all[from:])
		}
		from += size
	}
	if c.width == 0 {
		c.bufs = append(c.bufs, all)
	}
}

// cut appends the places of n texts. Each has its length in front, and data has nothing else.
func cut(h *heap, dst []place, of int, data []byte, n int) []place {
	check(n <= len(data)/4, errShort)
	dst = grown(h, dst, n)
	at := 0
	for range n {
		check(len(data)-at >= 4, errShort)
		size := binary.LittleEndian.Uint32(data[at:])
		check(uint64(size) <= uint64(len(data)-at-4), errShort)
		dst = append(dst, place{uint32(of), uint32(at + 4), size})
		at += 4 + int(size)
	}
	check(at == len(data), errValues)
	return dst
}
