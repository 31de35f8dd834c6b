// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
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
	met      bool            // some table has that column
	keep     []string        // columns whose cells are kept
	kept     map[string]bool // those that some table has, by normal name
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

// UseGeometry makes the column of that name the geometry, whatever others there are.
func (n *Names) UseGeometry(name string) { n.geometry = normal(name) }

// geometries gives the columns that a file says are geometries the names that make the
// first of them, or the one that was asked for, the shape, and leave out the others.
func (n *Names) geometries(names []string, first string, others []string) {
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

// places finds the columns that are kept among those of a table; -1 stands for one that it
// does not have.
func (n *Names) places(columns []string) []int {
	var at []int
	for _, name := range n.keep {
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
		return unused, true
	}
	if !known {
		f = unused
	}
	return f, known
}

// Unmet says which rename is of a column that no table had so far, or that none had the one that is to
// be the geometry, or nothing. It proposes one of the latest table's columns.
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

// moment is an unknown column that may name the frame of each row.
func (n *Names) moment() string {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, c := range slices.Sorted(maps.Keys(n.seen)) {
		if !n.seen[c].known && synonyms[normal(c)] == World {
			return c
		}
	}
	return ""
}

// idColumn returns a column that names shapes, or "" if there is none.
func (n *Names) idColumn() string {
	n.lock.Lock()
	defer n.lock.Unlock()
	for _, c := range slices.Sorted(maps.Keys(n.seen)) {
		if n.seen[c] == (answer{ID, true}) {
			return c
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
		if f != unused && slices.Contains(have, f) {
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

// CheckBeside checks that columns that are to be kept do not have the names of those that the
// answer has.
func CheckBeside(names, answer []string) error {
	for _, name := range names {
		if slices.Contains(answer, name+"_a") || slices.Contains(answer, name+"_b") {
			return fmt.Errorf("--keep: every row has %[1]s_a and %[1]s_b of its own, which are not what column %[1]s holds (--keep %[2]s keeps that as %[2]s_a and %[2]s_b)", name, another(name))
		}
	}
	return nil
}

// another is the same name of a column in other letters.
func another(name string) string {
	if up := strings.ToUpper(name); up != name {
		return up
	}
	return strings.ToLower(name)
}

// Constant is a column that has one cell for all rows of a table; the cell is empty for null.
type Constant struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// PathColumns are the columns that the directories below root say that each file has, as world=0/part.csv
// has world: tables that DuckDB, Spark and polars write in parts lie like this. It is an error if
// they do not say the same ones of all files that mean something, so that some would lack a world.
func PathColumns(root string, files []string) (columns [][]Constant, err error) {
	var first []string
	for i, file := range files {
		list := pathColumns(root, file)
		var names []string
		for _, c := range list {
			if f, known := byName[normal(c.Name)]; known {
				names = append(names, f.String())
			}
		}
		slices.Sort(names)
		if i == 0 {
			first = names
		} else if !slices.Equal(names, first) {
			say := func(names []string) string {
				if len(names) == 0 {
					return "no column"
				}
				return strings.Join(names, ", ")
			}
			return nil, fmt.Errorf("%s: the path of this file says %s, that of %s says %s: of all files of a directory or a pattern it has to be the same; move what is no part of the table away, or name the files themselves", file, say(names), files[0], say(first))
		}
		columns = append(columns, list)
	}
	return columns, nil
}

func pathColumns(root, file string) (list []Constant) {
	below, err := filepath.Rel(root, file)
	if err != nil {
		return nil
	}
	plain := func(text string) string {
		if is, err := url.PathUnescape(text); err == nil {
			return is
		}
		return text
	}
	dirs := strings.Split(filepath.ToSlash(below), "/")
	for _, dir := range dirs[:len(dirs)-1] {
		if name, value, ok := strings.Cut(dir, "="); ok && name != "" {
			if value == "__HIVE_DEFAULT_PARTITION__" {
				value = ""
			}
			list = append(list, Constant{plain(name), plain(value)})
		}
	}
	return list
}

// Constants gives the next table that is read columns beside its own.
func (l *Loader) Constants(list []Constant) { l.c.constants = list }

// beside are the names of a table's columns with those of the constants behind them; why says
// what is wrong with that.
func (c *Config) beside(columns []string) (all []string, why string) {
	all = columns
	for _, g := range c.constants {
		if slices.ContainsFunc(all, isPair(g.Name)) {
			return columns, fmt.Sprintf("column %s is there twice, and %s=%s in the path is one of them: name the files themselves, whose paths are no columns then, or take it out of one", g.Name, g.Name, g.Value)
		}
		all = append(all[:len(all):len(all)], g.Name)
	}
	return all, ""
}

func isPair(name string) func(string) bool {
	return func(c string) bool { return normal(c) == normal(name) }
}
