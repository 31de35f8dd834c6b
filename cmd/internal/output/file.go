// SPDX-License-Identifier: MIT

package output

import (
	"bufio"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// File is an output that appears all at once. It is used by one goroutine.
type File struct {
	name string // as the user gave it; "-" for standard output
	path string // with symbolic links resolved
	temp string // empty when written to directly
	copy bool   // only a copy leaves the file that is to be replaced its owner
	file *os.File
	pack io.WriteCloser // compresses, if the name asks for it
	buf  *bufio.Writer
}

// pending lists the temporary files that exist, for Abandon.
var pending struct {
	sync.Mutex
	names map[string]bool
}

// Abandon removes every temporary file of this process. It is for a program that has
// to end at once; Files must not be used after it.
func Abandon() {
	pending.Lock()
	defer pending.Unlock()
	for name := range pending.names {
		os.Remove(name)
	}
	pending.names = nil
}

// Create opens an output file of the given name; "-" or an empty name stands for
// stdout. What is written to a name that ends in .gz or .zst is compressed.
func Create(name string, stdout io.Writer) (*File, error) { return create(name, stdout, false) }

// CreateAgain is Create for a run that goes on with one that was stopped: its temporary file
// has a name of its own, so that it takes the place of one that a killed run left.
func CreateAgain(name string, stdout io.Writer) (*File, error) { return create(name, stdout, true) }

func create(name string, stdout io.Writer, again bool) (*File, error) {
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
		err = f.reserve(at.info, again)
	}
	if err != nil {
		return nil, explain(name, err)
	}
	f.buf = bufio.NewWriterSize(f.file, 1<<16)
	f.Parallel(1)
	return f, nil
}

// reserve creates the temporary file, in place of one of the same name if again.
func (f *File) reserve(old fs.FileInfo, again bool) error {
	dir, base := filepath.Split(f.path)
	if old != nil { // a rename would replace even a file that must not be written
		was, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		was.Close()
	}
	// The temporary name must not be too long where the name itself is not.
	hash := fnv.New64a() // of the whole name, which others may share the beginning of
	hash.Write([]byte(base))
	base = strings.ToValidUTF8(base[:min(len(base), 100)], "")
	pending.Lock()
	defer pending.Unlock()
	for range 100 {
		temp := filepath.Join(dir, fmt.Sprintf(".%s.%08x.tmp", base, rand.Uint32()))
		if again {
			temp = filepath.Join(dir, fmt.Sprintf(".%s.%016x.resume.tmp", base, hash.Sum64()))
			if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		file, err := openNew(temp, old)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		if pending.names == nil {
			pending.names = map[string]bool{}
		}
		pending.names[temp] = true
		f.temp, f.file = temp, file
		f.copy = old != nil && !adopt(file, old)
		return nil
	}
	return errors.New("no free temporary name")
}

// openNew makes a file: with the permissions of any new one, or, if it is to replace an
// old one, so that nobody else can open it before it has its permissions and its owner.
func openNew(name string, old fs.FileInfo) (*os.File, error) {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = 0o600
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
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

// Reopen returns what has been written so far, to be read; the File can go on. It fails for
// outputs that are written to directly.
func (f *File) Reopen() (*os.File, error) {
	if f.temp == "" || f.pack != nil {
		return nil, f.explain(errors.ErrUnsupported)
	}
	if err := f.buf.Flush(); err != nil {
		return nil, f.explain(err)
	}
	in, err := os.Open(f.temp)
	return in, f.explain(err)
}

// Rereads reports whether Reopen can be asked.
func (f *File) Rereads() bool { return f.temp != "" && f.pack == nil }

// Discard removes what was written, unless it was committed. It may be called at any
// time, and more than once.
func (f *File) Discard() {
	if f == nil {
		return
	}
	if f.file != nil {
		f.file.Close()
		f.file = nil
	}
	f.forget(true)
}

func (f *File) forget(remove bool) {
	if f.temp == "" {
		return
	}
	pending.Lock()
	defer pending.Unlock()
	if remove {
		os.Remove(f.temp)
	}
	delete(pending.names, f.temp)
	f.temp = ""
}

// Seal writes the file to its end, under its temporary name, and closes it: only
// Commit, or Discard, is left to do. With many files it saves keeping them all open.
func (f *File) Seal() error { return f.finish() }

// finish writes out every buffer and closes the file, under its temporary name.
func (f *File) finish() error {
	err := f.buf.Flush()
	if f.pack != nil {
		err = errors.Join(err, f.pack.Close())
	}
	if f.file != nil {
		if f.temp != "" && err == nil {
			// A rename may reach the disk before the data does.
			err = f.file.Sync()
		}
		err = errors.Join(err, f.file.Close())
		f.file = nil
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
