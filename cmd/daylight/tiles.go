// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"daylight/batch/tile"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

// tiled is a job that is done tile by tile: by shards, or all of it on one machine.
type tiled struct {
	*spec
	plan    *shards.Plan
	pieces  *shards.Pieces
	leftOut [2][]int64 // rows of each set whose id another one had before
}

// found is what a tile has of the answer.
type found struct {
	rows output.Pairs
	did  tally
	head shards.Head
}

// find finds what tile t has of the answer.
func (j *tiled) find(ctx context.Context, t int) (*found, error) {
	begin := time.Now()
	set, other, err := j.load(t)
	if err != nil {
		return nil, err
	}
	j.in.took += time.Since(begin)
	share := job.Share{Plan: j.plan.Tiles, Tile: t, Worlds: shards.WorldNumbers(j.pieces.Worlds)}
	rows, did, left, err := j.what.find(ctx, &share, set, other)
	if err != nil {
		return nil, err
	}
	crs := j.pieces.CRS[0]
	return &found{rows, did, shards.HeadOf(rows, other != nil, crs, j.drawn(crs), j.order, left)}, nil
}

// load reads the shapes of a tile.
func (j *tiled) load(t int) (one, two *shapes.Set, err error) {
	read, tiling := j.read, j.reach
	read.Bad, read.Progress, read.Names = nil, nil, nil
	tiling.LeftOut = j.leftOut
	read.Tiling = &tiling
	if len(j.join.files) == 0 {
		return j.pieces.Load(j.pieces.Tile(t), read, nil)
	}
	return j.pieces.Load(j.pieces.Tile(t), read, j.join.beside)
}

// uncutPlan is a plan of the tables, which says not yet how they are cut.
func (s *spec) uncutPlan() *shards.Plan {
	return &shards.Plan{By: program(), Files: named(s.files, s.in.constants[0]), Join: named(s.join.files, s.in.constants[1])}
}

// named are tables by name, size and time.
func named(names []string, columns [][]shapes.Constant) (list []shards.File) {
	for i, name := range names {
		f := shards.File{Name: name, Size: -1, Columns: columns[i]}
		if info, err := os.Stat(name); name != "-" && err == nil && info.Mode().IsRegular() {
			f.Size, f.Time = info.Size(), info.ModTime().UnixNano()
		}
		list = append(list, f)
	}
	return list
}

// tilesOf cuts a scene into about so many tiles.
func (s *spec) tilesOf(sample tile.Sample, n int) (*tile.Plan, error) {
	p, err := tile.Make(sample, n)
	if err != nil || !s.whole {
		return p, err
	}
	return whole(p)
}

// whole is a plan without its cuts: each world is in one tile as a whole.
func whole(p *tile.Plan) (*tile.Plan, error) {
	var parts []tile.Part
	numbers := map[int]int{} // of tiles, by those that they have in p
	for _, one := range p.Parts() {
		t, known := numbers[one.Tile]
		if !known {
			t = len(numbers)
			numbers[one.Tile] = t
		}
		parts = append(parts, tile.Part{From: one.From, To: one.To, Tile: t})
	}
	return tile.New(max(len(numbers), 1), parts)
}

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

// leastTiles is how many tiles are made at least, but for one more. Tests of small tables want more.
var leastTiles = 1

// tilesFor is how many tiles it takes so that one fits into so much memory.
func tilesFor(sample tile.Sample, room int64) (int, error) {
	all, pairs, err := new(tile.Plan).Loads(sample)
	if err != nil {
		return 0, err
	}
	n := int64(leastTiles)
	for t := range all {
		n = max(n, tileBytes(all[t], pairs[t])/room)
	}
	return int(min(n+1, maxTiles)), nil
}

// maxTiles is the greatest number of tiles that package tile makes.
const maxTiles = 1 << 20
