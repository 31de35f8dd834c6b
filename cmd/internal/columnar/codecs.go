// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// frames is the codec of LZ4 frames. Arrow has it and Parquet has not.
const frames format.CompressionCodec = -1

var (
	errLonger   = errors.New("it unpacks to more than its header says")
	errUnpacked = errors.New("it unpacks to less than its header says")
)

var unzstd = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
})

// unpack fills dst, which has the length that the header gives. It makes no more bytes than these.
func unpack(codec format.CompressionCodec, dst, src []byte) {
	n, data, err := 0, dst, error(nil)
	switch codec {
	case format.Snappy:
		size, k := binary.Uvarint(src)
		check(k <= 0 || size <= uint64(len(dst)), errLonger)
		data, err = snappy.Decode(dst, src)
		n = len(data)
	case format.Gzip:
		var r *gzip.Reader
		if r, err = gzip.NewReader(bytes.NewReader(src)); err == nil {
			n, err = fill(dst, r)
		}
	case format.Brotli:
		n, err = fill(dst, brotli.NewReader(bytes.NewReader(src)))
	case format.Zstd:
		z, bad := unzstd()
		sure(bad)
		data, err = z.DecodeAll(src, dst[:0:len(dst)])
		if n = len(data); errors.Is(err, zstd.ErrDecoderSizeExceeded) {
			err = errLonger
		}
	case format.Lz4Raw:
		n, err = lz4.UncompressBlock(src, dst)
	case frames:
		n, err = fill(dst, lz4.NewReader(bytes.NewReader(src)))
	default:
		fail("it is packed by a codec that is not read (number %d)", codec)
	}
	check(err != errLonger, errLonger)
	if err != nil {
		fail("it cannot be unpacked: %w", err)
	}
	check(n == len(dst), errUnpacked)
}

// fill reads all of r into dst.
func fill(dst []byte, r io.Reader) (n int, err error) {
	if n, err = io.ReadFull(r, dst); err == nil {
		var k int
		if k, err = r.Read(make([]byte, 1)); k > 0 {
			return n, errLonger
		}
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return n, err
}
