// SPDX-License-Identifier: MIT

package schema

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
)

// Constant is a column that has one cell for all rows of a table; the cell is empty for null.
type Constant struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// PathColumns are the columns of each file that the directories below root name, as
// world=0/part.csv names world. DuckDB, Spark and polars write partitioned tables in this way. It
// is an error if the paths of two files name different columns that have a meaning, so that some
// rows would lack a world.
func PathColumns(root string, files []string) (columns [][]Constant, err error) {
	var first []string
	for i, file := range files {
		list := pathColumns(root, file)
		var names []string
		for _, c := range list {
			if f, known := byName[normal(c.Name)]; known {
				names = append(names, f.String())
			}
		}
		slices.Sort(names)
		if i == 0 {
			first = names
		} else if !slices.Equal(names, first) {
			say := func(names []string) string {
				if len(names) == 0 {
					return "no column"
				}
				return strings.Join(names, ", ")
			}
			return nil, fmt.Errorf("%s: the path of this file says %s, that of %s says %s: of all files of a directory or a pattern it has to be the same; move what is no part of the table away, or name the files themselves", file, say(names), files[0], say(first))
		}
		columns = append(columns, list)
	}
	return columns, nil
}

func pathColumns(root, file string) (list []Constant) {
	below, err := filepath.Rel(root, file)
	if err != nil {
		return nil
	}
	plain := func(text string) string {
		if is, err := url.PathUnescape(text); err == nil {
			return is
		}
		return text
	}
	dirs := strings.Split(filepath.ToSlash(below), "/")
	for _, dir := range dirs[:len(dirs)-1] {
		if name, value, ok := strings.Cut(dir, "="); ok && name != "" {
			if value == "__HIVE_DEFAULT_PARTITION__" {
				value = ""
			}
			list = append(list, Constant{plain(name), plain(value)})
		}
	}
	return list
}

// Beside returns the names of a table's columns, followed by those of constants.
func Beside(columns []string, constants []Constant) (all []string, err error) {
	all = columns
	for _, g := range constants {
		if slices.ContainsFunc(all, isPair(g.Name)) {
			return columns, fmt.Errorf("column %s is there twice, and %s=%s in the path is one of them: name the files themselves, whose paths are no columns then, or take it out of one", g.Name, g.Name, g.Value)
		}
		all = append(all[:len(all):len(all)], g.Name)
	}
	return all, nil
}
