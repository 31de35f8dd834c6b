// SPDX-License-Identifier: MIT

package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/shards"
)

func init() {
	register.DoFn5x1[context.Context, []byte, func(*[]byte) bool, func(*[]byte) bool, func([]byte), error](&planFn{})
	register.Emitter1[[]byte]()
	register.Iter1[[]byte]()
}

// planned is what all workers have to know, as JSON: how the plane is cut, and what was read.
type planned struct {
	Plan   *tile.Plan
	Shares []*shards.Share

	text   []byte
	places map[int]int // of shares, by their numbers
	all    *shards.Together
}

// know makes it what is known now, unless it is that already.
func (p *planned) know(text []byte, of *tables) (err error) {
	if bytes.Equal(text, p.text) {
		return nil
	}
	now := planned{text: bytes.Clone(text), places: map[int]int{}}
	if err := json.Unmarshal(text, &now); err != nil {
		return err
	}
	for k, s := range now.Shares {
		now.places[s.Number] = k
	}
	if now.all, err = shards.Combine(now.Shares, of.Names, of.Joined); err == nil {
		*p = now
	}
	return err
}

// tables are the names of all, of which those from Joined on are of the second set, if that is not 0.
type tables struct {
	Names  []string
	Joined int
}

// set is the number of the set of a share.
func (t *tables) set(share int) int {
	return shards.SetOf(t.Joined > 0 && share/mostRanges >= t.Joined)
}

// planFn makes a plan from the samples of all tables, and looks at these together. In what order the samples come
// changes how even the tiles are, and not what is found.
type planFn struct {
	Spec   Spec
	Tables tables
}

func (f *planFn) ProcessElement(ctx context.Context, _ []byte, samples, shares func(*[]byte) bool, emit func([]byte)) (err error) {
	var p planned
	var text []byte
	for shares(&text) {
		s := new(shards.Share)
		if err := json.Unmarshal(text, s); err != nil {
			return err
		}
		p.Shares = append(p.Shares, s)
	}
	slices.SortFunc(p.Shares, func(a, b *shards.Share) int { return cmp.Compare(a.Number, b.Number) })
	t, err := shards.Combine(p.Shares, f.Tables.Names, f.Tables.Joined)
	if err != nil {
		return err
	}
	what, err := f.Spec.work(nil)
	if err != nil {
		return err
	}
	rows := t.Rows[0] + t.Rows[1]
	for _, name := range f.Spec.Keep {
		if rows > 0 && !slices.Contains(t.Kept, name) {
			return fmt.Errorf("--keep %q: no table has a column of that name", name)
		}
	}
	if what.Step > 0 && rows > 0 && !t.Moving[0] && !t.Moving[1] {
		return errors.New("mode swept: no table has a column vx, vy or omega, so nothing moves")
	}
	if (t.LonLat || what.Lengths()) && t.CRS[0].Geographic() {
		log.Warn(ctx, "coordinates are longitudes and latitudes, so that radii, distances and depths are in degrees, which have no one length; for metres bring the tables into a projected system first (ogr2ogr -t_srs)")
	}
	var all tile.Sample
	for samples(&text) {
		var s tile.Sample
		if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&s); err != nil {
			return err
		}
		all.World, all.Boxes, all.Weight = append(all.World, s.World...), append(all.Boxes, s.Boxes...), append(all.Weight, s.Weight...)
	}
	if p.Plan, err = tile.Make(all, f.Spec.Tiles); err != nil {
		return err
	}
	if text, err = json.Marshal(&p); err == nil {
		emit(text)
	}
	return err
}

func init() {
	register.DoFn4x1[context.Context, []byte, []byte, func(int64, []byte), error](&routeFn{})
	register.DoFn4x1[int64, func(*[]byte) bool, func(*[]byte) bool, []byte, error](&idsFn{})
	register.Function3x0(runsOf)
}

// blockSize is how large a block of packs becomes before it is sent to its tile.
const blockSize = 1 << 16

// routeFn sends shapes to the tiles that they reach: those of a bundle in blocks of packs, so that the runner
// moves a few thousand large elements and not a million small ones.
type routeFn struct {
	Tables tables

	planned planned
	dealer  *shards.Dealer
	blocks  [][]byte // by tile
	head    []byte   // of the pack at hand
	parts   uint64   // into which it was cut so far: those of one tile are in the order of rows
	emit    func(int64, []byte)
}

func (f *routeFn) ProcessElement(ctx context.Context, pack, plan []byte, emit func(int64, []byte)) error {
	if err := f.planned.know(plan, &f.Tables); err != nil {
		return err
	}
	if f.blocks == nil {
		f.blocks = make([][]byte, f.planned.Plan.Tiles())
		f.dealer = shards.NewDealer(f.planned.Plan, nil, 1<<40, f.keep)
	}
	var share, row uint64
	records, err := cutHead(pack, &share, &row)
	if err != nil {
		return err
	}
	f.head, f.parts, f.emit = pack[:len(pack)-len(records)], 0, emit
	f.dealer.Worlds = shards.WorldNumbers(f.planned.Shares[f.planned.places[int(share)]].Numbering.Worlds)
	before := f.dealer.Dealt()
	if err := f.dealer.Deal(0, records); err != nil {
		return err
	}
	copiesCounter.Inc(ctx, f.dealer.Dealt()-before)
	return f.dealer.Flush()
}

// keep adds a pack to the block of a tile.
func (f *routeFn) keep(_, t int, records []byte) error {
	f.parts++
	head := binary.AppendUvarint(append(f.blocks[t], f.head...), f.parts)
	f.blocks[t] = append(binary.AppendUvarint(head, uint64(len(records))), records...)
	if len(f.blocks[t]) >= blockSize {
		f.send(t, f.emit)
	}
	return nil
}

// send emits a block, which the runner may keep.
func (f *routeFn) send(t int, emit func(int64, []byte)) {
	emit(int64(t), f.blocks[t])
	f.blocks[t] = nil
}

func (f *routeFn) FinishBundle(_ []byte, emit func(int64, []byte)) {
	for t := range f.blocks {
		if len(f.blocks[t]) > 0 {
			f.send(t, emit)
		}
	}
}

// idsFn finds ids of a list that are there twice in their world.
type idsFn struct {
	Tables tables

	planned planned
}

func (f *idsFn) ProcessElement(list int64, blocks, runs func(*[]byte) bool, plan []byte) error {
	if err := f.planned.know(plan, &f.Tables); err != nil {
		return err
	}
	var all [2][][]byte
	for k, next := range []func(*[]byte) bool{blocks, runs} {
		var text []byte
		for next(&text) {
			all[k] = append(all[k], slices.Clone(text))
		}
	}
	if list == idLists { // these are runs themselves
		all[0] = nil
	}
	for set := range 2 {
		found, _, err := f.planned.all.Twins(set, f.next(set, all[1]), []shards.Next{f.next(set, all[0])}, listMemory)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return found[0]
		}
	}
	return nil
}

// runsOf are the runs of ids.
func runsOf(list int64, text []byte, emit func([]byte)) {
	if list == idLists {
		emit(text)
	}
}

// next reads blocks of a set.
func (f *idsFn) next(set int, blocks [][]byte) shards.Next {
	return func([]byte) (text []byte, share, span int, err error) {
		for len(blocks) > 0 {
			var number uint64
			if text, err = cutHead(blocks[0], &number); err != nil {
				return nil, 0, 0, err
			}
			blocks = blocks[1:]
			if f.Tables.set(int(number)) == set {
				return text, f.planned.places[int(number)], 0, nil
			}
		}
		return nil, 0, 0, io.EOF
	}
}
