// SPDX-License-Identifier: MIT

package main

import "daylight/bench"

// Table is one table, of one file of results.
type Table struct {
	Source  string // where it comes from, in a line
	Command string // that measured it
	Note    string // how to read it
	Head    []string
	Rows    [][]string
	Text    int // how many of the first columns are text, aligned left; and, if Last, the last
	Last    bool
	loud    int // how many spreads are marked
}

// loudNote explains the mark of a spread above bench.Loud.
const loudNote = "A spread with ! is above 30 %: something else kept the machine busy. Hold such a time only against those of the same run."

// spread writes a spread and counts it if it is marked.
func (t *Table) spread(x float64) string {
	if x > bench.Loud {
		t.loud++
	}
	return bench.MarkedSpread(x)
}

// some is the table, unless it is empty.
func some(t Table) []Table {
	if len(t.Rows) == 0 {
		return nil
	}
	return []Table{t}
}
