// SPDX-License-Identifier: MIT

package vfs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// File is what Open opens: a file of this machine, an *os.File, or an object.
type File interface {
	io.Reader
	io.ReaderAt
	io.Closer
	Stat() (fs.FileInfo, error)
}

// Open opens what has a name to be read, until the context ends.
func Open(ctx context.Context, name string) (File, error) {
	if !Remote(name) {
		return os.Open(name)
	}
	a, err := parse(name)
	var o *object
	if err == nil {
		o, err = a.open(ctx)
	}
	if err != nil {
		return nil, explained(ctx, "open", &a, err)
	}
	return o, nil
}

// Stat is os.Stat for names of any kind; of s3 and gs there are directories, which have what is below them.
func Stat(name string) (fs.FileInfo, error) {
	if !Remote(name) {
		return os.Stat(name)
	}
	ctx := context.Background()
	a, err := parse(name)
	if err != nil {
		return nil, explained(ctx, "stat", &a, err)
	}
	is := &info{dir: true}
	if a.scheme != "https" {
		a.key = strings.TrimRight(a.key, "/")
	}
	if a.key == "" && a.scheme != "https" {
		return is, nil
	}
	i, err := a.stat(ctx)
	if err == nil {
		return i, nil
	}
	if errors.Is(err, fs.ErrNotExist) && a.scheme != "https" {
		found := false
		_ = a.list(ctx, a.key+"/", func(string, *info) bool {
			found = true
			return false
		})
		if found {
			return is, nil
		}
	}
	return nil, explained(ctx, "stat", &a, err)
}

// Tag tells the state of a file or object apart from others that it had: that of an object is its ETag. It is empty where
// there is none, as of files.
func Tag(i fs.FileInfo) string {
	tag, _ := i.Sys().(string)
	return tag
}

// ReadFile reads all of what has a name.
func ReadFile(name string) ([]byte, error) {
	f, err := Open(context.Background(), name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Within lists what is in a directory of objects and those below it, in order of names.
func Within(dir string) ([]string, error) { return listed(dir, (*address).below) }

// Match lists the objects that a pattern stands for, and those in directories that it stands for.
func Match(pattern string) ([]string, error) { return listed(pattern, (*address).match) }

func listed(name string, by func(*address, context.Context) ([]string, error)) ([]string, error) {
	a, err := parse(name)
	var names []string
	if err == nil {
		names, err = by(&a, context.Background())
	}
	if err != nil {
		return nil, explained(context.Background(), "list", &a, err)
	}
	return names, nil
}

// Section reads on from one place of a file to another, of an object by one request.
func Section(in io.ReaderAt, from, to int64) io.Reader {
	if far, is := in.(interface {
		Section(from, to int64) io.Reader
	}); is {
		return far.Section(from, to)
	}
	return io.NewSectionReader(in, from, to-from)
}
