// SPDX-License-Identifier: MIT

package columnar

import (
	"encoding/binary"
	"errors"
	"sync"

	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
)

// The library has Snappy and Zstandard unpack whatever packed data says of its own size, which
// may be gigabytes in a page of a few bytes. So they are told what the page's header says here,
// and nothing beyond that is made.

func init() {
	replace(compress.Codecs.Snappy, unsnap)
	replace(compress.Codecs.Zstd, unzstd)
}

// codec is one of the library's that unpacks into the memory it is given, and no more.
type codec struct {
	compress.Codec
	unpack func(dst, src []byte) ([]byte, error)
}

func replace(of compress.Compression, unpack func(dst, src []byte) ([]byte, error)) {
	if was, err := compress.GetCodec(of); err == nil { // an error says that the library has none
		compress.RegisterCodec(of, &codec{was, unpack})
	}
}

// DecodeWithError is what the library calls for each page.
func (c *codec) DecodeWithError(dst, src []byte) ([]byte, error) { return c.unpack(dst, src) }

var errLonger = errors.New("a page unpacks to more than its header says")

func unsnap(dst, src []byte) ([]byte, error) {
	if n, k := binary.Uvarint(src); k > 0 && n > uint64(len(dst)) {
		return nil, errLonger
	}
	return snappy.Decode(dst, src)
}

var unzstds = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true))
})

func unzstd(dst, src []byte) ([]byte, error) {
	z, err := unzstds()
	if err != nil {
		return nil, err
	}
	data, err := z.DecodeAll(src, dst[:0:len(dst)])
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = errLonger
	}
	return data, err
}

// unpack unpacks a page as the library does.
func unpack(of compress.Compression, dst, src []byte) ([]byte, error) {
	if of == compress.Codecs.Uncompressed {
		return src, nil
	}
	c, err := compress.GetCodec(of)
	if err != nil {
		return nil, err
	}
	return compress.Decode(c, dst, src)
}
