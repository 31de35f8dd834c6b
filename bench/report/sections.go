// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"

	"daylight/bench"
)

// Section is all that is said about one thing.
type Section struct {
	Name   string   // as in the markers
	Lines  []string // sentences; several become a list
	Tables []Table
}

// sections are the makers of all sections, in their order.
var sections = []struct {
	name string
	make func(*bench.Results) []Table
}{{"headline", headline}, {"phases", phases}, {"ladder", ladder}, {"peers", peers}}

// Names returns the names of all sections.
func Names() []string {
	list := []string{"summary", "figure", "beside"}
	for _, s := range sections {
		list = append(list, s.name)
	}
	return list
}

// Sections makes all sections of some results, without those that nothing was measured
// for; of several results the newest come first. What was measured to stand beside peers
// is left out of the other sections, if they have something else to show.
func Sections(list []*bench.Results) []Section {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *bench.Results) int { return b.Date.Compare(a.Date) })
	out := inShort(list)
	for _, maker := range sections {
		s := Section{Name: maker.name}
		var beside []Table
		for _, r := range list {
			for _, t := range maker.make(r) {
				t.Source, t.Command = source(r), r.Command
				if t.loud > 0 {
					t.Note += " " + loudNote
				}
				if len(r.Peers) > 0 && !severalScenes(r) && maker.name != "peers" {
					beside = append(beside, t)
				} else {
					s.Tables = append(s.Tables, t)
				}
			}
		}
		if len(s.Tables) == 0 {
			s.Tables = beside
		}
		if len(s.Tables) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// source says where results come from.
func source(r *bench.Results) string {
	return fmt.Sprintf("%s. Commit %s, %s.", r.Machine.String(), r.Revision(), r.Date.UTC().Format("2006-01-02"))
}
