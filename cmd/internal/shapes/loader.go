// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"daylight/cmd/internal/table"
	"daylight/internal/memory"
	"daylight/soa"
)

// DefaultWorld is the name of the world of rows that name none.
const DefaultWorld = "0"

// Config says how a Loader reads.
type Config struct {
	Table table.Options
	// Names maps the names of columns; nil stands for no renames.
	Names *Names
	// Radius is that of circles whose row gives none, if HasRadius.
	Radius    float64
	HasRadius bool
	// Degrees says that angles are in degrees rather than radians.
	Degrees bool
	// SkipBad leaves bad rows out instead of stopping at the first.
	SkipBad bool
	// Time is how long shapes move at their velocities, which makes Set.Moves. Without
	// it velocities need only be numbers.
	Time float64
	// Memory is what rows are charged to; nil does not count them.
	Memory *memory.Budget
	// Note is told, once per file, what the user should know but need not act on.
	Note func(msg string)
}

// Loader reads tables into a Set. It is used by one goroutine.
type Loader struct {
	c       Config
	set     *Set
	known   index
	common  *common
	head    *header  // of the table being read, if it has one
	odd     []string // names that mean nothing, as far as seen
	first   int      // number of its first row
	row     record
	points  []point
	attrs   []soa.Attr
	motion  motion
	account account
	id      soa.ID // of the shape added last
}

// NewLoader returns a Loader with an empty Set.
func NewLoader(c Config) *Loader {
	if c.Names == nil {
		c.Names = &Names{}
	}
	if c.Note == nil {
		c.Note = func(string) {}
	}
	n := &common{worlds: map[string]uint32{}, bodies: map[string]uint32{}}
	return newLoader(c, n)
}

func newLoader(c Config, n *common) *Loader {
	l := &Loader{c: c, common: n, account: account{budget: c.Memory}, set: &Set{Shapes: soa.New(), common: n}}
	if c.Time > 0 {
		l.set.Moves = newMoves(l.set.Shapes)
	}
	return l
}

// Set returns what has been read. The Loader must not be used after that. It fails if
// there were rows and every one of them was bad, or if a column that was to be renamed
// is in none of the tables.
func (l *Loader) Set() (*Set, error) {
	if s := l.set; s.Skipped > 0 && s.Len() == 0 {
		return nil, fmt.Errorf("every row is bad (%d of %d); the first: %w", s.Skipped, s.Rows, s.FirstBad)
	}
	if unmet := l.c.Names.Unmet(); unmet != "" && l.c.Names.seen != nil {
		return nil, errors.New(unmet)
	}
	return l.set, nil
}

// Read reads one table to its end. An error is a *table.Error, or that of a context
// that ended.
func (l *Loader) Read(in io.Reader, name string) error {
	rows, err := table.NewReader(in, name, l.c.Table)
	if err != nil {
		return err
	}
	l.set.files = append(l.set.files, file{name: name, first: l.set.Len()})
	l.head, l.odd, l.first = nil, nil, l.set.Rows
	if names := rows.Names(); names != nil {
		head, why := l.c.Names.header(names, l.c.HasRadius)
		if why != "" {
			return &table.Error{File: name, Line: rows.HeaderLine(), Msg: why, Fatal: true}
		}
		l.head, l.odd = head, head.ignored
		l.moving(&head.have)
		l.width(names, name)
	}
	for {
		row, err := rows.Next()
		if err == io.EOF {
			break
		}
		if err == nil {
			err = l.add(row, name)
		}
		l.set.Rows++
		if err != nil && !l.skip(err) {
			return err
		}
	}
	if passed := rows.Comments(); passed != "" {
		l.c.Note(fmt.Sprintf("%s: %s", name, passed))
	}
	if len(l.odd) > 0 {
		l.c.Note(fmt.Sprintf("%s: not used: %s", name, list(l.odd)))
	}
	return nil
}

// skip reports whether the row that failed with err may be left out, and counts it.
func (l *Loader) skip(err error) bool {
	var e *table.Error
	if !l.c.SkipBad || !errors.As(err, &e) || e.Fatal {
		return false
	}
	if l.set.Skipped == 0 {
		l.set.FirstBad = err
	}
	l.set.Skipped++
	return true
}

// add makes a shape of a row.
func (l *Loader) add(row *table.Row, name string) error {
	err := l.fill(row)
	if err == nil {
		price := l.price()
		if err := l.account.take(price); err != nil {
			return &table.Error{File: name, Line: row.Line, Msg: "no memory for the rows from here on", Fatal: true, Err: err}
		}
		if err = l.enter(row.Line); err == nil {
			return nil
		}
		l.account.left += price // a bad row leaves nothing behind
	}
	e := &table.Error{File: name, Line: row.Line, Msg: err.Error(), Err: err}
	var c *cellError
	if errors.As(err, &c) {
		e.Column = c.field.String()
		if l.headless(row, c.field) {
			if l.c.Table.Flag == "" {
				e.Msg += " (if this row is a header, add --header or drop --columns)"
			} else {
				e.Msg += " (if this row is a header, drop " + l.c.Table.Flag + ")"
			}
		}
	}
	return e
}

// headless reports whether the row, the first of a table whose columns were named on
// the command line, has the name of a column in the cell of field f.
func (l *Loader) headless(row *table.Row, f Field) bool {
	if len(l.c.Table.Columns) == 0 || l.c.Table.Header || l.first < l.set.Rows {
		return false
	}
	_, known := l.c.Names.find(normal(l.row.cell[f]))
	return known
}

// fill sorts the row's cells by field.
func (l *Loader) fill(row *table.Row) error {
	r := &l.row
	r.cell = [numFields]string{}
	if l.head != nil {
		r.have = l.head.have
		for i, f := range l.head.fields {
			if f < numFields {
				r.cell[f] = row.Cells[i]
			}
		}
		return nil
	}
	r.have = [numFields]bool{}
	for i, n := range row.Names {
		f, known := l.c.Names.lookup(n)
		switch {
		case f < numFields && r.have[f]:
			return fmt.Errorf("two fields both stand for %s", f)
		case f < numFields:
			r.have[f], r.cell[f] = true, row.Cells[i]
			if f >= VX {
				l.moving(&r.have)
			}
		case !known && len(l.odd) < 32:
			if n += suggest(normal(n), &r.have); !slices.Contains(l.odd, n) {
				l.odd = append(l.odd, n)
			}
		}
		if !known && n == "type" && strings.HasPrefix(row.Cells[i], "Feature") {
			return fmt.Errorf("this is GeoJSON, which is not read: make it NDJSON with a wkt field, or CSV")
		}
	}
	return nil
}

// enter gives the row's shape its world, label and attributes and adds it.
func (l *Loader) enter(line int) error {
	s, r := l.set, &l.row
	if uint64(s.Len()) >= math.MaxUint32 {
		return fmt.Errorf("more than %d shapes", uint32(math.MaxUint32))
	}
	label, err := r.label(ID)
	if err != nil {
		return err
	}
	if label == "" {
		label = strconv.Itoa(s.Rows)
	}
	place, err := r.label(World)
	if err != nil {
		return err
	}
	named := place != ""
	if !named {
		place = DefaultWorld
	}
	world, known := l.common.worlds[place]
	if !known {
		world = uint32(len(s.common.names))
	}
	if err := l.attributes(world); err != nil {
		return err
	}
	if err := l.velocity(); err != nil {
		return err
	}
	k := s.Len()
	s.labels.add(label)
	s.world = append(s.world, world)
	s.line = append(s.line, place32(line))
	twin, found := l.known.insert(s, k)
	if found {
		err = fmt.Errorf("id %s is in world %s already, from %s", table.Quote(label), table.Quote(place), s.Place(twin))
	} else if err = l.shape(); err != nil {
		l.known.remove(s, k)
	}
	if err != nil {
		s.labels.drop()
		s.world, s.line = s.world[:k], s.line[:k]
		return err
	}
	if err := s.Moves.put(l.id, l.motion); err != nil {
		return err
	}
	s.named = s.named || named
	s.elsewhere = s.elsewhere || place != DefaultWorld
	if !known {
		place = strings.Clone(place)
		l.common.worlds[place] = world
		s.common.names = append(s.common.names, place)
	}
	return nil
}

// attributes sets l.attrs.
func (l *Loader) attributes(world uint32) error {
	r := &l.row
	l.attrs = l.attrs[:0]
	if world != 0 {
		l.attrs = append(l.attrs, soa.InWorld(world))
	}
	if c := r.cell[Category]; c != "" {
		v, err := bits(c)
		if err != nil {
			return at(Category, err)
		}
		l.attrs = append(l.attrs, soa.Category(v))
	}
	if c := r.cell[Mask]; c != "" {
		v, err := bits(c)
		if err != nil {
			return at(Mask, err)
		}
		l.attrs = append(l.attrs, soa.Mask(v))
	}
	if c := r.cell[Group]; c != "" {
		v, err := signed(c)
		if err != nil {
			return at(Group, err)
		}
		l.attrs = append(l.attrs, soa.Group(v))
	}
	if c := r.cell[Static]; c != "" {
		v, err := truth(c)
		if err != nil {
			return at(Static, err)
		}
		if v {
			l.attrs = append(l.attrs, soa.Static())
		}
	}
	if c := r.cell[Body]; c != "" {
		b, known := l.common.bodies[c]
		if !known {
			b = uint32(len(l.common.bodies) + 1)
			l.common.bodies[strings.Clone(c)] = b
		}
		l.attrs = append(l.attrs, soa.Body(b))
	}
	return nil
}

// label reads an id or world cell: any text, but not an empty one.
func (r *record) label(f Field) (string, error) {
	c := r.cell[f]
	switch {
	case c == "" && r.have[f]:
		return "", at(f, errors.New("the cell is empty"))
	case !utf8.ValidString(c):
		return "", at(f, fmt.Errorf("%s is not valid UTF-8", table.Quote(c)))
	}
	return c, nil
}
