// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
	make func(*bench.Results) Table
}{{"headline", headline}, {"phases", phases}, {"ladder", ladder}, {"peers", peers}}

// Names returns the names of all sections.
func Names() []string {
	list := []string{"summary", "figure", "beside"}
	for _, s := range sections {
		list = append(list, s.name)
	}
	return list
}

// Sections makes all sections of some results that have measurements, newest results first. Results
// that were measured beside peers are left out of the other sections, if they have something else
// to show.
func Sections(list []*bench.Results) []Section {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *bench.Results) int { return b.Date.Compare(a.Date) })
	out := inShort(list)
	for _, maker := range sections {
		s := Section{Name: maker.name}
		var beside []Table
		for _, r := range list {
			t := maker.make(r)
			t.Source, t.Command = source(r), r.Command
			if t.loud() {
				t.Note += " " + loudNote
			}
			switch {
			case len(t.Rows) == 0:
			case len(r.Peers) > 0 && !severalScenes(r) && maker.name != "peers":
				beside = append(beside, t)
			default:
				s.Tables = append(s.Tables, t)
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

// ErrMarkers is wrapped by the error of a document whose markers are not in order.
var ErrMarkers = errors.New("markers are not in order")

// Update returns the document with everything between its markers written anew.
func Update(text string, list []*bench.Results) (string, error) {
	made := map[string]string{}
	for _, s := range Sections(list) {
		made[s.Name] = s.Markdown()
	}
	var out strings.Builder
	open := ""
	number := 0
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		number++
		verb, name, ok := marker(line)
		bad := func(format string, args ...any) (string, error) {
			return "", fmt.Errorf("line %d: %w: %s", number, ErrMarkers, fmt.Sprintf(format, args...))
		}
		switch {
		case !ok && open != "":
			continue
		case !ok:
			out.WriteString(line)
		case !slices.Contains(Names(), name):
			return bad("there is no table %q; there are %s", name, strings.Join(Names(), ", "))
		case verb == "begin" && open != "":
			return bad("%s begins within %s", name, open)
		case verb == "begin" && seen[name]:
			return bad("%s begins twice", name)
		case verb == "begin":
			open, seen[name] = name, true
			out.WriteString(line)
			body := made[name]
			if body == "" {
				body = "Not measured yet.\n"
			}
			fmt.Fprintf(&out, "\n%s\n", body)
		case open != name:
			return bad("%s ends and has not begun", name)
		default:
			open = ""
			out.WriteString(line)
		}
	}
	switch {
	case open != "":
		return "", fmt.Errorf("%w: %s does not end", ErrMarkers, open)
	case len(seen) == 0:
		return "", fmt.Errorf("%w: there are none, such as <!-- begin ladder --> and <!-- end ladder -->", ErrMarkers)
	}
	return out.String(), nil
}

// marker reads a line that is a marker.
func marker(line string) (verb, name string, ok bool) {
	f := strings.Fields(line)
	if len(f) == 4 && f[0] == "<!--" && f[3] == "-->" && (f[1] == "begin" || f[1] == "end") {
		return f[1], f[2], true
	}
	return "", "", false
}

// Markdown is the section's sentences and tables. Tables of the same source follow each
// other without repeating it.
func (s *Section) Markdown() string {
	var b strings.Builder
	bullet := ""
	if len(s.Lines) > 1 {
		bullet = "- "
	}
	for _, line := range s.Lines {
		fmt.Fprintf(&b, "%s%s\n", bullet, line)
	}
	for i, t := range s.Tables {
		if i > 0 {
			b.WriteString("\n")
		}
		if t.Note != "" && (i == 0 || s.Tables[i-1].Note != t.Note) {
			fmt.Fprintf(&b, "%s\n\n", t.Note)
		}
		if t.Command != "" { // what measured it stands before, and below where it is short
			fmt.Fprintf(&b, "%s\n\n    %s\n\n", t.Source, t.Command)
		}
		row := func(cells []string) {
			for k, c := range cells {
				cells[k] = strings.ReplaceAll(c, "|", "\\|")
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
		row(slices.Clone(t.Head))
		rule := make([]string, len(t.Head))
		for k := range rule {
			rule[k] = "--:"
			if k < t.Text || t.Last && k == len(t.Head)-1 {
				rule[k] = "---"
			}
		}
		row(rule)
		for _, r := range t.Rows {
			row(slices.Clone(r))
		}
		if t.Command == "" && t.Source != "" {
			fmt.Fprintf(&b, "\n%s\n", t.Source)
		}
	}
	return b.String()
}
