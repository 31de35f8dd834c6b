// SPDX-License-Identifier: MIT

package output

import (
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/klauspost/pgzip"
)

// The endings of names of files that are compressed.
const (
	gzipEnding = ".gz"
	zstdEnding = ".zst"
)

// gzipBlock is how much one worker compresses at a time. Blocks know what came before
// them, so that the file hardly grows.
const gzipBlock = 512 << 10

// Parallel says how many workers may compress, if the file's name asks for that. It is
// called before anything is written.
func (f *File) Parallel(workers int) {
	switch name := strings.ToLower(f.name); {
	case f.raw == nil:
		return
	case strings.HasSuffix(name, gzipEnding):
		w := pgzip.NewWriter(f.raw)
		_ = w.SetConcurrency(gzipBlock, max(workers, 1)) // fails for small blocks alone
		f.pack = w
	case strings.HasSuffix(name, zstdEnding):
		w, err := zstd.NewWriter(f.raw, zstd.WithEncoderConcurrency(max(workers, 1)))
		if err != nil {
			return // for options out of range alone
		}
		f.pack = w
	default:
		return
	}
	f.buf.Reset(f.pack)
}
