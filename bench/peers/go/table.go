// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// baseline is what everything is compared with: the last of Daylight's tables is the
// widest.
const baseline = "daylight/"

// printTable writes one table in Markdown for each scene and phase, a row for each
// engine. A cell is milliseconds and, after the sign of multiplication, how often
// Daylight's best kernels fit into them. Where median and mean differ, because frames
// alternate between cheap and dear, it is the smaller that is compared. If an engine
// was measured more than once, the run in the middle counts, of two the faster.
func printTable(w io.Writer, names []string) error {
	results, err := readResults(names)
	if err != nil {
		return err
	}
	runs := map[string][]Result{} // by scene, phase, engine and n
	var scenes, engines []string  // a scene with its order
	var sizes []int
	for _, r := range results {
		if r.Order == spatial {
			r.Scene += " in spatial order"
		}
		key := cell(r.Scene, r.Phase, r.Engine, r.N)
		runs[key] = append(runs[key], r)
		for _, add := range []struct {
			to   *[]string
			what string
		}{{&scenes, r.Scene}, {&engines, r.Engine}} {
			if !slices.Contains(*add.to, add.what) {
				*add.to = append(*add.to, add.what)
			}
		}
		if !slices.Contains(sizes, r.N) {
			sizes = append(sizes, r.N)
		}
	}
	slices.Sort(sizes)
	middle := map[string]Result{}
	for key, list := range runs {
		slices.SortFunc(list, func(a, b Result) int { return cmp.Compare(a.cost(), b.cost()) })
		middle[key] = list[(len(list)-1)/2]
	}
	own := ""
	for _, e := range engines {
		if strings.HasPrefix(e, baseline) {
			own = e
		}
	}
	for _, s := range scenes {
		for _, phase := range []string{wholeStep, broadPhase} {
			fmt.Fprintf(w, "\n%s, %s\n\n| engine | version |", s, phase)
			for _, n := range sizes {
				fmt.Fprintf(w, " %d: ms, × | pairs / contacts |", n)
			}
			fmt.Fprintf(w, "\n| --- | --- |%s\n", strings.Repeat(" --: | --: |", len(sizes)))
			for _, e := range engines {
				row, version := "", ""
				for _, n := range sizes {
					r, ok := middle[cell(s, phase, e, n)]
					if !ok {
						row += " – | – |"
						continue
					}
					version = r.Version
					row += fmt.Sprintf(" %s%s | %s |", r.time(), ratio(r, middle[cell(s, phase, own, n)]), r.counts())
				}
				if version != "" {
					fmt.Fprintf(w, "| %s | %s |%s\n", e, version, row)
				}
			}
		}
	}
	return nil
}

func cell(scene, phase, engine string, n int) string {
	return fmt.Sprint(scene, " ", phase, " ", engine, " ", n)
}

// cost is the smaller of median and mean, which is in the peer's favour.
func (r *Result) cost() float64 { return min(r.NS, r.Mean) }

func (r *Result) time() string {
	median, mean := r.NS/1e6, r.Mean/1e6
	if mean > 1.1*median || mean < 0.9*median {
		return fmt.Sprintf("%s (mean %s)", digits(median), digits(mean))
	}
	return digits(median)
}

// digits writes three of them, and never an exponent.
func digits(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

func (r *Result) counts() string {
	text := "?"
	if r.Candidates != nil {
		text = fmt.Sprint(*r.Candidates)
	}
	if r.Contacts != nil {
		text += fmt.Sprintf(" / %d", *r.Contacts)
	}
	return text
}

func ratio(r, own Result) string {
	if own.Engine == "" || own.Engine == r.Engine {
		return ""
	}
	return fmt.Sprintf(", %s×", digits(r.cost()/own.cost()))
}
