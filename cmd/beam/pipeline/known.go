// SPDX-License-Identifier: MIT

package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"daylight/batch/tile"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

func init() {
	register.DoFn5x1[context.Context, []byte, func(*[]byte) bool, []byte, func([]byte), error](&knowFn{})
	register.DoFn5x1[int64, func(*[]byte) bool, func(*[]byte) bool, []byte, func([]byte), error](&idsFn{})
	register.DoFn5x1[context.Context, []byte, func(*[]byte) bool, []byte, func([]byte), error](&leaveFn{})
	register.Iter1[[]byte]()
}

// block is what a part has for a tile, or a list of ids: text, of which there may be several, numbered in order.
type block struct {
	set, share, number int
	text               []byte
}

func (b *block) encode() []byte {
	text := make([]byte, 0, 16+len(b.text))
	for _, n := range [...]int{b.set, b.share, b.number} {
		text = binary.AppendUvarint(text, uint64(n))
	}
	return append(text, b.text...)
}

// decode reads blocks of both sets, in order.
func decode(next func(*[]byte) bool) (sets [2][]block, err error) {
	for text := []byte(nil); next(&text); {
		in := shapes.Packed{Text: slices.Clone(text)}
		set := in.Uvarint()
		b := block{int(set), int(in.Uvarint()), int(in.Uvarint()), in.Text}
		if in.Bad || set > 1 {
			return sets, shapes.ErrSpill
		}
		sets[set] = append(sets[set], b)
	}
	for _, list := range sets {
		slices.SortFunc(list, func(a, b block) int { return cmp.Or(cmp.Compare(a.share, b.share), cmp.Compare(a.number, b.number)) })
	}
	return sets, nil
}

// known is what workers have to know when all is read, as JSON.
type known struct {
	Plan   *tile.Plan
	Shares []*shards.Share
	Left   [2][]int64 // rows of both sets that are left out, whose ids others had before
	Cut    int64      // so many of them are of shapes that are cut into convex parts

	text   []byte
	places map[int]int // of shares, by their numbers
	all    *shards.Together
}

// know makes it what is known now, unless it is that already.
func (k *known) know(text []byte, of *Spec) (err error) {
	if bytes.Equal(text, k.text) {
		return nil
	}
	now := known{text: bytes.Clone(text)}
	if err := json.Unmarshal(text, &now); err != nil {
		return err
	}
	if err := now.together(of); err != nil {
		return err
	}
	*k = now
	return nil
}

func (k *known) together(of *Spec) (err error) {
	k.places = map[int]int{}
	for place, s := range k.Shares {
		k.places[s.Number] = place
	}
	if k.all, err = shards.Combine(k.Shares, of.names(), of.Joined); err == nil {
		k.all.Concave -= k.Cut
	}
	return err
}

// emit emits something as JSON.
func emit(to func([]byte), what any) error {
	text, err := json.Marshal(what)
	if err == nil {
		to(text)
	}
	return err
}

// all reads what was emitted.
func all[T any](next func(*[]byte) bool) (list []*T, err error) {
	for text := []byte(nil); next(&text); {
		one := new(T)
		if err := json.Unmarshal(text, one); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// next reads blocks.
func (k *known) next(list []block) shards.Next {
	return func([]byte) (text []byte, share, span int, err error) {
		if len(list) == 0 {
			return nil, 0, 0, io.EOF
		}
		b := list[0]
		list = list[1:]
		return b.text, k.places[b.share], 0, nil
	}
}

// knowFn puts together what is known of all parts, and finds what is wrong with all tables.
type knowFn struct{ Spec Spec }

func (f *knowFn) ProcessElement(ctx context.Context, _ []byte, shares func(*[]byte) bool, plan []byte, to func([]byte)) (err error) {
	k := known{Plan: new(tile.Plan)}
	if err := json.Unmarshal(plan, k.Plan); err != nil {
		return err
	}
	if k.Shares, err = all[shards.Share](shares); err != nil {
		return err
	}
	slices.SortFunc(k.Shares, func(a, b *shards.Share) int { return cmp.Compare(a.Number, b.Number) })
	what, err := f.Spec.work(nil)
	if err == nil {
		err = k.together(&f.Spec)
	}
	if err == nil {
		err = k.all.Check(f.Spec.Keep, what.Still)
	}
	if err != nil {
		return err
	}
	if (k.all.LonLat || what.Lengths()) && k.all.CRS[0].Geographic() {
		log.Warn(ctx, "coordinates are "+job.InDegrees)
	}
	return emit(to, &k)
}

// listMemory is how much is taken to compare the ids of a list.
const listMemory = 512 << 20

// idsFn finds ids of a list, and of runs, that are there twice in their world: rows to leave out, or an error.
type idsFn struct {
	Spec Spec

	known known
}

func (f *idsFn) ProcessElement(_ int64, ids, runs func(*[]byte) bool, known []byte, to func([]byte)) error {
	if err := f.known.know(known, &f.Spec); err != nil {
		return err
	}
	list, err := decode(ids)
	if err != nil {
		return err
	}
	ofRuns, err := decode(runs)
	if err != nil {
		return err
	}
	var left left
	for k := range left.Rows {
		first, rows, cut, err := f.known.all.Twins(k, f.known.next(ofRuns[k]), []shards.Next{f.known.next(list[k])}, !f.Spec.SkipBad, listMemory, os.TempDir())
		if err == nil && first != nil && !f.Spec.SkipBad {
			err = first
		}
		if err != nil {
			return err
		}
		left.Rows[k], left.Cut[k] = rows, cut
	}
	if len(left.Rows[0])+len(left.Rows[1]) == 0 {
		return nil
	}
	return emit(to, left)
}

// left is rows of both sets to leave out, and those of them whose shapes are cut.
type left struct{ Rows, Cut [2][]int64 }

// once puts rows in order, each once: each list finds those of runs.
func once(rows []int64) []int64 {
	slices.Sort(rows)
	return slices.Compact(rows)
}

// leaveFn adds what is left out to what is known.
type leaveFn struct{}

func (f *leaveFn) ProcessElement(ctx context.Context, _ []byte, rows func(*[]byte) bool, text []byte, to func([]byte)) error {
	var k known
	if err := json.Unmarshal(text, &k); err != nil {
		return err
	}
	list, err := all[left](rows)
	if err != nil {
		return err
	}
	for set := range k.Left {
		var cut []int64
		for _, of := range list {
			k.Left[set], cut = append(k.Left[set], of.Rows[set]...), append(cut, of.Cut[set]...)
		}
		k.Left[set] = once(k.Left[set])
		k.Cut += int64(len(once(cut)))
		skippedCounter.Inc(ctx, int64(len(k.Left[set])))
	}
	return emit(to, &k)
}
