// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
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

// codec is how a page of Parquet is packed, by Parquet's number.
type codec int64

const (
	unpacked codec = iota
	snappyCodec
	gzipCodec
	lzo
	brotliCodec
	hadoopLZ4 // given up for rawLZ4, and not read
	zstdCodec
	rawLZ4
)

var errLonger = errors.New("it unpacks to more than its header says")

// unpack unpacks src into dst, which is as long as the header says; no more than that is made.
func (c codec) unpack(dst, src []byte) (err error) {
	n := 0
	switch c {
	case snappyCodec:
		if size, k := binary.Uvarint(src); k > 0 && size > uint64(len(dst)) {
			return errLonger
		}
		var data []byte
		if data, err = snappy.Decode(dst, src); err == nil {
			n = copy(dst, data)
		}
	case gzipCodec:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(src)); err == nil {
			n, err = fill(dst, r)
		}
	case brotliCodec:
		n, err = fill(dst, brotli.NewReader(bytes.NewReader(src)))
	case zstdCodec:
		n, err = unzstd(dst, src)
	case rawLZ4:
		n, err = lz4.UncompressBlock(src, dst)
	default:
		return fmt.Errorf("it is packed by a codec that is not read (number %d)", c)
	}
	switch {
	case errors.Is(err, errLonger):
		return errLonger
	case err != nil:
		return fmt.Errorf("it cannot be unpacked: %w", err)
	case n < len(dst):
		return fmt.Errorf("it unpacks to %d bytes, and its header says %d", n, len(dst))
	}
	return nil
}

// fill reads all of r into dst.
func fill(dst []byte, r io.Reader) (int, error) {
	n, err := io.ReadFull(r, dst)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return n, err
	}
	var more [1]byte
	if k, err := r.Read(more[:]); k > 0 {
		return n, errLonger
	} else if err != nil && err != io.EOF {
		return n, err
	}
	return n, nil
}

var unzstds = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
})

func unzstd(dst, src []byte) (int, error) {
	z, err := unzstds()
	if err != nil {
		return 0, err
	}
	data, err := z.DecodeAll(src, dst[:0:len(dst)])
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = errLonger
	}
	return len(data), err
}

// unframe unpacks a frame of LZ4, as Arrow has it.
func unframe(dst, src []byte) (int, error) { return fill(dst, lz4.NewReader(bytes.NewReader(src))) }
