// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"daylight/cmd/internal/memory"
)

// Source is an input opened for reading, unpacked if it is gzipped or by Zstandard. It is used by
// one goroutine.
type Source struct {
	// Name stands in messages: the path as given, or "stdin".
	Name string
	// Size is how many bytes Read will report to the count function of Open, or -1
	// when that is not known beforehand.
	Size int64

	in     *bufio.Reader
	file   *os.File
	look   watched // of the file
	packed string  // by what, if it is
	room   *memory.Budget
	window int64 // bytes of room that unpacking takes
	// took and gave count bytes, of the file and unpacked.
	took, gave atomic.Int64
}

// Open opens the file at path, or stdin when path is "-". The function count, which may be nil, is
// told of every piece read from the file, before unpacking, of one after the other. A read that
// begins after ctx is done fails with ctx's error.
//
// The memory that unpacking takes is charged to room, which may be nil, until Close.
func Open(ctx context.Context, path string, stdin io.Reader, count func(n int), room *memory.Budget) (*Source, error) {
	s := &Source{Name: path, Size: -1, room: room}
	raw := stdin
	if path == "-" {
		s.Name = "stdin"
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, &Error{File: path, Msg: plain(err), Fatal: true, Err: err}
		}
		info, err := f.Stat()
		if err == nil && info.IsDir() {
			err = &fs.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
		}
		if err != nil {
			f.Close()
			return nil, &Error{File: path, Msg: plain(err), Fatal: true, Err: err}
		}
		s.file, raw = f, f
		if info.Mode().IsRegular() {
			s.Size = info.Size()
		}
	}
	if tell := count; tell != nil { // of what ReadAt reads in several goroutines, too
		var one sync.Mutex
		count = func(n int) {
			one.Lock()
			defer one.Unlock()
			tell(n)
		}
	}
	s.look = watched{ctx: ctx, in: raw, count: count, took: &s.took}
	counted := bufio.NewReaderSize(&s.look, sniffLen)
	s.in = counted
	switch magic, _ := counted.Peek(4); {
	case len(magic) >= 2 && magic[0] == 0x1f && magic[1] == 0x8b:
		gz, err := gzip.NewReader(counted)
		if err != nil {
			s.Close()
			return nil, &Error{File: s.Name, Line: 1, Msg: "damaged gzip header: " + plain(err), Fatal: true, Err: err}
		}
		gz.Multistream(false)
		s.in, s.packed = bufio.NewReaderSize(&members{counted, gz}, sniffLen), "gzip"
	case len(magic) == 4 && magic[1] == 0xb5 && magic[2] == 0x2f && magic[3] == 0xfd && magic[0] == 0x28:
		if err := s.zstandard(counted); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// members unpacks one gzip after the other.
type members struct {
	in *bufio.Reader
	gz *gzip.Reader
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.gz.Read(p)
	if err != io.EOF {
		return n, err
	}
	switch next, err := m.in.Peek(2); {
	case len(next) == 0:
		return n, err
	case next[0] != 0x1f || len(next) == 2 && next[1] != 0x8b:
		return n, errBehind
	}
	err = m.gz.Reset(m.in)
	m.gz.Multistream(false)
	return n, err
}

// errBehind is the error of what stands behind packed data and is none.
var errBehind = errors.New("behind what is packed stand bytes that are not: the file was damaged, or something was appended to it")

// The largest windows of Zstandard. The first frame may have any window that a tool makes at its
// best (zstd --long=31), if there is memory. Further frames may have a window that tools make by
// default.
const (
	greatestWindow = 1 << 31
	commonWindow   = 128 << 20
)

// withoutLong says how to pack anew.
const withoutLong = " without --long (zstd -d --long=31, then zstd)"

// zstandard unpacks what was packed by Zstandard.
func (s *Source) zstandard(in *bufio.Reader) error {
	var first zstd.Header
	head, _ := in.Peek(zstd.HeaderMaxSize)
	_ = first.Decode(head) // what is wrong with it is found out again
	window := first.WindowSize
	if first.SingleSegment {
		window = first.FrameContentSize
	}
	if window > greatestWindow {
		return &Error{File: s.Name, Line: 1, Msg: fmt.Sprintf("to unpack it takes a Zstandard window of %s, and %s is the greatest there may be", memory.Format(int64(min(window, 1<<62))), memory.Format(greatestWindow)) + ": pack it again" + withoutLong, Fatal: true}
	}
	if err := s.room.Reserve(int64(window)); err != nil {
		return &Error{File: s.Name, Line: 1, Msg: fmt.Sprintf("to unpack it takes a Zstandard window of %s: %v: allow more by --memory, or pack it again", memory.Format(int64(window)), err) + withoutLong, Fatal: true}
	}
	s.window = int64(window)
	// One worker unpacks: the one that is to take the next block.
	z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(max(window, commonWindow)))
	if err != nil {
		return &Error{File: s.Name, Line: 1, Msg: "damaged Zstandard header: " + plain(err), Fatal: true, Err: err}
	}
	s.in, s.packed = bufio.NewReaderSize(z, sniffLen), "Zstandard"
	return nil
}

// Read reads unpacked bytes.
func (s *Source) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	s.gave.Add(int64(n))
	var path *fs.PathError
	if err != nil && err != io.EOF && s.packed != "" && !errors.As(err, &path) {
		err = &packedError{s.packed, err}
	}
	return n, err
}

// Unpacked is about how many bytes there are to Read in all, as far as that can be told from the
// beginning; 0 if it cannot. It may be called beside Read.
func (s *Source) Unpacked() int64 {
	took := s.took.Load()
	switch {
	case s.file == nil || s.Size <= 0:
		return 0
	case s.packed == "":
		return s.Size
	case took == 0:
		return 0
	}
	return int64(float64(s.Size) / float64(took) * float64(s.gave.Load()))
}

// Unpacking is how many bytes of memory it takes to unpack what is packed with a window of its own.
func (s *Source) Unpacking() int64 { return s.window }

// At gives access to any place of the file, if it is one and not packed. Read must not be
// used beside it.
func (s *Source) At() (in io.ReaderAt, size int64, ok bool) {
	if s.file == nil || s.Size < 0 || s.packed != "" {
		return nil, 0, false
	}
	return s, s.Size, true
}

// ReadAt reads from any place of the file. It may be called by several goroutines at once.
func (s *Source) ReadAt(p []byte, at int64) (int, error) {
	if err := s.look.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.file.ReadAt(p, at)
	if s.look.count != nil && n > 0 {
		s.look.count(n)
	}
	return n, err
}

// packedError is what unpacking found wrong.
type packedError struct {
	by  string
	err error
}

func (e *packedError) Error() string {
	if errors.Is(e.err, zstd.ErrDecoderSizeExceeded) || errors.Is(e.err, zstd.ErrWindowSizeExceeded) {
		return "damaged Zstandard data, or a further frame with a window of more than " + memory.Format(commonWindow) + ": pack it again" + withoutLong
	}
	err := e.err
	if errors.Is(err, zstd.ErrMagicMismatch) {
		err = errBehind
	}
	return "damaged " + e.by + " data: " + plain(err)
}
func (e *packedError) Unwrap() error { return e.err }

// Close closes the file. Stdin stays open.
func (s *Source) Close() error {
	s.room.Release(s.window)
	s.window = 0
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// plain is an error's reason without the operation and path that the message around
// it names already.
func plain(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	if g, ok := err.(*packedError); ok {
		return g.Error()
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "the data ends too early"
	}
	return err.Error()
}

// watched reports what is read and stops when a context does.
type watched struct {
	ctx   context.Context
	in    io.Reader
	count func(int)
	took  *atomic.Int64
}

func (w *watched) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := w.in.Read(p)
	w.took.Add(int64(n))
	if w.count != nil && n > 0 {
		w.count(n)
	}
	return n, err
}
