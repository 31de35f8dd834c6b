// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// File is a table, and its number among those of a pipeline.
type File struct {
	Number int
	Name   string
	Size   int64 // in bytes
	// Columns are those that its path names, from the pattern on: world=0/part.csv has world.
	Columns []shapes.Constant
}

// google reports whether a name is that of an object of Google Cloud Storage, which Beam reads and writes: its runners
// have credentials for them. All else is read and written as the program does.
func google(name string) bool { return strings.HasPrefix(name, "gs://") }

// inGoogle does something there.
func inGoogle(ctx context.Context, do func(fs filesystem.Interface) error) (err error) {
	fs, err := filesystem.New(ctx, "gs://")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, fs.Close()) }()
	return do(fs)
}

// list lists the files that a pattern stands for.
func list(ctx context.Context, pattern string) (names []string, err error) {
	switch {
	case google(pattern):
		err = inGoogle(ctx, func(fs filesystem.Interface) error {
			names, err = fs.List(ctx, pattern)
			slices.Sort(names)
			return err
		})
	default:
		names, err = filepath.Glob(pattern)
	}
	return names, err
}

// Match lists the tables that patterns name, and behind them those of the second set: in the order of the patterns, and those
// of one pattern by name. A pattern that names none is an error.
func (s *Spec) Match(ctx context.Context, tables, joined []string) (err error) {
	if s.Files, err = match(ctx, tables, 0); err == nil && len(joined) > 0 {
		s.Joined = len(s.Files)
		second, err2 := match(ctx, joined, s.Joined)
		s.Files, err = append(s.Files, second...), err2
	}
	return err
}

// match lists the tables that patterns name, numbered from first on.
func match(ctx context.Context, patterns []string, first int) (files []File, err error) {
	for _, p := range patterns {
		var names []string
		var columns [][]shapes.Constant
		if !google(p) {
			names, columns, err = job.Parts([]string{p})
		} else if names, err = list(ctx, p); err == nil {
			columns, err = shapes.PathColumns(path.Dir(p[:strings.IndexAny(p+"*", "*?[")]+"x"), names)
		}
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("%s: there is no such file", p)
		}
		if err != nil {
			return nil, err
		}
		for i, name := range names {
			f := File{Number: first + len(files), Name: name, Columns: columns[i]}
			if f.Size, err = size(ctx, name); err != nil {
				return nil, err
			}
			files = append(files, f)
		}
	}
	return files, nil
}

func size(ctx context.Context, name string) (n int64, err error) {
	if google(name) {
		err = inGoogle(ctx, func(fs filesystem.Interface) error {
			n, err = fs.Size(ctx, name)
			return err
		})
		return n, err
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, fmt.Errorf("%s: there is no such file", name)
	case err != nil:
		return 0, err
	case !info.Mode().IsRegular():
		return 0, fmt.Errorf("%s: this is no file, and workers have to read it again", name)
	}
	return info.Size(), nil
}

// read opens the table for as long as do takes.
func (f *File) read(ctx context.Context, do func(src *table.Source) error) error {
	if !google(f.Name) {
		src, err := table.Open(ctx, f.Name, nil, nil)
		if err != nil {
			return err
		}
		defer src.Close()
		return do(src)
	}
	return inGoogle(ctx, func(fs filesystem.Interface) error {
		in, err := fs.OpenRead(ctx, f.Name)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		defer in.Close()
		src, err := table.Open(ctx, "-", in, nil)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		defer src.Close()
		src.Name, src.Size = f.Name, f.Size
		return do(src)
	})
}

// create writes a file, which appears when it is whole, and makes its directory if there is none.
func create(ctx context.Context, name string, write func(io.Writer) error) error {
	if !google(name) {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return fmt.Errorf("cannot write %s: %w", name, err)
		}
		out, err := output.Create(name, nil)
		if err != nil {
			return err
		}
		defer out.Discard()
		if err := write(out); err != nil {
			return err
		}
		return output.Commit(out)
	}
	return inGoogle(ctx, func(fs filesystem.Interface) error {
		ctx, giveUp := context.WithCancel(ctx)
		defer giveUp()
		out, err := fs.OpenWrite(ctx, name)
		if err != nil {
			return err
		}
		if err := write(out); err != nil {
			giveUp() // before the end, which would have it appear
			return errors.Join(err, out.Close())
		}
		return out.Close()
	})
}
