// SPDX-License-Identifier: MIT

package main

import (
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
// was measured more than once, its fastest run counts.
func printTable(w io.Writer, names []string) error {
	results, err := readResults(names)
	if err != nil {
		return err
	}
	best := map[string]Result{}  // by scene, phase, engine and n
	var scenes, engines []string // a scene with its order
	var sizes []int
	for _, r := range results {
		if r.Order == spatial {
			r.Scene += " in spatial order"
		}
		key := cell(r.Scene, r.Phase, r.Engine, r.N)
		if old, ok := best[key]; !ok || r.cost() < old.cost() {
			best[key] = r
		}
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
				fmt.Fprintf(w, " %d: ms, × | candidates / contacts |", n)
			}
			fmt.Fprintf(w, "\n| --- | --- |%s\n", strings.Repeat(" --: | --: |", len(sizes)))
			for _, e := range engines {
				row, version := "", ""
				for _, n := range sizes {
					r, ok := best[cell(s, phase, e, n)]
					if !ok {
						row += " – | – |"
						continue
					}
					version = r.Version
					row += fmt.Sprintf(" %s%s | %s |", r.time(), ratio(r, best[cell(s, phase, own, n)]), r.counts())
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
		return fmt.Sprintf("%.3g (mean %.3g)", median, mean)
	}
	return fmt.Sprintf("%.3g", median)
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
	return fmt.Sprintf(", %.3g×", r.cost()/own.cost())
}
