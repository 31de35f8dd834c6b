// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/region"
	"daylight/soa"
)

// DefaultWorld is the name of the world of rows that name none.
const DefaultWorld = "0"

// Config says how a Loader reads.
type Config struct {
	Table table.Options
	// Names maps the names of columns; nil stands for no renames.
	Names *schema.Names
	// Radius is that of circles whose row gives none, if HasRadius.
	Radius    float64
	HasRadius bool
	// Degrees says that angles are in degrees rather than radians.
	Degrees bool
	// Comma says that numbers have a decimal comma; a point is understood as well.
	Comma bool
	// Bad is told of every bad row that is left out, in order. It may be nil.
	Bad func(e *table.Error)
	// Progress is told how many rows there are so far, now and then, and ends reading if it
	// returns an error; it may be nil.
	Progress func(rows int) error
	// Keep names columns whose cells are kept beside the shapes. One that no table has is an error.
	Keep []string
	// SkipBad leaves bad rows out instead of stopping at the first.
	SkipBad bool
	// Exact keeps shapes as they are given, in float64, as Set.Given: polygons of any kind.
	Exact bool
	// Areas, with Exact, refuses shapes whose areas package region does not find.
	Areas bool
	// Given keeps them beside the geometry, as Set.Given; what exact decisions are not about, such
	// as a collection of two radii, is kept as no shape, or is a bad row with SkipBad.
	Given bool
	// Concave takes polygons of any kind, not only convex ones, and cuts them into convex parts.
	Concave bool
	// Outlines keeps the outlines of what is cut into parts, for Set.Outline.
	Outlines bool
	// Corners keeps those of polygons and boxes that are given by them, for Set.Corners.
	Corners bool
	// Mend has outlines mended that are not clean, if Exact or Concave.
	Mend bool
	// Time is how long shapes move at their velocities, which makes Set.Moves. Without
	// it velocities need only be numbers.
	Time float64
	// Rays, with Time, makes Set.Ways in place of Set.Moves, and takes a segment for a point that
	// moves from its first end to its second in that time.
	Rays bool
	// CRS is the coordinate system of all tables, and overrides what they say. Without CRS each
	// table gives its own.
	CRS geometry.CRS
	// Box takes only shapes whose boxes touch it, and Tile only those that the tile needs; nil
	// takes all. Row numbers count the other rows, too.
	Box  *region.Box
	Tile *Tile
	// Reach says what boxes cover beside the outlines of shapes.
	Reach Reach
	// Scan gets the box of each row, in order, and no shapes are made. nil makes shapes.
	Scan func(row int64, world string, box region.Box) error
	// Workers is how many processors parse; 0 stands for all there are.
	Workers int
	// Memory is what rows are charged to; nil does not count them.
	Memory *memory.Budget
	// second says that these are rows of a second set, see Loader.Beside.
	second bool
	// constants are columns of the table at hand beside its own.
	constants []schema.Constant
	// Note is told, once per file, what the user should know but need not act on.
	Note func(msg string)
}

// Loader reads tables into a Set. It is used by one goroutine, and starts others while it
// reads.
type Loader struct {
	c       Config
	set     *Set
	ids     ids
	cut     atomic.Bool // a shape is cut into parts
	common  *common
	parsers []*parser
	spare   struct {
		sync.Mutex
		list []*piece
	}
	said      // by the table being read
	first int // number of the first row of the table being read
	// pending is the last polygon of a table of corners; the next part may have more of its
	// corners. loose makes a shape of it, in looseTo.
	pending *loose
	loose   *parser
	looseTo *part
	// polygons of a table of corners, by world and id, if bad rows are skipped.
	polygons     map[[2]string]bool
	polygonBytes int64 // memory of their names
	// features says that its rows are features of a collection, which need not begin lines.
	features  bool
	nowhere   map[string]*nowhere // rows of the table without a shape, by reason
	bad       map[string]int      // number of bad rows, by the name of their world
	lostBytes int64               // memory of the names in bad
	shapes    []soa.ID
	digits    []byte
	account   account
}

// nowhere counts rows of one kind that are no shapes, and no mistake.
type nowhere struct {
	n     int
	first string
}

// piece is a block of a table, or a batch, on its way to becoming shapes.
type piece struct {
	block table.Block
	batch columnar.Batch // in place of a block
	left  int64          // rows of batches before it that are left out, since all are outside of the box
	// unsure says that the tile leaves the batch out if a shape before it is cut into parts. rows
	// is the number of rows of the batch, in its first piece.
	unsure bool
	rows   int64
	part   part
}

// workerBytes is the uncharged memory of a worker's parts that are not merged yet.
const workerBytes = 16 << 20

// NewLoader returns a Loader with an empty Set.
func NewLoader(c Config) *Loader {
	if c.Names == nil {
		c.Names = &schema.Names{}
	}
	c.Names.Keep = c.Keep
	if c.Note == nil {
		c.Note = func(string) {}
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.Memory != nil {
		c.Workers = max(1, min(c.Workers, int(c.Memory.Limit()/workerBytes)))
	}
	n := &common{worlds: map[string]uint32{}, bodies: map[string]uint32{}}
	return newLoader(c, n)
}

func newLoader(c Config, n *common) *Loader {
	l := &Loader{c: c, common: n, account: account{budget: c.Memory}, bad: map[string]int{}, set: &Set{Shapes: soa.New(), common: n, cornered: c.Corners, CRS: c.CRS, keep: c.Keep, kept: make([]labels, len(c.Keep))}}
	l.ids.set = l.set
	switch s := l.set; {
	case c.Time > 0 && c.Rays:
		s.Ways = Ways{soa.Attach[float64](s.Shapes), soa.Attach[float64](s.Shapes)}
	case c.Time > 0:
		s.Moves = soa.AttachMotion(s.Shapes)
	}
	return l
}

// ErrAllBad is returned if bad rows are skipped and no row is left.
var ErrAllBad = errors.New("every row is bad")

// Set returns what has been read. The Loader must not be used after that. It fails if
// there were rows and every one of them was bad, or if a column that was to be renamed,
// kept or the geometry is in none of the tables.
func (l *Loader) Set() (*Set, error) {
	if s := l.set; s.Skipped > 0 && s.Skipped+s.Nowhere == s.Rows {
		polygons := ""
		if s.faults.noun == polygon {
			polygons = " polygons"
		}
		return nil, fmt.Errorf("%w (%d of %d%s); the first: %w", ErrAllBad, s.Skipped, s.Rows, polygons, s.faults.kinds[0].First)
	}
	if unmet := cmp.Or(l.c.Names.Unkept(), l.c.Names.Unmet()); l.set.Rows > 0 && unmet != "" {
		return nil, errors.New(unmet)
	}
	l.lost()
	return l.set, nil
}

// lost notes which worlds have no shapes because all of their rows were bad.
func (l *Loader) lost() {
	if l.c.boxed() {
		return // a world may have good rows outside of the box
	}
	for world := range l.bad {
		if _, there := l.common.worlds[world]; there {
			delete(l.bad, world)
		}
	}
	names := slices.Sorted(maps.Keys(l.bad))
	if len(names) == 0 {
		return
	}
	more := ""
	if n := len(names) - 1; n > 0 {
		more = ", nor in " + schema.Plural(n, "other world")
	}
	l.c.Note(fmt.Sprintf("no shapes are left in world %s (bad rows: %d)%s", table.Quote(names[0]), l.bad[names[0]], more))
}

// begin prepares for a table with that header, if it has one.
func (l *Loader) begin(head *schema.Header, name string) {
	l.set.files = append(l.set.files, file{name: name, first: l.set.Len(), row: l.set.Rows})
	l.said, l.first = said{}, l.set.Rows
	l.nowhere, l.features, l.polygons = map[string]*nowhere{}, false, map[[2]string]bool{}
	if l.set.Open = l.set.Open || head == nil; head != nil {
		l.Add(&head.Said)
		l.set.Moving = l.set.Moving || head.Moving
	}
	for len(l.parsers) < l.c.Workers {
		l.parsers = append(l.parsers, &parser{c: &l.c})
	}
}

// end tells what there is to tell of a table that has been read, which may begin with a
// note and name systems of coordinates.
func (l *Loader) end(name, note string, systems ...geometry.CRS) error {
	if err := l.settleLoose(); err != nil || l.refused() {
		return err
	}
	l.c.Memory.Release(l.polygonBytes)
	l.polygons, l.polygonBytes = nil, 0
	if note != "" {
		l.c.Note(fmt.Sprintf("%s: %s", name, note))
	}
	for _, why := range slices.Sorted(maps.Keys(l.nowhere)) {
		noun, without, _ := strings.Cut(why, " ")
		l.c.Note(fmt.Sprintf("%s: left out %s %s; the first: %s%s", name, schema.Plural(l.nowhere[why].n, noun), without, name, l.nowhere[why].first))
	}
	if err := l.takeSystems(name, systems...); err != nil {
		return err
	}
	if l.Centred {
		l.c.Note(name + ": x and y are the centres of boxes; if they are corners, call them left and top (--columns, or --rename x=left,y=top)")
	}
	if l.Ended && !l.c.Rays {
		l.c.Note(name + ": " + schema.EndsOrCorners)
	}
	if l.Wound {
		l.c.Note(name + ": angles beyond 2 pi are read as radians; --degrees reads angles in degrees")
	}
	for _, filter := range l.c.Names.Filters(&l.Said, l.c.Table.Columns) {
		l.c.Note(name + ": " + filter)
	}
	if unused := l.Unused(); len(unused) > 0 {
		l.c.Note(fmt.Sprintf("%s: not used: %s", name, schema.List(unused)))
	}
	return nil
}

// expect makes room for a table of size bytes, whose first bytes made n shapes. So columns are not
// copied again and again as they grow. It is a guess, and does no harm where it is wrong.
func (l *Loader) expect(n, lanes, bytes, size int64) {
	if n == 0 || bytes == 0 || size < 4*bytes || l.c.Box != nil || l.c.Tile != nil || l.c.Scan != nil {
		return
	}
	more := int64(float64(size) / float64(bytes) * float64(n) * 1.02)
	l.room(more, lanes*more/n)
}

// room makes room for n shapes, unless there can hardly be so many, and for about so many lanes of
// polygons.
func (l *Loader) room(n, lanes int64) {
	all := n
	if l.c.Memory != nil {
		n = min(n, l.c.Memory.Left()/(2*rowBytes))
	}
	n = min(n, mostExpected)
	s := l.set
	if n <= 0 || s.Shapes.Grow(int(n)) != nil || lanes > 0 && s.Shapes.GrowVertices(int(float64(lanes)*float64(n)/float64(all))) != nil {
		return
	}
	s.labels.cells = memory.Room(s.labels.cells, int(n))
	s.world, s.line = memory.Room(s.world, int(n)), memory.Room(s.line, int(n))
}

// mostExpected is for how many shapes room is made on a guess, at most.
const mostExpected = 1 << 24

func (l *Loader) take() *piece {
	l.spare.Lock()
	defer l.spare.Unlock()
	if n := len(l.spare.list); n > 0 {
		w := l.spare.list[n-1]
		w.left, w.unsure, w.rows = 0, false, 0
		l.spare.list = l.spare.list[:n-1]
		return w
	}
	return &piece{part: newPart(len(l.c.Keep))}
}

func (l *Loader) put(w *piece) {
	w.block.Drop()
	w.part.drop(l.c.Memory)
	l.spare.Lock()
	defer l.spare.Unlock()
	l.spare.list = append(l.spare.list, w)
}

// Constants adds columns to the next table that is read.
func (l *Loader) Constants(list []schema.Constant) { l.c.constants = list }

// Beside returns a Loader of a second set, to be read when the first has been, as change has it of
// the Config unless it is nil. Both have renames, worlds and bodies in common; IDs and numbers of
// rows start anew.
func (l *Loader) Beside(change func(*Config)) *Loader {
	c := l.c
	c.second = true
	if change != nil {
		change(&c)
	}
	return newLoader(c, l.common)
}
