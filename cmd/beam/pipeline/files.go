// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/vfs"
)

// File is a table, and its number among those of a pipeline.
type File struct {
	Number int64
	Name   string
	// Columns are those that its path names, from the pattern on: world=0/part.csv has world.
	Columns []shapes.Constant
}

// Match lists the tables that the patterns name, numbered from first on: in the order of the
// patterns, and those of one pattern by name. A pattern that names none is an error.
func Match(ctx context.Context, patterns []string, first int) ([]File, error) {
	var list []File
	for _, p := range patterns {
		fs, err := filesystem.New(ctx, p)
		if err != nil {
			return nil, err
		}
		names, err := fs.List(ctx, p)
		if err := errors.Join(err, fs.Close()); err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s: there is no such file", p)
		}
		slices.Sort(names)
		root := p
		if k := strings.IndexAny(p, "*?["); k >= 0 {
			root = filepath.Dir(p[:k+1])
		}
		// Of what a pattern finds on this machine, from a pipe or socket nothing may ever come.
		names = slices.DeleteFunc(names, func(name string) bool {
			info, err := os.Stat(name)
			return err == nil && root != p && !info.Mode().IsRegular()
		})
		columns, err := shapes.PathColumns(root, names)
		if err != nil {
			return nil, err
		}
		for i, name := range names {
			list = append(list, File{int64(first + len(list)), name, columns[i]})
		}
	}
	return list, nil
}

// objects are those of S3 and of the web, as the program reads and writes them. Google's are Beam's own: its runners have
// credentials for them.
type objects struct{}

func init() {
	for _, scheme := range []string{"s3", "https", "http"} {
		filesystem.Register(scheme, func(context.Context) filesystem.Interface { return objects{} })
	}
}

func (objects) Close() error { return nil }

// List lists what a pattern stands for. What is on the web is not listed.
func (objects) List(_ context.Context, pattern string) ([]string, error) {
	if strings.ContainsAny(pattern, "*?[") {
		if !vfs.Listed(pattern) {
			return nil, nil
		}
		return vfs.Match(pattern)
	}
	if info, err := vfs.Stat(pattern); errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return []string{pattern}, nil
}

func (objects) OpenRead(ctx context.Context, name string) (io.ReadCloser, error) {
	return &reader{ctx: ctx, name: name}, nil
}

func (objects) OpenWrite(_ context.Context, name string) (io.WriteCloser, error) {
	u, err := vfs.Create(name)
	if err != nil {
		return nil, err
	}
	return writer{u}, nil
}

func (objects) Size(_ context.Context, name string) (int64, error) {
	info, err := vfs.Stat(name)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// reader opens an object once it is read, since who knows its name may open it in another way.
type reader struct {
	ctx  context.Context
	name string
	file vfs.File
}

func (r *reader) Name() string { return r.name }

func (r *reader) Read(p []byte) (n int, err error) {
	if r.file == nil {
		if r.file, err = vfs.Open(r.ctx, r.name); err != nil {
			return 0, err
		}
	}
	return r.file.Read(p)
}

func (r *reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// writer writes an object, which appears when it is closed, and not if it is given up before.
type writer struct{ *vfs.Upload }

func (w writer) Close() error {
	defer w.Abort()
	if err := w.Finish(); err != nil {
		return err
	}
	return w.Commit()
}
