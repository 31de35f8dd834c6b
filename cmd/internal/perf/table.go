// SPDX-License-Identifier: MIT

package perf

import (
	"fmt"

	"daylight/bench"
)

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

// Warning says how many spreads of results are above Loud, and which is the largest, or nothing if
// none is.
func Warning(list ...*bench.Results) string {
	loud, of, most, worst := 0, 0, Loud, ""
	look := func(spread float64, name string) {
		of++
		if spread > Loud {
			loud++
		}
		if spread > most {
			most, worst = spread, name
		}
	}
	for _, r := range list {
		for i := range r.Cases {
			look(r.Cases[i].Spread(), r.Cases[i].Key())
		}
		for _, p := range r.Peers {
			if _, ours := driven(p); !ours { // which were counted where they were measured in turns
				look(p.Spread, p.Engine+", "+p.Phase)
			}
		}
	}
	if loud == 0 {
		return ""
	}
	return fmt.Sprintf("warning: the spread of %s of %s cases is above %s, the largest %s (%s): something else kept the machine busy, and these times say little; "+
		"measure again with nothing else running, or hold them only against others of this run",
		Thousands(loud), Thousands(of), Percent(Loud), Percent(most), worst)
}

// some is the table, unless it is empty.
func some(t Table) []Table {
	if len(t.Rows) == 0 {
		return nil
	}
	return []Table{t}
}
