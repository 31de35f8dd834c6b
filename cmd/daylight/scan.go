// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"slices"

	"daylight/batch/tile"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/shards"
)

// scan is what is known of shapes once tables were read to be cut into tiles: where a sample of them lies,
// and which rows do not count.
type scan struct {
	sampler *tile.Sampler
	leftOut [2][]int64      // rows whose id another one had before, of each set
	shapes  [2]int          // of each set
	concave int             // shapes that are cut into convex parts
	dir     string          // of temporary files
	ids     *shards.Doubled // nil if nobody asks which are there twice
	look    int             // of how many shapes they are told apart next
	worlds  shards.Worlds
	alike   bool // numbers of worlds do not tell all apart

	answers  *tile.Sampler // of the first set alone, if questions ask for the nearest of it
	filtered bool          // and some shapes do not meet some others
}

// newScan makes a scan that samples at most so many shapes, or none, and has its temporary files in a directory.
func newScan(most int, dir string) *scan {
	s := &scan{dir: dir}
	if most > 0 {
		s.sampler = tile.NewSampler(most)
	}
	return s
}

// all is how many shapes there are.
func (s *scan) all() int { return s.shapes[0] + s.shapes[1] }

// idsShare is of how many parts of memory one is for ids that are told apart, or two where nothing else is in memory. Tests
// have another.
var idsShare int64 = 3

// tiling has shapes scanned as they are read, each block of them by keep, too.
func (s *scan) tiling(a *spec, records bool, keep func(shapes.Scanned) error) *shapes.Tiling {
	t := a.reach
	t.Records = records
	if a.near != nil {
		s.answers = tile.NewSampler(leastShapes)
	}
	t.Scan = func(b shapes.Scanned) error {
		s.add(b)
		if s.ids != nil {
			if err := s.ids.Add(&b); err != nil {
				return err
			}
			if !a.read.SkipBad && !a.in.sampled && s.all() > s.look {
				s.look = 4 * s.all()
				if err := s.ids.Find(shards.SetOf(b.Second), true, func(*shapes.Doubled) error { return errDoubled }); err != nil {
					return err
				}
			}
		}
		return keep(b)
	}
	if s.ids != nil {
		t.Doubled = s.doubled
	}
	return &t
}

// tellIDs has ids that are there twice be found in all that is scanned. Who does calls close.
func (s *scan) tellIDs(a *spec) {
	a.in.bad.hold(s.dir)
	s.ids, s.look = shards.NewDoubled(s.dir, 2*a.in.memory.Limit()/idsShare), firstLook
}

// errDoubled ends reading, which then tells which id is there twice.
var errDoubled = errors.New("an id is there twice")

// firstLook is of how many shapes the ids are told apart first, so that nobody has to wait for that of the rest.
const firstLook = 1 << 16

func (s *scan) close() {
	if s.ids != nil {
		s.ids.Close()
	}
}

// doubled tells of the rows of a set whose ids are there already, which are left out.
func (s *scan) doubled(second, first bool, tell func(r *shapes.Doubled) error) error {
	set := shards.SetOf(second)
	err := s.ids.Find(set, first, func(r *shapes.Doubled) error {
		s.leftOut[set] = append(s.leftOut[set], r.Row)
		if s.shapes[set]--; r.Cut {
			s.concave--
		}
		return tell(r)
	})
	slices.Sort(s.leftOut[set])
	return err
}

// near is where questions for the nearest shapes go, of a job that has them; else it is nil. What is known of some
// rows alone is not enough.
func (s *scan) near(a *spec, all bool) (*shards.Near, error) {
	n := a.near
	if n == nil {
		return nil, nil
	}
	var sample *tile.Sample
	if all && !s.filtered && !s.alike && len(s.leftOut[0]) == 0 {
		all := s.answers.Sample()
		sample = &all
	}
	return shards.NewNear(n.Count, n.Most, len(a.join.files) == 0, sample)
}

func (s *scan) add(b shapes.Scanned) {
	s.filtered = s.filtered || s.answers != nil && b.Filtered()
	for k, box := range b.Boxes {
		if b.Cut(k) {
			s.concave++
		}
		if s.shapes[shards.SetOf(b.Second)]++; s.sampler == nil {
			continue
		}
		world := s.worlds.Of(&b, k)
		s.sampler.Add(world, box)
		if s.answers != nil && !b.Second {
			s.answers.Add(world, box)
		}
	}
}
