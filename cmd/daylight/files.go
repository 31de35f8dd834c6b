// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/schema"
)

// parts is tablesOf for one of two sets: 0 for the FILEs, 1 for joined tables or questions. A note
// says how the shell expanded a pattern.
func (in *input) parts(names []string, set int) (files []string, err error) {
	said := map[string]bool{} // notes about patterns, each given once
	for _, name := range names {
		dir, _ := filepath.Split(name)
		if !strings.Contains(filepath.Base(name)+filepath.Base(dir), "=") {
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			continue
		}
		why := "is no column of a FILE in it; those below a directory that is itself a FILE are"
		if info.IsDir() {
			dir, why = name, "that is itself a FILE is no column; those below it are"
		}
		if strings.Contains(filepath.Base(dir), "=") && !said[why] {
			said[why] = true
			in.notes = append(in.notes, fmt.Sprintf("%s: the name of a directory %s, or below a pattern in quotes", strings.TrimSuffix(dir, "/"), why))
		}
	}
	files, in.constants[set], err = tablesOf(names)
	return files, err
}

// tablesOf lists the files that FILEs stand for: a directory stands for all files in it and in
// directories below it, in order of their names, and a pattern that is no file's name for what it
// matches. The path of each file names its columns, below the directory or from the pattern on.
func tablesOf(names []string) (files []string, columns [][]schema.Constant, err error) {
	for _, name := range names {
		root, found := name, []string{name}
		info, err := os.Stat(name)
		switch {
		case name == "-" || name == "":
		case err == nil && info.IsDir():
			if found, err = filesIn(name); err != nil {
				return nil, nil, err
			}
		case err != nil && output.Scheme(name) != "":
			return nil, nil, fmt.Errorf(`%[1]s...: the program reads local files and standard input; pipe it in: duckdb -c "copy (from '%[1]s...') to '/dev/stdout' (format csv)" | daylight collide -`, output.Scheme(name))
		case err != nil && strings.ContainsAny(name, "*?["):
			root = filepath.Dir(name[:strings.IndexAny(name, "*?[")+1])
			if found, err = matched(name); err != nil {
				return nil, nil, err
			}
		}
		said, err := schema.PathColumns(root, found)
		if err != nil {
			return nil, nil, err
		}
		files, columns = append(files, found...), append(columns, said...)
	}
	return files, columns, nil
}

// matched lists the files that a pattern stands for.
func matched(pattern string) ([]string, error) {
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s is no pattern of names: %w", pattern, err)
	}
	var all []string
	for _, path := range found {
		if hidden(filepath.Base(path)) && !hidden(filepath.Base(pattern)) {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			inside, err := filesIn(path)
			if err != nil {
				return nil, err
			}
			all = append(all, inside...)
		} else if isFile(path) {
			all = append(all, path)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no file has a name like %s", pattern)
	}
	return all, nil
}

// isFile reports whether there is a file, or a link to one, and no pipe or socket, from which
// nothing may ever come. A link to nothing is for who opens it to tell.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err != nil || info.Mode().IsRegular()
}

// hidden reports whether a name is of what programs leave for themselves beside the parts of a
// table.
func hidden(name string) bool { return name != "" && (name[0] == '.' || name[0] == '_') }

// filesIn lists the files of a directory and those below it that are not hidden.
func filesIn(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path != dir && hidden(d.Name()) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if strings.EqualFold(filepath.Ext(path), ".shp") {
			found = []string{path} // which says what a shapefile is, and the files beside it do not
			return fs.SkipAll
		}
		if !d.IsDir() && isFile(path) {
			found = append(found, path)
		}
		return nil
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: no file is in this directory", dir)
	}
	return found, err
}

// totalSize is the size of all files together, or -1 if one of them cannot be read twice.
func totalSize(files []string) int64 {
	sum := int64(0)
	for _, name := range files {
		info, err := os.Stat(name)
		if name == "-" || err != nil || !info.Mode().IsRegular() {
			return -1
		}
		sum += info.Size()
	}
	return sum
}
