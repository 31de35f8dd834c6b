// SPDX-License-Identifier: MIT

package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"daylight/cmd/internal/filelock"
	"daylight/cmd/internal/vfs"
)

// CreateDirectory opens an output that is a directory, with a directory for each world: hive partitions, which
// WriteContacts writes. It appears when it is complete, and replaces one that was written so and has nothing else in it. In an object store
// there may be none yet, each file appears when it is complete, and an empty object _SUCCESS when all are. Others are
// inputs and outputs that must not be in it; "-" and empty names stand for none.
func CreateDirectory(name string, others ...string) (*File, error) {
	f := &File{name: name, directory: true}
	err := f.reserveDirectory()
	for _, other := range others {
		if below, no := filepath.Rel(f.path, absolute(other)); err == nil && no == nil && filepath.IsLocal(below) && other != "" && other != "-" && !vfs.Remote(other) {
			err = fmt.Errorf("%s, which is an input or another output, is in it", other)
		}
	}
	if err != nil {
		f.Discard()
		return nil, explain(name, err)
	}
	return f, nil
}

func (f *File) reserveDirectory() error {
	if vfs.Remote(f.name) {
		f.path = strings.TrimRight(f.name, "/")
		if !vfs.Listed(f.path) {
			return errors.New("the web has no directories: name one of files or of an object store")
		}
		_, err := vfs.Stat(f.path)
		switch {
		case err == nil:
			return errors.New("objects are there already, which would be read together with those: remove them, or give another name")
		case errors.Is(err, fs.ErrNotExist):
			return nil
		}
		return err
	}
	at, err := find(filepath.Clean(f.name), nil)
	if err != nil {
		return err
	}
	here, _ := os.Stat(".")
	switch {
	case at.direct() && (at.info == nil || !at.info.IsDir()), at.info != nil && !at.info.IsDir():
		return errors.New("is there, and no directory")
	case os.SameFile(at.info, here):
		return errors.New("is the current directory, which cannot be replaced: name one in it")
	}
	f.path = absolute(at.path)
	if at.info == nil {
		if err := putBack(f.path); err != nil {
			return err
		}
		at.info, _ = os.Stat(f.path)
	}
	if at.info != nil {
		if err := partitioned(f.path); err != nil {
			return err
		}
	}
	sweep(filepath.Dir(f.path))
	if err := f.underName(func() error { return os.Mkdir(f.temp, 0o777) }); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(f.temp, mark), nil, 0o666); err != nil {
		return err
	}
	if closeFirst {
		return nil
	}
	if f.file, err = os.Open(f.temp); err == nil {
		_ = filelock.Try(f.file)
		if at.info != nil {
			adopt(f.file, at.info)
		}
	}
	return err
}

// Directory reports whether it is one, as of CreateDirectory.
func (f *File) Directory() bool { return f.directory }

// partition is the name of the directory of a world: escaped as DuckDB does it, and so that nothing is null.
func partition(world string) string {
	name := strings.ReplaceAll(url.QueryEscape(world), "+", "%20")
	if strings.EqualFold(name, "null") || name == "__HIVE_DEFAULT_PARTITION__" {
		name = fmt.Sprintf("%%%02X%s", name[0], name[1:])
	}
	return "world=" + name
}

// longest is how many bytes a name has on file systems, at most.
const longest = 255

// CheckPartition finds a world whose directory would have a longer name than that.
func CheckPartition(world string) error {
	if n := len(partition(world)); n > longest {
		return fmt.Errorf("the directory of world %.20q... would have a name of %d bytes, of which file systems take %d (what is no letter or digit of ASCII has 3 for each of its own): call it something shorter, or leave --partition-by out", world, n, longest)
	}
	return nil
}

// part writes a file of the directory.
func (f *File) part(name string, workers int, write func(io.Writer) error) error {
	shown, at := vfs.Join(f.name, name), vfs.Join(f.path, name)
	if f.temp != "" {
		at = filepath.Join(f.temp, name)
		if err := os.Mkdir(filepath.Dir(at), 0o777); err != nil {
			return explain(shown, err) // of two worlds whose names are one to the file system, too
		}
	}
	for _, packed := range []string{gzipEnding, zstdEnding} {
		if strings.HasSuffix(strings.ToLower(f.path), packed) {
			at, shown = at+packed, shown+packed
		}
	}
	p, err := Create(at, nil)
	if err != nil {
		return explain(shown, errors.Unwrap(err))
	}
	defer p.Discard()
	p.name, p.unsynced = shown, syncsAll && f.file != nil
	p.Parallel(workers)
	if err := write(p); err != nil {
		return err
	}
	return Commit(p)
}
