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
