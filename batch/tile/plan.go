// SPDX-License-Identifier: MIT

package tile

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"sort"

	"daylight/region"
)

// maxTiles is the greatest number of tiles that a plan can have.
const maxTiles = 1 << 20

// Part is one entry of a plan. It says in which tiles the worlds From to To lie, both included.
//
// Without cuts, all these worlds are in the tile Tile. With cuts, From and To are the same
// world, and its tiles have the numbers from Tile on, in the order in which one reads a map
// from the bottom: the lowest band of y first, and in each band from left to right.
//
//	Y  the values of y at which bands meet; there are len(Y)+1 bands
//	X  for each band, the values of x at which its tiles meet; it has one tile more
//
// Cuts are finite and in ascending order. A tile contains its lower and left edges, but not its
// upper and right ones. The outermost tiles extend to infinity.
type Part struct {
	From uint32      `json:"from"`
	To   uint32      `json:"to"`
	Tile int         `json:"tile"`
	Y    []float64   `json:"y,omitempty"`
	X    [][]float64 `json:"x,omitempty"`
}

// tiles is how many tiles there are.
func (w *Part) tiles() int {
	if len(w.X) == 0 {
		return 1
	}
	n := 0
	for _, x := range w.X {
		n += len(x) + 1
	}
	return n
}

// Plan says in which tile each point of each world lies. The zero value has one tile, which
// holds everything. As JSON a plan is {"tiles": 3, "worlds": [...]}, where worlds is the list
// of Parts. No method but UnmarshalJSON changes a plan.
type Plan struct {
	tiles int
	parts []Part
	first [][]int // of each part: the first tile of each band
}

// New makes a plan of parts in ascending order of worlds. A world w that is in none of them lies
// in tile w modulo tiles. Several parts may use the same tile. New keeps the parts, which must
// not be changed afterwards. If something is wrong with them, or tiles is not from 1 to
// 2^20, it returns an error that wraps ErrPlan.
func New(tiles int, parts []Part) (*Plan, error) {
	if tiles < 1 || tiles > maxTiles {
		return nil, badPlan("%d tiles; want 1 to %d", tiles, maxTiles)
	}
	p := &Plan{tiles: tiles, parts: parts}
	for i := range parts {
		w := &parts[i]
		switch {
		case w.To < w.From:
			return nil, badPlan("entry %d: its worlds end at %d, before they begin at %d", i, w.To, w.From)
		case i > 0 && w.From <= parts[i-1].To:
			return nil, badPlan("entry %d begins with world %d, and entry %d ends with world %d: want them in order", i, w.From, i-1, parts[i-1].To)
		case len(w.X) == 0 && len(w.Y) > 0, len(w.X) > 0 && len(w.X) != len(w.Y)+1:
			return nil, badPlan("entry %d has %d cuts along y, so it needs %d lists of cuts along x; it has %d", i, len(w.Y), len(w.Y)+1, len(w.X))
		case len(w.X) > 0 && w.From != w.To:
			return nil, badPlan("entry %d cuts worlds %d to %d: want an entry for each world that is cut", i, w.From, w.To)
		case w.Tile < 0 || w.Tile > tiles-w.tiles():
			return nil, badPlan("entry %d has tiles %d to %d, and there are %d, counted from 0", i, w.Tile, w.Tile+w.tiles()-1, tiles)
		}
		for _, cuts := range slices.Concat([][]float64{w.Y}, w.X) {
			for k, v := range cuts {
				if math.IsNaN(v) || math.IsInf(v, 0) || k > 0 && v <= cuts[k-1] {
					return nil, badPlan("entry %d: the cuts %v are not finite and growing", i, cuts)
				}
			}
		}
		var first []int
		at := w.Tile
		for _, x := range w.X {
			first = append(first, at)
			at += len(x) + 1
		}
		p.first = append(p.first, first)
	}
	return p, nil
}

// Tiles returns the number of tiles. They are numbered from 0.
func (p *Plan) Tiles() int { return max(p.tiles, 1) }

// Parts returns the entries. The slice belongs to the plan and is read only.
func (p *Plan) Parts() []Part { return p.parts }

// part is the entry of a world, or -1.
func (p *Plan) part(world uint32) int {
	i := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].To >= world })
	if i == len(p.parts) || p.parts[i].From > world {
		return -1
	}
	return i
}

// at is the tile in which a point of a world lies.
func (p *Plan) at(world uint32, x, y float64) int {
	i := p.part(world)
	if i < 0 {
		return int(world % uint32(p.Tiles()))
	}
	w := &p.parts[i]
	if len(w.X) == 0 {
		return w.Tile
	}
	band := behind(w.Y, y)
	return p.first[i][band] + behind(w.X[band], x)
}

// behind is how many of the cuts are at most v. Where a shape lies is chance, so a branch for it would be foreseen half of the
// time: the step is taken by a product.
func behind(cuts []float64, v float64) int {
	at := 0
	for n := len(cuts); n > 0; {
		half := (n + 1) / 2
		at += half * atMost(cuts[at+half-1], v)
		n -= half
	}
	return at
}

// atMost is 1 if a <= b, else 0.
func atMost(a, b float64) int {
	var is uint8
	if a <= b {
		is = 1
	}
	return int(is)
}

// AppendTiles appends the tiles that a box in a world reaches to dst, each once, in ascending
// order. It appends none if the box is empty. It allocates only to extend dst.
func (p *Plan) AppendTiles(dst []int, world uint32, b region.Box) []int {
	if isEmpty(b) {
		return dst
	}
	i := p.part(world)
	if i < 0 || len(p.parts[i].X) == 0 {
		return append(dst, p.at(world, b.MinX, b.MinY))
	}
	w := &p.parts[i]
	// Most boxes are in one tile, so the next cut is looked at, rather than the last one searched for.
	for band := behind(w.Y, b.MinY); ; band++ {
		cuts := w.X[band]
		at := behind(cuts, b.MinX)
		dst = append(dst, p.first[i][band]+at)
		for ; at < len(cuts) && cuts[at] <= b.MaxX; at++ {
			dst = append(dst, p.first[i][band]+at+1)
		}
		if band == len(w.Y) || w.Y[band] > b.MaxY {
			return dst
		}
	}
}

// reaches reports whether a box in a world reaches a tile.
func (p *Plan) reaches(tile int, world uint32, b region.Box) bool {
	if isEmpty(b) {
		return false
	}
	i := p.part(world)
	if i < 0 || len(p.parts[i].X) == 0 {
		return p.at(world, b.MinX, b.MinY) == tile
	}
	w := &p.parts[i]
	if tile < w.Tile || tile >= w.Tile+w.tiles() {
		return false
	}
	band, _ := slices.BinarySearch(p.first[i], tile+1)
	band--
	at := tile - p.first[i][band]
	return behind(w.Y, b.MinY) <= band && band <= behind(w.Y, b.MaxY) &&
		behind(w.X[band], b.MinX) <= at && at <= behind(w.X[band], b.MaxX)
}

// Reaches reports whether a box in any world from one number to another (both included) reaches a tile.
// Of several worlds it does not look at each: false is certain, but where some of them are in no part of
// the plan, true may be wrong.
func (p *Plan) Reaches(tile int, from, to uint32, b region.Box) bool {
	if from == to {
		return p.reaches(tile, from, b)
	}
	next := uint64(from) // the first world that has not been looked at
	for i := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].To >= from }); i < len(p.parts) && p.parts[i].From <= to; i++ {
		w := &p.parts[i]
		if uint64(w.From) > next || p.reaches(tile, max(w.From, from), b) {
			return true
		}
		next = uint64(w.To) + 1
	}
	return next <= uint64(to)
}

// Owner returns the tile to which a pair of shapes in a world belongs, from their boxes: the
// tile of the point whose coordinates are the larger MinX and the larger MinY. If the boxes
// overlap, both shapes reach that tile.
func (p *Plan) Owner(world uint32, a, b region.Box) int {
	return p.at(world, max(a.MinX, b.MinX), max(a.MinY, b.MinY))
}

// corner is the lower left corner of a tile in a world, with -Inf on an axis where the tile extends
// to infinity.
func (p *Plan) corner(tile int, world uint32) (x, y float64) {
	x, y = math.Inf(-1), math.Inf(-1)
	i := p.part(world)
	if i < 0 || len(p.parts[i].X) == 0 {
		return x, y
	}
	w := &p.parts[i]
	if tile < w.Tile || tile >= w.Tile+w.tiles() {
		return x, y
	}
	band, _ := slices.BinarySearch(p.first[i], tile+1)
	band--
	if band > 0 {
		y = w.Y[band-1]
	}
	if k := tile - p.first[i][band]; k > 0 {
		x = w.X[band][k-1]
	}
	return x, y
}

// Early says where a box that reaches a tile begins: left of the tile (1), below it (2), both
// (3) or neither (0). These are the entries for batch.Columns.Exclude: two shapes that reach the tile
// and both begin left of it, or both below it, are a pair of another tile. Any other two whose boxes
// overlap are a pair of this one.
func (p *Plan) Early(tile int, world uint32, b region.Box) uint8 {
	x, y := p.corner(tile, world)
	var bits uint8
	if b.MinX < x {
		bits = 1
	}
	if b.MinY < y {
		bits |= 2
	}
	return bits
}

// file is a plan as JSON.
type file struct {
	Tiles int    `json:"tiles"`
	Parts []Part `json:"worlds"`
}

// MarshalJSON returns the plan as JSON; see Plan.
func (p *Plan) MarshalJSON() ([]byte, error) {
	if p == nil {
		return nil, noPlan("tile.Plan.MarshalJSON")
	}
	return json.Marshal(file{p.Tiles(), p.parts})
}

// UnmarshalJSON reads a plan from JSON and checks it as New does. It refuses unknown fields. If
// it returns an error, which wraps ErrPlan, p is as it was.
func (p *Plan) UnmarshalJSON(text []byte) error {
	var f file
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return badPlan("%v", err)
	}
	made, err := New(f.Tiles, f.Parts)
	if err != nil {
		return err
	}
	*p = *made
	return nil
}
