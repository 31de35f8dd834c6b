// SPDX-License-Identifier: MIT

package shapes

import (
	mathbits "math/bits"
	"strings"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/memory"
	"daylight/region"
	"daylight/soa"
)

// part is what comes of a block of rows before it is known what other blocks hold: labels
// may be there twice, and worlds and bodies have numbers of the part's own.
type part struct {
	shapes *soa.Shapes
	// One entry for each shape.
	moves  []motion // only if shapes move
	labels labels   // empty where the row names none
	kept   []labels // cells of columns that are kept
	number []int64  // the label's, see LabelNumber
	ids    columnar.Type
	world  []uint32
	body   []uint32 // only if bodies are used
	line   []uint32

	added int // number of shapes; some have no entries yet

	held int64 // bytes of long outlines and texts, charged to the Budget

	given []region.Shape // only if Config.Exact or Config.Given
	cuts  cuts

	corners corners  // only if Config.Corners
	handed  *corners // a copy for the set
	sources []source // in order; only if Config.Corners or Config.Outlines

	boxes []region.Box // of each, only if Config.boxed
	cut   bool         // a row that was left out would be cut, see Config.Tile

	vertices       int // of polygons, at most
	lanes          int // that polygons take in the store, about
	worlds, bodies numbering
	global         []uint32  // numbers of worlds in the set
	failed         []failure // in order

	changed int      // the line of a corner whose names differ from those of the corner before, or 0
	loose   []*loose // the first and the last polygon of a table of corners; other parts may have more of their corners

	said
}

// failure is a row that made no shape.
type failure struct {
	before int // the shape of the part that it comes before
	err    error
	line   int
	// world is the name of the row's world, if bad rows are skipped and the table has a column of
	// worlds.
	world string
	// nowhere says why the row is no shape, if that is no mistake.
	nowhere string
	// outside is how many rows these are, if they are outside of Config.Box and no mistake.
	outside int
}

// numbering gives names numbers, from 0 on as they come. A name that is the one before is
// told by its bytes.
type numbering struct {
	numbers map[string]uint32
	names   []string
	last    uint32
	used    bool // by a name that is not empty
}

func (n *numbering) clear() {
	clear(n.numbers)
	n.names, n.used = n.names[:0], false
}

func (n *numbering) number(name string) uint32 {
	if len(n.names) > 0 && n.names[n.last] == name {
		return n.last
	}
	k, known := n.numbers[name]
	if !known {
		if n.numbers == nil {
			n.numbers = map[string]uint32{}
		}
		name = strings.Clone(name)
		k = uint32(len(n.names))
		n.numbers[name] = k
		n.names = append(n.names, name)
		n.used = n.used || name != ""
	}
	n.last = k
	return k
}

// rows is how many shapes there are, each of a row of its own.
func (p *part) rows() int { return len(p.line) }

// leave leaves a row out.
func (p *part) leave(f failure) {
	f.before = p.rows()
	if n := len(p.failed) - 1; f.outside > 0 && n >= 0 && p.failed[n].outside > 0 && p.failed[n].before == f.before {
		p.failed[n].outside++
		return
	}
	p.failed = append(p.failed, f)
}

// polygon counts a polygon of n points.
func (p *part) polygon(n int) {
	p.vertices += n
	p.lanes += max(4, 1<<mathbits.Len(uint(n-1)))
}

func newPart(keep int) part { return part{shapes: soa.New(), kept: make([]labels, keep)} }

// drop frees long outlines and texts after the part has been merged.
func (p *part) drop(room *memory.Budget) {
	room.Release(p.held)
	if p.held > 1<<20 {
		*p = newPart(len(p.kept))
	}
	p.held = 0
}

func (p *part) clear() {
	if p.shapes.Clear() != nil {
		p.shapes = soa.New()
	}
	p.vertices, p.lanes, p.moves = 0, 0, p.moves[:0]
	p.cuts.clear()
	p.corners.clear()
	clear(p.sources)
	p.handed, p.sources = nil, p.sources[:0]
	clear(p.given)
	p.given = p.given[:0]
	p.labels.clear()
	for n := range p.kept {
		p.kept[n].clear()
	}
	p.added = 0
	p.number, p.world, p.body, p.line = p.number[:0], p.world[:0], p.body[:0], p.line[:0]
	p.ids, p.cut = columnar.NoType, false
	p.worlds.clear()
	p.bodies.clear()
	clear(p.failed)
	p.failed = p.failed[:0]
	p.said = said{}
	p.changed = 0
	clear(p.loose)
	p.loose = p.loose[:0]
	p.boxes = p.boxes[:0]
}

// The most memory that a row leaves after reading, in bytes. Columns grow by a quarter.
const (
	rowBytes    = 200 // of a shape in the store, with its world, its line and its place in the index
	cornerBytes = 12  // of a word of corners, if Config.Corners, 6 more of its outline and 12 of its shape
	regionBytes = 160 // of a convex part of a region, if Config.Corners
	vertexBytes = 90  // of a vertex of a polygon: nine columns of lanes, and padding
	mendBytes   = 700 // of a point or a crossing of outlines while they are mended
	movesBytes  = 22  // of how a shape moves, or where a ray leads
	// outlineCorners is what an outline that is kept takes beside its corners, as vertices.
	outlineCorners = 3
	keptBytes      = 20 // of a cell that is kept
	nameBytes      = 80 // of a world or a body, in a map
)

// inAdvance is how many bytes an account takes from the Budget at a time, so that several
// goroutines do not ask for each row.
const inAdvance = 1 << 20

// account is what rows take of a Budget. It is used by one goroutine.
type account struct {
	budget *memory.Budget
	left   int64 // reserved, and not used yet
}

// take charges bytes before they are allocated.
func (a *account) take(bytes int64) error {
	if a.left < bytes {
		if err := a.budget.Reserve(bytes + inAdvance); err != nil {
			return err
		}
		a.left += bytes + inAdvance
	}
	a.left -= bytes
	return nil
}

// charge takes what shapes from to to-1 of a part are going to need in the set.
func (l *Loader) charge(p *part, from, to int) error {
	n := int64(p.cuts.begin(to)-p.cuts.begin(from)) * rowBytes
	n += int64(len(p.labels.long)) * int64(to-from) / int64(p.rows())
	n += vertexBytes * int64(p.vertices) * int64(to-from) / int64(p.rows())
	for k := range p.kept {
		n += keptBytes*int64(to-from) + int64(len(p.kept[k].long))*int64(to-from)/int64(p.rows())
	}
	n += nameBytes * int64(len(p.worlds.names)+len(p.bodies.names))
	n += (cornerBytes*int64(len(p.corners.words)) + 6*int64(len(p.corners.ends)) + 12*int64(len(p.corners.slots))) * int64(to-from) / int64(p.rows())
	for _, s := range p.sources {
		if s.region != nil {
			n += regionBytes * int64(s.region.Parts()) * int64(to-from) / int64(p.rows())
		}
	}
	if l.c.Time > 0 {
		n += movesBytes * int64(to-from)
	}
	if err := l.account.take(n); err != nil {
		return l.noRoom(p, from, err)
	}
	return nil
}

// noRoom returns the error that there is no memory for the shapes of a part from one on.
func (l *Loader) noRoom(p *part, from int, err error) error {
	return l.fatal(int(p.line[from]), "no memory for the rows from here on", err)
}
