// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"daylight/cmd/internal/job"
)

// parts is job.Parts for tables, of which the joined ones are a set of their own.
func (in *input) parts(names []string, joined bool) (files []string, err error) {
	said := map[string]bool{} // once of what the shell makes of a pattern
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
	files, in.constants[setOf(joined)], err = job.Parts(names)
	return files, err
}

// setOf is the number of a set: 0 of the FILEs, 1 of joined tables or questions.
func setOf(joined bool) int {
	if joined {
		return 1
	}
	return 0
}
