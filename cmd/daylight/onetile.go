// SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
	"daylight/cmd/internal/table"
)

// What a shape and a pair take in memory while their tile is done, about: in the set, in the
// engine, as contacts and as rows.
const (
	tileShape = 500
	tilePair  = 250
)

// tileBytes is what a tile takes in memory, about.
func tileBytes(shapes, pairs float64) int64 {
	return int64(min(shapes*tileShape+pairs*tilePair, 1<<62))
}

// loads says how even tiles are expected to be, in how many a shape is, and how much memory the busiest
// takes for data.
func loads(p *tile.Plan, sample tile.Sample) (text string, need int64, err error) {
	shapes, pairs, err := p.Loads(sample)
	if err != nil {
		return "", 0, err
	}
	var most, sum, copies, all float64
	for t, n := range shapes {
		most, sum, copies = max(most, n+pairs[t]), sum+(n+pairs[t]), copies+n
		need = max(need, tileBytes(n, pairs[t]))
	}
	for i := range sample.Boxes {
		if sample.Weight == nil {
			all++
		} else {
			all += sample.Weight[i]
		}
	}
	if sum == 0 {
		return "nothing to do", 0, nil
	}
	return fmt.Sprintf("the busiest with %.2f times the mean; a shape is in %.3f of them", most/(sum/float64(len(shapes))), copies/all), need, nil
}

// byTile are shapes that lie by tile: shards.Spill or shards.Pieces.
type byTile interface {
	Shapes(t int, second bool) int
	Blocks(t int, second bool) func(room []byte) ([]byte, *shapes.Origin, error)
}

// tileOf reads the shapes of a tile. Of the tiling it sets what is asked.
func tileOf(a *spec, from byTile, t int, tiling *shapes.Tiling) (one, two *shapes.Set, err error) {
	read := a.read
	read.Bad, read.Progress, read.Names = nil, nil, nil
	what := a.what.tiling()
	tiling.Reach, tiling.Second = what.Reach, what.Second
	read.Tiling = tiling
	first := shapes.NewLoader(read)
	if p, is := from.(*shards.Pieces); is {
		p.Begin(first)
	}
	if err := first.ReadSpilled(from.Shapes(t, false), from.Blocks(t, false)); err != nil {
		return nil, nil, err
	}
	if one, err = first.Set(); err != nil || len(a.join.files) == 0 {
		return one, nil, err
	}
	second := a.join.beside(first, table.Options{})
	if err := second.ReadSpilled(from.Shapes(t, true), from.Blocks(t, true)); err != nil {
		return nil, nil, err
	}
	two, err = second.Set()
	return one, two, err
}
