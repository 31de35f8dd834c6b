// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"daylight/cmd/internal/shapes"
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
