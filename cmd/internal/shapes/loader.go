// SPDX-License-Identifier: MIT

package shapes

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/ordered"
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
	// Comma says that numbers have a decimal comma; a point is understood as well.
	Comma bool
	// Bad is told of every bad row that is left out; it may be nil.
	Bad func(*table.Error)
	// Progress is told how many rows there are so far, now and then; it may be nil.
	Progress func(rows int)
	// Keep names columns whose cells are kept beside the shapes.
	Keep []string
	// SkipBad leaves bad rows out instead of stopping at the first.
	SkipBad bool
	// Exact keeps shapes as they are given, in float64, as Set.Given: polygons of any kind.
	Exact bool
	// Concave takes polygons of any kind, not only convex ones, and cuts them into convex parts.
	Concave bool
	// Mend has outlines mended that are not clean, if Exact or Concave.
	Mend bool
	// Time is how long shapes move at their velocities, which makes Set.Moves. Without
	// it velocities need only be numbers.
	Time float64
	// Tiling has only some shapes enter the Set, or none.
	Tiling *Tiling
	// Workers is how many processors parse; 0 stands for all there are.
	Workers int
	// Memory is what rows are charged to; nil does not count them.
	Memory *memory.Budget
	// Note is told, once per file, what the user should know but need not act on.
	Note func(msg string)
}

// Loader reads tables into a Set. It is used by one goroutine, and starts others while it
// reads.
type Loader struct {
	c       Config
	set     *Set
	known   register
	span    Span // of the piece at hand
	second  bool // Beside made it
	common  *common
	parsers []*parser
	spare   struct {
		sync.Mutex
		list []*piece
	}
	odd     []string // names that mean nothing, as far as seen
	first   int      // number of the first row of the table being read
	passed  struct{ n, first int }
	systems []int // of coordinates that geometries name, over all tables
	attrs   []soa.Attr
	ids     []soa.ID
	digits  []byte
	account account
}

// piece is a block of a table, or a batch, on its way to becoming shapes.
type piece struct {
	block table.Block
	batch columnar.Batch // in place of a block
	text  []byte         // that ReadSpilled was given, in place of a block
	part  part
}

// NewLoader returns a Loader with an empty Set.
func NewLoader(c Config) *Loader {
	if c.Names == nil {
		c.Names = &Names{}
	}
	if c.Names.used == nil {
		c.Names.used = map[string]bool{}
	}
	c.Names.keep = c.Keep
	if c.Note == nil {
		c.Note = func(string) {}
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	n := &common{worlds: map[string]uint32{}, bodies: map[string]uint32{}}
	if c.Tiling != nil {
		for _, name := range c.Tiling.Worlds {
			n.world(name)
		}
		c.Tiling.known = n.worlds // which Keep leaves as they are
	}
	return newLoader(c, n)
}

func newLoader(c Config, n *common) *Loader {
	l := &Loader{c: c, common: n, account: account{budget: c.Memory}, set: &Set{Shapes: soa.New(), common: n, keep: c.Keep, kept: make([]labels, len(c.Keep))}}
	l.set.cut = c.Tiling != nil && c.Tiling.Cut
	if c.Time > 0 {
		l.set.Moves = newMoves(l.set.Shapes)
	}
	return l
}

// Rows is how many rows have been read, good or bad.
func (l *Loader) Rows() int { return l.set.Rows }

// Set returns what has been read. The Loader must not be used after that. It fails if
// there were rows and every one of them was bad, or if a column that was to be renamed
// is in none of the tables.
func (l *Loader) Set() (*Set, error) {
	if s := l.set; s.Skipped > 0 && s.Len() == 0 && l.c.Tiling == nil {
		return nil, fmt.Errorf("every row is bad (%d of %d); the first: %w", s.Skipped, s.Rows, s.FirstBad)
	}
	for _, name := range l.c.Keep {
		if l.set.Rows > 0 && !l.c.Names.kept[normal(name)] {
			return nil, fmt.Errorf("--keep %s: no table has a column of that name", table.Quote(name))
		}
	}
	if unmet := l.c.Names.Unmet(); unmet != "" && l.c.Names.seen != nil {
		return nil, errors.New(unmet)
	}
	return l.set, nil
}

// Read reads one table to its end. An error is a *table.Error, or that of a context
// that ended.
func (l *Loader) Read(in io.Reader, name string) error {
	buf := bufio.NewReaderSize(in, 64<<10)
	magic, _ := buf.Peek(8)
	switch kind := columnar.Detect(magic); l.c.Table.Format {
	case table.Auto, table.Parquet, table.Arrow:
		if kind != columnar.None && (l.c.Table.Format != table.Parquet || kind == columnar.Parquet) && (l.c.Table.Format != table.Arrow || kind != columnar.Parquet) {
			return l.readBatches(in, buf, kind, name, nil)
		}
	}
	rows, err := table.NewReader(buf, name, l.c.Table)
	if err != nil {
		return err
	}
	var head *header
	if names := rows.Names(); names != nil {
		var why string
		if head, why = l.c.Names.header(names, l.c.HasRadius); why != "" {
			return &table.Error{File: name, Line: rows.HeaderLine(), Msg: why, Fatal: true}
		}
	}
	l.begin(head, rows.Names(), name)
	l.system(geometry.FromName(rows.CRS()), name)
	size := int64(0)
	if d, ok := in.(direct); ok {
		if _, n, plain := d.At(); plain {
			size = n
		}
	}
	if err := l.readRows(rows, head, size); err != nil {
		return err
	}
	l.end(name, rows.Passed(l.passed.n, l.passed.first))
	return nil
}

// readRows reads the rows of a table of size bytes, if that is known.
func (l *Loader) readRows(rows *table.Reader, head *header, size int64) error {
	for _, p := range l.parsers {
		p.begin(rows, head)
	}
	next := func() (*piece, error) {
		w := l.take()
		return w, rows.Block(&w.block)
	}
	return ordered.Run(context.Background(), l.c.Workers, next, func(worker int, w *piece) *piece {
		l.parsers[worker].parse(&w.block, &w.part)
		return w
	}, func(w *piece) error {
		defer l.put(w)
		l.span = Span{At: w.block.At(), Size: int64(w.block.Size()), Ranged: rows.Ranged()}
		if size > 0 {
			l.expect(int64(w.part.rows()), int64(w.part.lanes), int64(w.block.Size()), size)
			size = 0
		}
		if l.c.Progress != nil {
			defer func() { l.c.Progress(l.set.Rows) }()
		}
		return l.merge(&w.part)
	})
}

// begin prepares for a table with that header, if it has one.
func (l *Loader) begin(head *header, names []string, name string) {
	l.set.files = append(l.set.files, file{name: name, first: l.set.Len()})
	l.odd, l.first = nil, l.set.Rows
	l.passed.n = 0
	if head != nil {
		l.odd = head.ignored
		l.set.Moving = l.set.Moving || head.moving()
		l.width(head, names, name)
	}
	for len(l.parsers) < l.c.Workers {
		l.parsers = append(l.parsers, newParser(&l.c))
	}
}

// end tells what there is to tell of a table that has been read, which may begin with a
// note.
func (l *Loader) end(name, note string) {
	for _, p := range l.parsers {
		l.c.Names.learn(p.names)
	}
	if note != "" {
		l.c.Note(fmt.Sprintf("%s: %s", name, note))
	}
	if len(l.systems) > 1 {
		l.c.Note(fmt.Sprintf("%s: geometries name several systems of coordinates (SRID %d and %d) and are all taken as they are", name, l.systems[0], l.systems[1]))
		l.systems = l.systems[:1]
	}
	if len(l.systems) > 0 && !l.set.CRS.Known() {
		l.set.CRS = geometry.FromSRID(l.systems[0])
	}
	if len(l.odd) > 0 {
		l.c.Note(fmt.Sprintf("%s: not used: %s", name, list(l.odd)))
	}
}

// system takes the system of coordinates that a table names.
func (l *Loader) system(crs geometry.CRS, name string) {
	switch was := l.set.CRS; {
	case !crs.Known():
	case !was.Known():
		l.set.CRS = crs
	case !was.Same(crs):
		l.c.Note(fmt.Sprintf("%s: its system of coordinates is %v, that of tables before %v, and all are taken as they are", name, crs, was))
	}
}

// expect makes room for a table of size bytes, of which so many made n shapes, so that
// columns are not copied again and again as they grow. It is a guess, and does no harm where
// it is wrong.
func (l *Loader) expect(n, lanes, bytes, size int64) {
	if n == 0 || bytes == 0 || size < 4*bytes || l.c.Tiling != nil {
		return
	}
	more := int64(float64(size) / float64(bytes) * float64(n) * 1.02)
	if l.c.Memory != nil {
		more = min(more, l.c.Memory.Left()/(2*rowBytes))
	}
	more = min(more, mostExpected)
	s := l.set
	if s.Shapes.Grow(int(more)) != nil || s.Shapes.GrowVertices(int(lanes*more/n)) != nil {
		return
	}
	s.labels.cells = slices.Grow(s.labels.cells, int(more))
	s.world, s.line = slices.Grow(s.world, int(more)), slices.Grow(s.line, int(more))
}

// mostExpected is for how many shapes room is made on a guess, at most.
const mostExpected = 1 << 24

func (l *Loader) take() *piece {
	l.spare.Lock()
	defer l.spare.Unlock()
	if n := len(l.spare.list); n > 0 {
		w := l.spare.list[n-1]
		l.spare.list = l.spare.list[:n-1]
		return w
	}
	return &piece{part: newPart(len(l.c.Keep))}
}

func (l *Loader) put(w *piece) {
	l.spare.Lock()
	defer l.spare.Unlock()
	l.spare.list = append(l.spare.list, w)
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
	if l.c.Bad != nil {
		l.c.Bad(e)
	}
	return true
}

// merge adds the shapes of a part to the set: those whose labels are new in their world.
func (l *Loader) merge(p *part) (err error) {
	l.learn(p)
	if l.c.Tiling != nil {
		return l.mergeTiled(p)
	}
	s := l.set
	if len(p.failed) == 0 && l.enterAll(p) {
		return l.append(p, 0, p.rows())
	}
	begin, n := 0, p.rows() // shapes from begin on are not in the set yet
	failed := p.failed
	for k := 0; ; k++ {
		for len(failed) > 0 && failed[0].before == k {
			if err = l.refuse(p, &failed[0]); err != nil {
				break
			}
			failed = failed[1:]
		}
		if err != nil || k == n {
			break
		}
		if dup := l.enter(p, k); dup != nil {
			l.append(p, begin, k)
			begin = k + 1
			s.Rows++
			if !l.skip(dup) {
				return dup
			}
			continue
		}
		s.Rows++
	}
	end := n
	if err != nil {
		end = failed[0].before
	}
	if full := l.append(p, begin, end); full != nil && err == nil {
		err = full
	}
	return err
}

// learn takes from a part what is not of a shape.
func (l *Loader) learn(p *part) {
	s := l.set
	s.Moving = s.Moving || p.moving
	for _, name := range p.odd {
		if len(l.odd) < mostOdd && !slices.Contains(l.odd, name) {
			l.odd = append(l.odd, name)
		}
	}
	for _, srid := range p.systems {
		if !slices.Contains(l.systems, srid) {
			l.systems = append(l.systems, srid)
		}
	}
	if p.passed > 0 {
		if l.passed.n == 0 {
			l.passed.first = p.firstPassed
		}
		l.passed.n += p.passed
	}
	p.global = p.global[:0]
	for range p.worlds.names {
		p.global = append(p.global, noWorld)
	}
}

// refuse deals with a row of which no shape came.
func (l *Loader) refuse(p *part, f *failure) error {
	err := f.err
	if f.late {
		// That its label is taken would have been found out before the shape was looked at.
		if w, known := l.common.worlds[f.world]; known {
			label := f.label
			if label == "" {
				label = strconv.Itoa(l.set.Rows)
			}
			if twin, found := l.known.find(l.set, w, label); found {
				err = l.twice(label, w, f.line, twin)
			}
		}
	}
	var e *table.Error
	if f.header && l.set.Rows == l.first && errors.As(err, &e) {
		if l.c.Table.Flag == "" {
			e.Msg += " (if this row is a header, add --header or drop --columns)"
		} else {
			e.Msg += " (if this row is a header, drop " + l.c.Table.Flag + ")"
		}
	}
	l.set.Rows++
	if l.skip(err) {
		return nil
	}
	return err
}

func (l *Loader) twice(label string, world uint32, line, twin int) *table.Error {
	msg := fmt.Sprintf("id %s is in world %s already, from %s", table.Quote(label), table.Quote(l.common.names[world]), l.set.Place(twin))
	return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: line, Msg: msg, Err: errors.New(msg)}
}

// noWorld stands for a world that no shape of the set is in yet.
const noWorld = math.MaxUint32

// worldOf is the number in the set of a part's world.
func (l *Loader) worldOf(p *part, at uint32) uint32 {
	if w := p.global[at]; w != noWorld {
		return w
	}
	name := p.worlds.names[at]
	l.set.named = l.set.named || name != ""
	if name == "" {
		name = DefaultWorld
	}
	w := l.common.world(name)
	p.global[at] = w
	l.set.elsewhere = l.set.elsewhere || name != DefaultWorld
	return w
}

// enterAll is enter for all shapes of a part, if they are in one world and their labels are
// numbers that grow on from those before, as in most tables: then none is there twice. If
// they are not, it does nothing.
func (l *Loader) enterAll(p *part) bool {
	s, n := l.set, p.rows()
	if n == 0 || len(p.worlds.names) != 1 || len(p.labels.long) > 0 || uint64(s.Len()+n) > math.MaxUint32 {
		return false
	}
	// Only a world that is there already has labels.
	name := p.worlds.names[0]
	if name == "" {
		name = DefaultWorld
	}
	last := int64(-1)
	if w, known := l.common.worlds[name]; known {
		if last = l.known.lastOf(w); last == math.MaxInt64 {
			return false
		}
	} else if l.known.index != nil {
		return false
	}
	for _, number := range p.number {
		if number <= last {
			return false
		}
		last = number
	}
	world := l.worldOf(p, 0)
	l.known.setLast(world, last)
	begin := s.Len()
	s.labels.cells = append(s.labels.cells, p.labels.cells...)
	for k := range s.kept {
		s.kept[k].append(&p.kept[k])
	}
	s.line = append(s.line, p.line...)
	s.world = slices.Grow(s.world, n)[:begin+n]
	for k := begin; k < len(s.world); k++ {
		s.world[k] = world
	}
	s.Rows += n
	return true
}

// enter gives shape k of a part its place in the set: world, label and line.
func (l *Loader) enter(p *part, k int) error {
	s := l.set
	if uint64(s.Len()) >= math.MaxUint32 {
		return fmt.Errorf("more than %d shapes", uint32(math.MaxUint32))
	}
	world := p.world[k] // of a part that was spilled
	if p.spill == nil {
		world = l.worldOf(p, p.world[k])
	}
	label, number := p.labels.at(k), p.number[k]
	if len(label) == 0 {
		number = int64(s.Rows)
		l.digits = strconv.AppendInt(l.digits[:0], number, 10)
		label = l.digits
	}
	j := s.Len()
	addLabel(&s.labels, label)
	for n := range s.kept {
		addLabel(&s.kept[n], p.kept[n].at(k))
	}
	s.world = append(s.world, world)
	s.line = append(s.line, p.line[k])
	if twin, found := l.known.insert(s, j, number); found {
		err := l.twice(string(label), world, int(p.line[k]), twin)
		s.labels.drop()
		for n := range s.kept {
			s.kept[n].drop()
		}
		s.world, s.line = s.world[:j], s.line[:j]
		return err
	}
	return nil
}

// append copies the shapes from to to-1 of a part, which have been entered.
func (l *Loader) append(p *part, from, to int) error {
	if from >= to {
		return nil
	}
	s := l.set
	if err := l.charge(p, from, to); err != nil {
		return err
	}
	first := s.Len() - (to - from) // they have been entered
	slot := p.cuts.begin(from)
	var err error
	if l.ids, err = s.Shapes.Append(l.ids[:0], p.shapes, slot, p.cuts.begin(to)); err != nil {
		return err
	}
	if l.c.Exact {
		s.Given = append(s.Given, p.given[from:to]...)
	}
	if p.cuts.first == nil && s.cuts.first == nil && s.Moves.DX == nil && !p.bodies.used {
		return l.place(p, from, to, first)
	}
	for k := from; k < to; k++ {
		parts := l.ids[p.cuts.begin(k)-slot : p.cuts.begin(k+1)-slot]
		if err := l.settle(p, k, first+k-from, parts); err != nil {
			return err
		}
	}
	return nil
}

// place is the rest of append for shapes that are whole, do not move and are of no body.
func (l *Loader) place(p *part, from, to, first int) error {
	s := l.set
	for _, f := range p.forms[from:to] {
		s.forms[f]++
	}
	for k, w := range s.world[first:] {
		if w == 0 {
			continue
		}
		l.attrs = append(l.attrs[:0], soa.InWorld(w))
		if err := s.Shapes.SetAttrs(l.ids[k], l.attrs...); err != nil {
			return err
		}
	}
	return nil
}

// settle gives shape j of the set, which is a copy of shape k of a part, what the part does not
// know of it. Its own parts, one if it is not cut, are parts.
func (l *Loader) settle(p *part, k, j int, parts []soa.ID) error {
	s := l.set
	w := s.world[j]
	s.forms[p.forms[k]]++
	body := p.bodyOf(l, k)
	s.cuts.add(j, len(parts))
	if s.Moves.DX != nil {
		for _, id := range parts {
			if err := s.Moves.put(id, p.moves[k]); err != nil {
				return err
			}
		}
	}
	if body == 0 && len(parts) > 1 && s.Shapes.Region(parts[len(parts)-1]) != parts[0] {
		body = l.common.newBody() // the parts of a shape that is not one region never meet
	}
	if w == 0 && body == 0 {
		return nil
	}
	l.attrs = append(l.attrs[:0], soa.InWorld(w))
	if body != 0 {
		l.attrs = append(l.attrs, soa.Body(body))
	}
	for _, id := range parts {
		if s.Shapes.Region(id) != id {
			continue // a region has the attributes of its first part
		}
		if err := s.Shapes.SetAttrs(id, l.attrs...); err != nil {
			return err
		}
	}
	return nil
}

// bodyOf is the number of the body of shape k of a part.
func (p *part) bodyOf(l *Loader, k int) uint32 {
	switch {
	case p.spill != nil:
		return p.spill.bodies[k]
	case !p.bodies.used:
		return 0
	}
	return l.body(p.bodies.names[p.body[k]])
}

// body is the number of a body by its name; that of none is 0.
func (l *Loader) body(name string) uint32 {
	if name == "" {
		return 0
	}
	b, known := l.common.bodies[name]
	if !known {
		b = l.common.newBody()
		l.common.bodies[name] = b
	}
	return b
}
