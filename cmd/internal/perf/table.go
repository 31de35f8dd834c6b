// SPDX-License-Identifier: MIT

package perf

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

// Loud is the spread from which times say little: something else kept the machine busy.
const Loud = 0.30

// loudNote explains the mark of a spread above Loud.
const loudNote = "A spread with ! is above 30 %: something else kept the machine busy. Hold such a time only against those of the same run."

// Spread writes a spread, with a mark if it is above Loud.
func Spread(x float64) string {
	if x > Loud {
		return Percent(x) + " !"
	}
	return Percent(x)
}

// spread writes a spread and counts it if it is above Loud.
func (t *Table) spread(x float64) string {
	if x > Loud {
		t.loud++
	}
	return Spread(x)
}

// some is the table, unless it is empty.
func some(t Table) []Table {
	if len(t.Rows) == 0 {
		return nil
	}
	return []Table{t}
}
