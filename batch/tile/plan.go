// SPDX-License-Identifier: MIT

package tile

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"sort"
)

// MaxTiles is the greatest number of tiles of a plan.
const MaxTiles = 1 << 20

// Part is an entry of a plan: what becomes of worlds From to To. Without cuts all of them
// are in Tile. With cuts there is one world, and tiles from Tile on are numbered as one
// reads a map from the bottom: the bands of y from the lowest to the highest, in each the
// tiles from the left to the right.
//
//	Y  the len(Y)+1 bands meet at these values
//	X  for each band, where its tiles meet; it has one tile more than that
//
// A tile has its lower edges and not its upper ones. The outermost tiles have no end.
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

// Plan says which tile each point of each world is in. The zero value has one tile, which
// has everything. As JSON it is {"tiles": 3, "worlds": [...]}, the worlds being Parts.
type Plan struct {
	tiles int
	parts []Part
	first [][]int // of each part: the first tile of each band
}

// New makes a plan of parts, in order of worlds. Worlds that are in none of them are dealt out
// among all tiles. Several parts may have a tile in common. The parts are kept.
func New(tiles int, parts []Part) (*Plan, error) {
	if tiles < 1 || tiles > MaxTiles {
		return nil, badPlan("%d tiles; want 1 to %d", tiles, MaxTiles)
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

// Tiles is how many tiles there are; they are numbered from 0.
func (p *Plan) Tiles() int { return max(p.tiles, 1) }

// Parts lists the entries. They are to be read only.
func (p *Plan) Parts() []Part { return p.parts }

// part is the entry of a world, or -1.
func (p *Plan) part(world uint32) int {
	i := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].To >= world })
	if i == len(p.parts) || p.parts[i].From > world {
		return -1
	}
	return i
}

// At is the tile of a point.
func (p *Plan) At(world uint32, x, y float64) int {
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

// behind is how many cuts v is at or behind.
func behind(cuts []float64, v float64) int {
	lo, hi := 0, len(cuts)
	for lo < hi {
		if mid := (lo + hi) / 2; cuts[mid] <= v {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// AppendTiles appends the tiles that a box of a world reaches, each once, in ascending order.
func (p *Plan) AppendTiles(dst []int, world uint32, b Box) []int {
	if b.Empty() {
		return dst
	}
	i := p.part(world)
	if i < 0 || len(p.parts[i].X) == 0 {
		return append(dst, p.At(world, b.MinX, b.MinY))
	}
	w := &p.parts[i]
	for band, top := behind(w.Y, b.MinY), behind(w.Y, b.MaxY); band <= top; band++ {
		from, to := behind(w.X[band], b.MinX), behind(w.X[band], b.MaxX)
		for ; from <= to; from++ {
			dst = append(dst, p.first[i][band]+from)
		}
	}
	return dst
}

// Reaches reports whether a box of a world reaches a tile.
func (p *Plan) Reaches(tile int, world uint32, b Box) bool {
	if b.Empty() {
		return false
	}
	i := p.part(world)
	if i < 0 || len(p.parts[i].X) == 0 {
		return p.At(world, b.MinX, b.MinY) == tile
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

// MayReach reports whether a box that lies within b, of a world from one number to another, may
// reach a tile: without looking at the worlds one by one.
func (p *Plan) MayReach(tile int, from, to uint32, b Box) bool {
	next := uint64(from) // the first world that has not been looked at
	for i := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].To >= from }); i < len(p.parts) && p.parts[i].From <= to; i++ {
		w := &p.parts[i]
		if uint64(w.From) > next || p.Reaches(tile, max(w.From, from), b) {
			return true
		}
		next = uint64(w.To) + 1
	}
	return next <= uint64(to)
}

// Owner is the tile that a pair of shapes of a world belongs to: that of the larger of both
// lower corners. If the boxes overlap, both shapes reach it.
func (p *Plan) Owner(world uint32, a, b Box) int {
	return p.At(world, max(a.MinX, b.MinX), max(a.MinY, b.MinY))
}

// Corner is the lower left corner of a tile in a world, -Inf where it has no end. Of the shapes
// that reach the tile two that both begin left of it, or both below it, are a pair of another
// tile; any other two whose boxes overlap are its own.
func (p *Plan) Corner(tile int, world uint32) (x, y float64) {
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

// Early says where a box begins that reaches a tile: left of it (1), below it (2), both (3)
// or neither. See Corner.
func (p *Plan) Early(tile int, world uint32, b Box) uint8 {
	x, y := p.Corner(tile, world)
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

// MarshalJSON writes the plan.
func (p *Plan) MarshalJSON() ([]byte, error) { return json.Marshal(file{p.Tiles(), p.parts}) }

// UnmarshalJSON reads a plan and checks it.
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
