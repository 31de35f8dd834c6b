// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/binary"
	"fmt"
	"sort"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/table"
	"daylight/region"
	"daylight/soa"
)

// Set is what a Loader read. It must not be changed; reading it is safe from several
// goroutines.
type Set struct {
	// Shapes holds the geometry. Shape k of the Set is in slot k, unless some shapes are cut
	// into convex parts: then Slots says where each is.
	Shapes *soa.Shapes
	// Given holds shape k as it was given, with Config.Given or Config.Exact. Then Shapes has it,
	// with its filters, in the form that an exact.Scene needs.
	Given region.Shapes
	// Skipped counts the bad rows that were left out.
	Skipped int
	// Nowhere counts the rows without a geometry, and the polygons that Config.Mend leaves without
	// area.
	Nowhere int
	// Outside counts the rows whose shapes are outside of Config.Box.
	Outside int
	// Rows counts all rows, good or bad.
	Rows int
	// With Config.Time, Moves says how far each shape moves and turns in that time. Ways says where
	// rays lead.
	Moves soa.Motion
	Ways  Ways
	// Moving says that a table had a column of velocities, even if it is empty. Open says that a
	// table had no header, so that any row may have further columns.
	Moving, Open bool

	// CRS is the coordinate system that the tables are in, if one of them says so.
	CRS geometry.CRS

	// LonLat says that columns of longitudes and latitudes stand for x and y.
	LonLat bool

	// IDs is the type of the ids: a type of whole numbers if all shapes have ids of that type, else
	// text. The number of its row is the id of a shape without one.
	IDs columnar.Type

	// named says that a row names its world, and elsewhere that a shape is not in DefaultWorld.
	named, elsewhere bool

	faults faults   // of rows that were left out, or why the last table is refused
	keep   []string // names of columns that are kept
	kept   []labels // their cells, for each shape
	labels labels
	world  []uint32
	common *common
	line   []uint32
	files  []file
	cuts   cuts
	cut    bool // some shapes are cut, perhaps only outside the tile

	corners []stretch // in order
	sources []source  // in order
	// cornered says that corners are kept, see Config.Corners.
	cornered bool

	sides []uint8 // Tile.sides of each shape; nil without Config.Tile
}

// file is one table that was read: its shapes begin at first, and its rows at row.
type file struct {
	name       string
	first, row int
}

// add puts a row behind those of the set.
func (s *Set) add(world uint32, label []byte, line uint32) {
	addLabel(&s.labels, label)
	s.world, s.line = append(s.world, world), append(s.line, line)
}

// Len is the number of shapes.
func (s *Set) Len() int { return len(s.world) }

// Label is the caller's name of shape k: its id cell, or the number of its row.
func (s *Set) Label(k int) []byte { return s.labels.at(k) }

// AppendLabels appends the labels of shapes. It loads many labels before it appends them, because
// labels that are far apart in memory then load at the same time.
func (s *Set) AppendLabels(to *columnar.Cells, of []uint32) {
	var some [64][16]byte
	for len(of) > 0 {
		n := min(len(of), len(some))
		for i, k := range of[:n] {
			some[i] = s.labels.cells[k]
		}
		for i, k := range of[:n] {
			if c := &some[i]; c[shortest] != isLong {
				columnar.AppendShort(to, c, int(c[shortest]))
			} else {
				columnar.AppendText(to, s.labels.at(int(k)))
			}
		}
		of = of[n:]
	}
}

// Kept names the columns whose cells are kept.
func (s *Set) Kept() []string { return s.keep }

// KeptText is shape k's cell of the kept column n.
func (s *Set) KeptText(n, k int) []byte { return s.kept[n].at(k) }

// Widest returns the most bytes that a shape's label, its kept cells and the name of its world may
// take together.
func (s *Set) Widest() (most int) {
	for _, name := range s.common.names {
		most = max(most, len(name))
	}
	most += s.labels.widest()
	for k := range s.kept {
		most += s.kept[k].widest()
	}
	return most
}

// World is the number of shape k's world. Worlds are numbered from 0 in the order in
// which they first appear; sets that are read beside each other have them in common.
func (s *Set) World(k int) uint32 { return s.world[k] }

// Worlds lists the callers' names of the worlds.
func (s *Set) Worlds() []string { return s.common.names }

// Named reports whether a row names its world.
func (s *Set) Named() bool { return s.named }

// Misses reports whether no row of s names a world, while o has shapes in worlds other
// than the one that shapes of s are in for that reason, and that they therefore miss.
func (s *Set) Misses(o *Set) bool { return s.Len() > 0 && !s.named && o.elsewhere }

// FindWorld returns the number of the world of that name.
func (s *Set) FindWorld(label string) (uint32, bool) {
	for w, l := range s.common.names {
		if l == label {
			return uint32(w), true
		}
	}
	return 0, false
}

// Place says where shape k was read: file:line.
func (s *Set) Place(k int) string {
	file, line := s.place(k)
	return fmt.Sprintf("%s:%d", file, line)
}

func (s *Set) place(k int) (file string, line int) {
	i := sort.Search(len(s.files), func(i int) bool { return s.files[i].first > k }) - 1
	return s.files[i].name, int(s.line[k])
}

// Refuse is an error about shape k, which names it and where it was read.
func (s *Set) Refuse(k int, msg string) *table.Error {
	e := &table.Error{ID: string(s.Label(k)), Msg: msg}
	e.File, e.Line = s.place(k)
	return e
}

// cuts says where the shapes of a list lie in a store when some are cut into convex parts,
// each in a slot of its own. While every shape is one, both columns are nil, and shape k is
// in slot k.
type cuts struct {
	first []uint32 // of each shape, the slot of its first part
	of    []uint32 // of each slot, the shape
}

// add appends a shape of so many parts. There were n shapes before.
func (c *cuts) add(n, parts int) {
	if c.first == nil {
		if parts == 1 {
			return
		}
		for k := range n {
			c.first, c.of = append(c.first, uint32(k)), append(c.of, uint32(k))
		}
	}
	c.first = append(c.first, uint32(len(c.of)))
	for range parts {
		c.of = append(c.of, uint32(n))
	}
}

// begin is the first slot of shape k, or of what comes after the last.
func (c *cuts) begin(k int) int {
	switch {
	case c.first == nil:
		return k
	case k == len(c.first):
		return len(c.of)
	}
	return int(c.first[k])
}

func (c *cuts) clear() { c.first, c.of = nil, nil }

// Faults returns the kinds of fault of the rows that were left out.
func (s *Set) Faults() []Fault { return s.faults.kinds }

// Noun names what was left out: a row, or a polygon if each corner has a row.
func (s *Set) Noun() string { return s.faults.noun }

// Cut reports whether there are shapes of several convex parts, in the set or in what a tile leaves
// out of it.
func (s *Set) Cut() bool { return s.cut || s.cuts.first != nil }

// Slots are where shape k lies in Shapes: in slots from to to-1, one for each convex part.
func (s *Set) Slots(k int) (from, to int) { return s.cuts.begin(k), s.cuts.begin(k + 1) }

// Of is the shape that a slot of Shapes is a part of.
func (s *Set) Of(slot int) int {
	if s.cuts.of == nil {
		return slot
	}
	return int(s.cuts.of[slot])
}

// common is what sets that are read beside each other share, so that a world or a body
// is the same in all of them.
type common struct {
	worlds map[string]uint32
	names  []string // of worlds
	bodies map[string]uint32
	body   uint32       // the last number of a body that was given away
	crs    geometry.CRS // that all tables are in which are in a known one
	named  string       // by which table
}

// newBody is a number that no body has.
func (c *common) newBody() uint32 {
	c.body++
	return c.body
}

// world is the number of a world by its name.
func (c *common) world(name string) uint32 {
	w, known := c.worlds[name]
	if !known {
		w = uint32(len(c.names))
		c.worlds[name] = w
		c.names = append(c.names, name)
	}
	return w
}

// labels keeps the callers' names of shapes: short ones in place, so that finding one
// takes a single look at memory, and long ones in a run of bytes. There are no pointers.
type labels struct {
	cells [][16]byte // the text, its length in the last byte; or where in long it lies
	long  []byte
}

const (
	shortest = 15   // length of the longest text that stays in place
	isLong   = 0xff // in place of a length
)

func addLabel[T string | []byte](l *labels, s T) {
	var c [16]byte
	if len(s) <= shortest {
		copy(c[:], s)
		c[15] = byte(len(s))
	} else {
		binary.LittleEndian.PutUint64(c[:], uint64(len(l.long)))
		binary.LittleEndian.PutUint32(c[8:], uint32(len(s)))
		c[15] = isLong
		l.long = append(l.long, s...)
	}
	l.cells = append(l.cells, c)
}

// widest returns the length of the longest text, but at least shortest.
func (l *labels) widest() int {
	most := shortest
	if len(l.long) > 0 {
		for k := range l.cells {
			most = max(most, len(l.at(k)))
		}
	}
	return most
}

func (l *labels) clear() { l.cells, l.long = l.cells[:0], l.long[:0] }

// append adds the texts from to to-1 of another list.
func (l *labels) append(o *labels, from, to int) {
	if len(o.long) == 0 {
		l.cells = append(l.cells, o.cells[from:to]...)
		return
	}
	for k := from; k < to; k++ {
		addLabel(l, o.at(k))
	}
}

func (l *labels) drop() {
	n := len(l.cells) - 1
	if c := &l.cells[n]; c[15] == isLong {
		l.long = l.long[:binary.LittleEndian.Uint64(c[:])]
	}
	l.cells = l.cells[:n]
}

func (l *labels) at(k int) []byte {
	c := &l.cells[k]
	if n := c[15]; n != isLong {
		return c[:n:n]
	}
	from := binary.LittleEndian.Uint64(c[:])
	to := from + uint64(binary.LittleEndian.Uint32(c[8:]))
	return l.long[from:to:to]
}

// LabelNumber is the whole number that a label is, if it is one as strconv writes them;
// otherwise it is negative. Two labels with different numbers are different.
func LabelNumber[T string | []byte](label T) int64 {
	if len(label) == 0 || len(label) > 18 || (label[0] == '0' && len(label) > 1) {
		return -1
	}
	n := int64(0)
	for i := range len(label) {
		d := label[i] - '0'
		if d > 9 {
			return -1
		}
		n = 10*n + int64(d)
	}
	return n
}

// numberCell is the cell of labels that holds a number of 15 digits at most.
func numberCell(v uint64) (cell [16]byte) {
	var text [32]byte // digits end in the middle, and zeros follow
	at := 16
	for ; v >= 100; v /= 100 {
		at -= 2
		text[at], text[at+1] = pairs[v%100*2], pairs[v%100*2+1]
	}
	if v >= 10 {
		at -= 2
		text[at], text[at+1] = pairs[v*2], pairs[v*2+1]
	} else {
		at--
		text[at] = '0' + byte(v)
	}
	cell = [16]byte(text[at : at+16])
	cell[shortest] = byte(16 - at)
	return cell
}

// pairs are the digits of the numbers from 0 to 99.
var pairs = func() (digits [200]byte) {
	for i := range 100 {
		digits[2*i], digits[2*i+1] = '0'+byte(i/10), '0'+byte(i%10)
	}
	return digits
}()
