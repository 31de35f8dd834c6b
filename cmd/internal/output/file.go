// SPDX-License-Identifier: MIT

package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/klauspost/pgzip"
)

// File is an output that appears all at once. It is used by one goroutine.
type File struct {
	name  string // as the user gave it; "-" for standard output
	path  string // with symbolic links resolved
	temp  string // the name that it has before that; empty when written to directly
	named bool   // it has that name, if only since it was complete
	copy  bool   // only a copy leaves the file that is to be replaced its owner
	file  *os.File
	pack  io.WriteCloser // compresses, if the name asks for it
	buf   *bufio.Writer
}

// Create opens an output file of the given name; "-" or an empty name stands for
// stdout. Output to a name that ends in .gz or .zst is compressed.
func Create(name string, stdout io.Writer) (*File, error) {
	at, err := find(name, stdout)
	if err != nil {
		return nil, explain(name, err)
	}
	f := &File{name: at.name, path: at.path}
	switch {
	case at.name == "-":
		f.buf = bufio.NewWriterSize(stdout, 1<<16)
		return f, nil
	case at.fd >= 0:
		f.file, err = openDescriptor(at.fd)
	case at.info != nil && at.info.IsDir():
		err = errors.New("is a directory")
	case at.direct():
		f.file, err = os.OpenFile(f.path, os.O_WRONLY|os.O_APPEND, 0)
	default:
		err = f.reserve(at.info)
	}
	if err != nil {
		return nil, explain(name, err)
	}
	f.buf = bufio.NewWriterSize(f.file, 1<<16)
	f.Parallel(1)
	return f, nil
}

// reserve opens the file that is to have the name f.path once it is complete: without a name
// where that can be had, so that nothing is left of it however the process ends.
func (f *File) reserve(old fs.FileInfo) error {
	if old != nil { // a rename would replace even a file that must not be written
		was, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		was.Close()
	}
	mode := fs.FileMode(0o666)
	if old != nil { // nobody else can open it before it has its permissions and its owner
		mode = 0o600
	}
	file, err := nameless(filepath.Dir(f.path), mode)
	if err == nil {
		f.file, f.temp = file, temporary(f.path)
	} else if err := f.underName(func() (err error) {
		f.file, err = os.OpenFile(f.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		return err
	}); err != nil {
		return err
	}
	f.copy = old != nil && !adopt(f.file, old)
	return nil
}

// underName has a function make the file's temporary name, one that nothing has.
func (f *File) underName(make func() error) error {
	pending.Lock()
	defer pending.Unlock()
	for range 100 {
		f.temp = temporary(f.path)
		if err := make(); errors.Is(err, fs.ErrExist) {
			continue
		} else if err != nil {
			f.temp = ""
			return err
		}
		pending.names[f.temp], f.named = true, true
		return nil
	}
	f.temp = ""
	return errors.New("no free temporary name")
}

// adopt gives a new file the owner and the permissions of the old one, and reports whether
// it has the owner then. If not, it stays closed to others.
func adopt(file *os.File, old fs.FileInfo) bool {
	if !keepOwner(file, old) {
		return false
	}
	_ = file.Chmod(old.Mode().Perm()) // not every file system has them
	return true
}

// Name is the file's name as the user gave it.
func (f *File) Name() string { return f.name }

// Write writes through a buffer.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.buf.Write(p)
	return n, f.explain(err)
}

// Whole reports whether all of it appears at once: not what goes to standard output, a pipe or a
// device.
func (f *File) Whole() bool { return f.temp != "" }

// Discard removes what was written, unless it was committed. It may be called at any
// time, and more than once.
func (f *File) Discard() {
	if f == nil {
		return
	}
	f.close()
	f.forget(true)
}

func (f *File) close() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	f.file = nil
	return err
}

func (f *File) forget(remove bool) {
	if f.temp == "" {
		return
	}
	if remove && f.named {
		Remove(f.temp)
	} else {
		pending.drop(f.temp)
	}
	f.temp = ""
}

// Seal writes the file to its end, under its temporary name, and closes it: only
// Commit, or Discard, is left to do. With many files it saves keeping them all open.
func (f *File) Seal() error {
	err := f.finish()
	if err == nil {
		err = f.explain(f.close())
	}
	return err
}

// syncFile is for tests, which look at what is there by then.
var syncFile = (*os.File).Sync

// finish writes out every buffer. The file has its temporary name then, and stays open until it has
// its own.
func (f *File) finish() error {
	err := f.buf.Flush()
	if f.pack != nil {
		err = errors.Join(err, f.pack.Close())
	}
	if f.file != nil && f.temp != "" && err == nil {
		// A rename may reach the disk before the data does.
		if err = syncFile(f.file); err == nil && !f.named {
			err = f.underName(func() error { return giveName(f.file, f.temp) })
		}
	}
	if err != nil || f.temp == "" || closeFirst {
		err = errors.Join(err, f.close())
	}
	if err != nil {
		f.forget(true)
	}
	return f.explain(err)
}

// Commit completes the files and gives them their names: none of them if any could
// not be written to its end. Nil entries are passed over.
func Commit(files ...*File) error {
	for _, f := range files {
		if f == nil {
			continue
		}
		if err := f.finish(); err != nil {
			for _, g := range files {
				g.Discard()
			}
			return err
		}
	}
	for _, f := range files {
		if f == nil || f.temp == "" {
			continue
		}
		if overwritten, err := f.appear(); err != nil {
			err = f.explain(err)
			if overwritten { // what the file held is gone, and only this has what it was to hold
				err = fmt.Errorf("%w; the whole of what was to be written is in %s", err, f.temp)
				f.forget(false)
			}
			for _, g := range files {
				g.Discard()
			}
			return err
		}
		f.close()
		f.forget(f.copy)
	}
	return nil
}

// appear gives the file its name. If it could not be given the owner of the one that it
// replaces, it is copied over that; overwritten says that the copy was begun.
func (f *File) appear() (overwritten bool, err error) {
	if !f.copy {
		return false, os.Rename(f.temp, f.path)
	}
	from, err := os.Open(f.temp)
	if err != nil {
		return false, err
	}
	defer from.Close()
	to, err := os.OpenFile(f.path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return false, err
	}
	if _, err = io.Copy(to, from); err == nil {
		err = to.Sync()
	}
	return true, errors.Join(err, to.Close())
}

func (f *File) explain(err error) error {
	if err == nil {
		return nil
	}
	if f.name == "-" {
		return explain("stdout", err)
	}
	return explain(f.name, err)
}

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
	case f.file == nil:
		return
	case strings.HasSuffix(name, gzipEnding):
		w := pgzip.NewWriter(f.file)
		_ = w.SetConcurrency(gzipBlock, max(workers, 1)) // fails for small blocks alone
		f.pack = w
	case strings.HasSuffix(name, zstdEnding):
		w, err := zstd.NewWriter(f.file, zstd.WithEncoderConcurrency(max(workers, 1)))
		if err != nil {
			return // for options out of range alone
		}
		f.pack = w
	default:
		return
	}
	f.buf.Reset(f.pack)
}
