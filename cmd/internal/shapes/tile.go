// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"daylight/cmd/internal/schema"
	"daylight/region"
)

// Tile is a rectangle of the plane without its upper and right edges. Tiles that fill the plane
// share out a job: a pair belongs to the tile that holds the larger min x and the larger min y of
// its two boxes (the reference point method: Dittrich and Seeger, 2000), and a question to the tile
// that holds the min corner of its own box.
type Tile struct {
	region.Box
	Takes Takes
	// Near is how far Answers may be from a question: all shapes may answer if it is infinite.
	Near float64
	// reached is, by world, the box around all questions that were read so far, grown by Near.
	reached map[string]region.Box
}

// Takes says which shapes enter the Set of a tile.
type Takes uint8

// A tile takes shapes that touch it, its questions, or the shapes that may answer its questions,
// which are read first. Answers takes all shapes if Asks was not called.
const (
	Touching Takes = iota
	Questions
	Answers
)

// Asks returns the tile that takes the questions that the shapes of t answer.
func (t *Tile) Asks() *Tile {
	t.reached = map[string]region.Box{}
	return &Tile{Box: t.Box, Takes: Questions, Near: t.Near, reached: t.reached}
}

// Reach says what a box covers beside the outline of a shape.
type Reach struct {
	Margin float64 // by which the box grows on each side
	Moves  bool    // the shape's motion in Config.Time
}

// boxed reports whether the boxes of rows are needed.
func (c *Config) boxed() bool { return c.Box != nil || c.Tile != nil || c.Scan != nil }

// enters reports whether the tile needs a shape of that world with that box. A box with a NaN
// enters, so that its row is found to be bad.
func (t *Tile) enters(world func() string, b *region.Box) bool {
	switch {
	case t.Takes == Questions:
		return t.Owns(*b)
	case t.Takes == Answers && t.reached == nil:
		return true
	case t.Takes == Answers:
		reached, any := t.reached[world()]
		return any && !apart(b, &reached)
	}
	return t.Touched(b)
}

// Touched reports whether a box touches the tile. Touching its upper or right edge is not enough.
func (t *Tile) Touched(b *region.Box) bool {
	return !(b.MinX >= t.MaxX || b.MaxX < t.MinX || b.MinY >= t.MaxY || b.MaxY < t.MinY)
}

// The sides of a tile beyond which a box may begin.
const (
	leftOf  = 1 << iota
	below   // the tile
	farther // than its right or upper edge
)

// sides says beyond which sides of the tile a box begins. Two shapes of a tile with a bit in common
// are a pair of another tile, and a question with any bit belongs to another one. Shapes that enter
// for pairs touch the tile, so they never begin farther.
func (t *Tile) sides(b region.Box) (bits uint8) {
	if b.MinX < t.MinX {
		bits |= leftOf
	}
	if b.MinY < t.MinY {
		bits |= below
	}
	if b.MinX >= t.MaxX || b.MinY >= t.MaxY {
		bits |= farther
	}
	return bits
}

// Owns reports whether a question with that box belongs to the tile.
func (t *Tile) Owns(b region.Box) bool { return t.sides(b) == 0 }

// reach adds what a question reaches. The engine compares distances with Near in float32.
func (t *Tile) reach(world string, b region.Box) {
	b = Widened(b, t.Near*(1+0x1p-18))
	if all, any := t.reached[world]; any {
		b = region.Box{MinX: min(b.MinX, all.MinX), MinY: min(b.MinY, all.MinY), MaxX: max(b.MaxX, all.MaxX), MaxY: max(b.MaxY, all.MaxY)}
	}
	t.reached[world] = b
}

// Tiled reports whether the set is of a tile.
func (s *Set) Tiled() bool { return s.sides != nil }

// Sides says beyond which sides of Config.Tile the box of shape k begins: shapes a and b are a pair
// of the tile if Sides(a)&Sides(b) is 0, and shape k is a question of the tile if Sides(k) is 0.
// Without a tile all are.
func (s *Set) Sides(k int) uint8 {
	if s.sides == nil {
		return 0
	}
	return s.sides[k]
}

// errOutside marks a row that Config.Box leaves out, and errElsewhere one that Config.Tile does.
var (
	errOutside   = errors.New("outside of the box")
	errElsewhere = errors.New("outside of the tile")
)

var outsideOfBox = failure{outside: 1}

// apart reports whether two boxes have no point in common. With NaN it returns false.
func apart(a, b *region.Box) bool {
	return a.MinX > b.MaxX || a.MaxX < b.MinX || a.MinY > b.MaxY || a.MaxY < b.MinY
}

// place finds the box of the current row and returns an error if the row does not enter.
func (p *parser) place(i int) error {
	b := &p.batch
	if b.boxes == nil {
		b.boxes = make([]region.Box, batchRows)
	}
	var v motion
	if b.motions != nil {
		v = b.motions[i]
	}
	box := p.c.Reach.box(&p.primitive, v)
	b.boxes[i] = box
	if p.isRay() { // the table has rays, even if this one is left out
		p.part.Moving = true
	}
	switch t := p.c.Tile; {
	case p.c.Box != nil && apart(&box, p.c.Box):
		return errOutside
	case t != nil && !t.enters(func() string { return b.worldOf(i) }, &box):
		return errElsewhere
	}
	return nil
}

// worldOf is the name of a row's world.
func (b *rowBatch) worldOf(i int) string {
	if !b.filled[i].Has(schema.World) {
		return DefaultWorld
	}
	return b.cell(schema.World, i)
}

// cutsOutside reports whether the shape of the row at hand, which a tile leaves out, is cut into
// parts: then rows have the columns of such shapes in every tile. The parser stops looking after
// the first one.
func (p *parser) cutsOutside() bool {
	k := p.primitive.kind
	if p.cut || p.c.Tile == nil || !p.c.Concave || k != schema.Geometry && k != schema.LocalPolygon {
		return p.cut
	}
	part := p.part
	if p.outside == nil {
		scratch := newPart(0)
		p.outside = &scratch
	}
	p.outside.clear()
	p.part = p.outside
	err := p.addEngine()
	p.part = part
	p.cut = err == nil && p.outside.shapes.Len() > 1
	return p.cut
}

// ParseBox reads a Box: min x, min y, max x and max y, with commas between them.
func ParseBox(text string) (*region.Box, error) {
	b, err := parseBox(text)
	if err == nil && (math.IsInf(b.MinX, 0) || math.IsInf(b.MinY, 0) || math.IsInf(b.MaxX, 0) || math.IsInf(b.MaxY, 0)) {
		err = errBox
	}
	return &b, err
}

// ParseTile reads the box of a Tile, which may be infinite.
func ParseTile(text string) (*Tile, error) {
	b, err := parseBox(text)
	if err == nil && (b.MinX == b.MaxX || b.MinY == b.MaxY) {
		err = errors.New("nothing lies in it: its right and upper edges belong to the next tiles")
	}
	return &Tile{Box: b}, err
}

var errBox = errors.New("want min x, min y, max x and max y with commas between them, such as 0,0,100,50")

func parseBox(text string) (b region.Box, err error) {
	cells := strings.Split(text, ",")
	sides := [4]*float64{&b.MinX, &b.MinY, &b.MaxX, &b.MaxY}
	if len(cells) != len(sides) {
		return b, errBox
	}
	for k, cell := range cells {
		if *sides[k], err = strconv.ParseFloat(strings.TrimSpace(cell), 64); err != nil || math.IsNaN(*sides[k]) {
			return b, errBox
		}
	}
	switch {
	case b.MinX > b.MaxX:
		return b, fmt.Errorf("min x, %v, is above max x, %v: want min x, min y, max x, max y", b.MinX, b.MaxX)
	case b.MinY > b.MaxY:
		return b, fmt.Errorf("min y, %v, is above max y, %v: want min x, min y, max x, max y", b.MinY, b.MaxY)
	}
	return b, nil
}
