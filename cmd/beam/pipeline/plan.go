// SPDX-License-Identifier: MIT

package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
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
