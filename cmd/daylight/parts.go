// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// parts lists the files that FILEs stand for: a directory stands for all in it and in those below
// it, in order of their names, and a pattern that is no file's name for what it matches.
func parts(names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		info, err := os.Stat(name)
		switch {
		case name == "-" || name == "":
			all = append(all, name)
		case err == nil && info.IsDir():
			found, err := within(name)
			if err != nil {
				return nil, err
			}
			all = append(all, found...)
		case err != nil && strings.ContainsAny(name, "*?["):
			found, err := filepath.Glob(name)
			if err != nil {
				return nil, fmt.Errorf("%s is no pattern of names: %w", name, err)
			}
			if len(found) == 0 {
				return nil, fmt.Errorf("no file has a name like %s", name)
			}
			for _, path := range found {
				if info, err := os.Stat(path); err != nil || !info.IsDir() {
					all = append(all, path)
					continue
				}
				inside, err := within(path)
				if err != nil {
					return nil, err
				}
				all = append(all, inside...)
			}
		default:
			all = append(all, name)
		}
	}
	return all, nil
}

// within lists the files of a directory and those below it. Names that begin with a dot or
// an underscore are those of what programs leave for themselves beside the parts of a table.
func within(dir string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := d.Name(); path != dir && (base[0] == '.' || base[0] == '_') {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if !d.IsDir() {
			found = append(found, path)
		}
		return nil
	})
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: no file is in this directory", dir)
	}
	return found, err
}
