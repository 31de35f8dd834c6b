// SPDX-License-Identifier: MIT

package shapes

import (
	mathbits "math/bits"
	"strings"

	"daylight/cmd/internal/columnar"
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
	number []int64  // the label's, see labelNumber
	ids    columnar.Type
	forms  []Form
	world  []uint32
	body   []uint32 // only if bodies are used
	line   []uint32

	filtered bool // some of them have attributes

	given []region.Shape // only if Config.Exact or Config.Given
	cuts  cuts
	drawn []drawn // outlines of what was cut, in order, only if Config.Outlines

	corners corners // only if Config.Corners

	bounds *bounds      // of the shapes, only if Config.Tiling
	boxes  []region.Box // of each
	// spilled says that the shapes were in a set before: then their worlds and bodies have the set's
	// numbers, of the latter some if bodied, and row has those of their rows.
	spilled, bodied bool
	row             []int64

	records    []byte // of each shape, only if Tiling.Records
	recordEnds []uint32

	vertices       int   // of polygons, at most
	lanes          int   // that polygons take in the store, about
	systems        []int // numbers of coordinate systems that geometries name
	extent         extent
	worlds, bodies numbering
	global         []uint32 // numbers of worlds in the set
	failed         []failure

	unknown             []string // names that mean nothing
	ignoredColumns      ignoredColumns
	moving, lonLat      bool
	passed, firstPassed int // comments that look like rows
}

// failure is a row of which no shape came.
type failure struct {
	before int // the shape of the part that it comes before
	err    error
	line   int
	// late says that the error was found when its label and world were known to be good.
	late         bool
	label, world string
	// header says that the cell to blame looks as if the row were a header.
	header bool
	// nowhere says why the row is no shape, if that is no mistake.
	nowhere string
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

// parts is how many convex parts shape k is of.
func (p *part) parts(k int) int { return p.cuts.begin(k+1) - p.cuts.begin(k) }

// polygon counts a polygon of n points.
func (p *part) polygon(n int) {
	p.vertices += n
	p.lanes += max(4, 1<<mathbits.Len(uint(n-1)))
}

func newPart(keep int) part { return part{shapes: soa.New(), kept: make([]labels, keep)} }

func (p *part) clear() {
	if p.shapes.Clear() != nil {
		p.shapes = soa.New()
	}
	p.vertices, p.lanes, p.moves, p.systems, p.extent = 0, 0, p.moves[:0], p.systems[:0], noFeatures
	p.cuts.clear()
	p.corners.clear()
	clear(p.drawn)
	p.drawn = p.drawn[:0]
	clear(p.given)
	p.given = p.given[:0]
	p.labels.clear()
	for n := range p.kept {
		p.kept[n].clear()
	}
	p.forms = p.forms[:0]
	p.number, p.world, p.body, p.line = p.number[:0], p.world[:0], p.body[:0], p.line[:0]
	p.ids, p.filtered = columnar.NoType, false
	p.worlds.clear()
	p.bodies.clear()
	clear(p.failed)
	p.failed, p.unknown = p.failed[:0], p.unknown[:0]
	p.ignoredColumns, p.moving, p.lonLat, p.passed = ignoredColumns{}, false, false, 0
	p.boxes, p.spilled, p.bodied, p.row = p.boxes[:0], false, false, p.row[:0]
	p.records, p.recordEnds = p.records[:0], p.recordEnds[:0]
}
