// SPDX-License-Identifier: MIT

package schema

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"daylight/cmd/internal/table"
)

// Names maps the names of columns to fields.
type Names struct {
	lock   sync.Mutex        // held by those who look into tables side by side
	rename map[string]string // normal old name to new name
	given  []rename          // the same in the order and words of the user
	used   map[string]bool   // the old names that some table has
	seen   map[string]answer // what lookup said before; NDJSON asks for every cell
	// geometry is the normal name of the column that is to be the geometry; empty stands
	// for the one that has a known name.
	geometry string
	met      bool // some table has that column
	// Keep names the columns whose cells are kept. kept has the ones that some table has, by normal
	// name.
	Keep []string
	kept map[string]bool
}

type rename struct{ text, was string }

type answer struct {
	field Field
	known bool
}

// NewNames returns a mapping in which each old=new of renames makes column old stand
// for the known column new.
func NewNames(renames []string) (*Names, error) {
	n := &Names{rename: map[string]string{}, used: map[string]bool{}}
	for _, r := range renames {
		was, is, ok := strings.Cut(r, "=")
		if was, is = normal(was), normal(is); !ok || was == "" {
			return nil, fmt.Errorf("--rename %s: want OLD=NEW, such as --rename frame_no=world", table.Quote(r))
		}
		if _, ok := byName[is]; !ok {
			return nil, fmt.Errorf("--rename %s: %s is not a column that Daylight knows%s; see daylight help formats", table.Quote(r), table.Quote(is), suggest(is, 0))
		}
		if _, twice := n.rename[was]; twice {
			return nil, fmt.Errorf("--rename %s: column %s is renamed twice", table.Quote(r), table.Quote(was))
		}
		n.rename[was] = is
		n.given = append(n.given, rename{r, was})
	}
	return n, nil
}

// UseGeometry makes the column of that name the geometry, ignoring other geometry columns.
func (n *Names) UseGeometry(name string) { n.geometry = normal(name) }

// Geometries gives the columns that a file says are geometries the names that make the
// first of them, or the one that was asked for, the shape, and leave out the others.
func (n *Names) Geometries(names []string, first string, others []string) {
	if n.geometry != "" {
		return // lookup knows
	}
	for i, name := range names {
		switch {
		case name == first && first != "":
			if f, _ := n.lookup(name); f != WKT {
				names[i] = "wkt"
			}
		case slices.Contains(others, name):
			names[i] = "_"
		}
	}
}

// Places finds the columns that are kept among those of a table; -1 stands for one that it
// does not have.
func (n *Names) Places(columns []string) []int {
	var at []int
	for _, name := range n.Keep {
		k := slices.IndexFunc(columns, func(c string) bool { return normal(c) == normal(name) })
		if k >= 0 {
			if n.kept == nil {
				n.kept = map[string]bool{}
			}
			n.kept[normal(name)] = true
		}
		at = append(at, k)
	}
	return at
}

// lookup finds the field that a column stands for. A name that no field has is not
// known.
func (n *Names) lookup(name string) (f Field, known bool) {
	if a, ok := n.seen[name]; ok {
		return a.field, a.known
	}
	if n.seen == nil || len(n.seen) > 256 {
		n.seen = map[string]answer{}
	}
	plain := normal(name)
	if _, ok := n.rename[plain]; ok {
		n.used[plain] = true
	}
	n.met = n.met || plain == n.geometry
	f, known = n.find(plain)
	n.seen[strings.Clone(name)] = answer{f, known}
	return f, known
}

// named reports whether a property of a feature has a meaning: it is the id or the geometry, or a
// flag names it.
func (n *Names) named(property string) bool {
	name := normal(property)
	_, renamed := n.rename[name]
	return renamed || property == table.GeometryName || name == ID.String() || name == n.geometry
}

func (n *Names) find(name string) (f Field, known bool) {
	if is, ok := n.rename[name]; ok {
		name = is
	}
	f, known = byName[name]
	if n.geometry != "" && (name == n.geometry || f == WKT && known) {
		if name == n.geometry {
			return WKT, true
		}
		return Unused, true
	}
	if !known {
		f = Unused
	}
	return f, known
}

// Knows reports whether a name means something.
func (n *Names) Knows(name string) bool {
	n.lock.Lock()
	defer n.lock.Unlock()
	_, known := n.find(normal(name))
	return known
}

// Unmet says which rename is of a column that no table had so far, or that none had the one that is
// to be the geometry, or nothing. It proposes one of the latest table's columns.
func (n *Names) Unmet() string {
	for _, r := range n.given {
		if !n.used[r.was] {
			return fmt.Sprintf("--rename %s: there is no column %s", table.Quote(r.text), table.Quote(r.was)) + n.meant(r.was)
		}
	}
	if n.geometry != "" && !n.met {
		return fmt.Sprintf("--geometry: there is no column %s", table.Quote(n.geometry)) + n.meant(n.geometry)
	}
	return ""
}

// Moment is an unknown column that may name the frame of each row.
func (n *Names) Moment() string {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, c := range slices.Sorted(maps.Keys(n.seen)) {
		if !n.seen[c].known && synonyms[normal(c)] == World {
			return c
		}
	}
	return ""
}

// IDColumn returns a column that names shapes, or "" if there is none.
func (n *Names) IDColumn() string {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, c := range slices.Sorted(maps.Keys(n.seen)) {
		if n.seen[c] == (answer{ID, true}) {
			return c
		}
	}
	return ""
}

// Unkept says which column that is to be kept no table had so far, or nothing.
func (n *Names) Unkept() string {
	for _, name := range n.Keep {
		if !n.kept[normal(name)] {
			return fmt.Sprintf("--keep %s: no table has a column of that name", table.Quote(name))
		}
	}
	return ""
}

// meant proposes a column whose name is nearly that one.
func (n *Names) meant(name string) string {
	for _, c := range slices.Sorted(maps.Keys(n.seen)) {
		if len(name) >= 3 && slip(name, normal(c)) {
			return fmt.Sprintf(" (did you mean %s?)", c)
		}
	}
	return ""
}

// CheckColumns checks the value of a flag that names columns.
func (n *Names) CheckColumns(flag string, columns []string) error {
	var have []Field
	for _, c := range columns {
		f, known := n.lookup(c)
		if !known {
			return fmt.Errorf("%s: %s is not a column that Daylight knows%s; name a column that is to be left out _", flag, table.Quote(c), suggest(normal(c), 0))
		}
		if f != Unused && slices.Contains(have, f) {
			return fmt.Errorf("%s: %s is named twice", flag, f)
		}
		have = append(have, f)
	}
	return nil
}

// CheckKept checks the names of columns that are to be kept: each makes two columns of its own.
func CheckKept(names []string) error {
	seen := map[string]bool{}
	for _, name := range names {
		if name == "id" {
			return errors.New("--keep: every row has the column id already, as id_a and id_b (--rename id=_ names rows by their numbers, and --keep ID keeps the column as ID_a and ID_b)")
		}
		if seen[normal(name)] {
			return fmt.Errorf("--keep: %s is named twice", table.Quote(name))
		}
		seen[normal(name)] = true
	}
	return nil
}

// CheckBeside checks that no kept column has the name of a column of the answer.
func CheckBeside(names, answer []string) error {
	for _, name := range names {
		if slices.Contains(answer, name+"_a") || slices.Contains(answer, name+"_b") {
			return fmt.Errorf("--keep: every row has %[1]s_a and %[1]s_b of its own, which are not what column %[1]s holds (--keep %[2]s keeps that as %[2]s_a and %[2]s_b)", name, Another(name))
		}
	}
	return nil
}

// Another is the same name of a column in another letter case.
func Another(name string) string {
	if up := strings.ToUpper(name); up != name {
		return up
	}
	return strings.ToLower(name)
}
