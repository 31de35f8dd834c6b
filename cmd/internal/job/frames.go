// SPDX-License-Identifier: MIT

package job

import (
	"fmt"
	"math"
	"slices"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/tracks"
	"daylight/soa"
)

// frames goes over the common times of a Set of tracks, or of one and another that was read beside it, whose rows without a time
// stand still and are there at all times. What is there at some of the times is put into worlds of their own.
type frames struct {
	sets    [2]*shapes.Set // the second is nil if there is none
	tracks  []*tracks.Tracks
	clock   tracks.Clock
	rows    []tracks.Sample // that stand still, of the second set
	poses   []soa.Pose      // of rows
	samples float64         // of all times, at most

	worlds  []string
	spans   []span             // of time that worlds are about
	moments [2][]shapes.Moment // of both sets
	places  [2][]tracks.Sample // where moments are; of what stands still, on track None
	placed  bool               // places are kept
	number  []uint32           // of each world of the tables, 1 + that of the frame at hand; 0 if nothing of it is there
}

// span is a time that a world is about; it begins and ends at one if nothing moves.
type span struct{ from, to int64 }

// frame is where everything is at one time: samples of both sets.
type frame struct {
	time int64
	of   [2][]tracks.Sample
}

// mostMoments is how many shapes there may be.
const mostMoments = math.MaxUint32

func newFrames(clock tracks.Clock, set, other *shapes.Set) (*frames, error) {
	f := &frames{sets: [2]*shapes.Set{set, other}, number: make([]uint32, len(set.Worlds()))}
	f.tracks = []*tracks.Tracks{set.Tracks}
	if other != nil {
		f.tracks = append(f.tracks, other.Tracks)
		ids := slices.Collect(other.Shapes.All())
		for _, row := range other.Standing() {
			slot, _ := other.Slots(int(row))
			pose, err := other.Shapes.Pose(ids[slot])
			if err != nil {
				return nil, err
			}
			f.rows = append(f.rows, tracks.Sample{Row: row, Track: tracks.None, X: pose.X, Y: pose.Y})
			f.poses = append(f.poses, pose)
		}
	}
	f.clock = clock.Over(f.tracks...)
	for _, t := range f.tracks {
		f.samples += f.clock.Samples(t)
	}
	if most := float64(mostMoments); f.samples > most {
		return nil, fmt.Errorf("the tracks have about %.3g samples at common times, and there may be %.3g: --every with a longer time has fewer", f.samples, most)
	}
	return f, nil
}

// between counts the rows of tracks that are at no common time.
func (f *frames) between() (n int) {
	for _, t := range f.tracks {
		n += f.clock.Between(t)
	}
	return n
}

// each calls do for each common time in order. The samples of a frame are there until the next.
func (f *frames) each(do func(*frame) error) error {
	var sweeps []*tracks.Sweep
	for _, t := range f.tracks {
		sweeps = append(sweeps, t.Sweep(f.clock))
	}
	one := frame{time: math.MinInt64}
	for {
		next, found := int64(math.MaxInt64), false
		for _, s := range sweeps {
			if t, ok := s.Next(one.time); ok {
				next, found = min(next, t), true
			}
		}
		if !found {
			return nil
		}
		one.time = next
		for k, s := range sweeps {
			one.of[k] = s.At(next)
		}
		if err := do(&one); err != nil {
			return err
		}
	}
}

// add adds what moves from one frame to another, to where it is then; or all of a frame as it is there, if the other is nil. It
// reports whether anything does not go on.
func (f *frames) add(from, to *frame) (ends bool) {
	clear(f.number)
	until := from
	if to != nil {
		until = to
	}
	for k := range from.of {
		var next []tracks.Sample
		if next = from.of[k]; to != nil {
			next = to.of[k]
		}
		for _, one := range from.of[k] {
			for len(next) > 0 && next[0].Track < one.Track {
				next = next[1:]
			}
			if len(next) == 0 || next[0].Track != one.Track || next[0].Run != one.Run {
				ends = true
				continue
			}
			at := shapes.Moment{Shape: one.Row, World: f.world(f.sets[k].World(int(one.Row)), from.time, until.time)}
			if at.Placed = !one.Stamped; at.Placed {
				at.Pose = soa.At(one.X, one.Y, one.Angle)
			}
			at.DX, at.DY, at.Turn = next[0].X-one.X, next[0].Y-one.Y, tracks.Turn(one.Angle, next[0].Angle)
			f.put(k, at, one)
		}
	}
	for i, one := range f.rows {
		if n := f.number[f.sets[1].World(int(one.Row))]; n != 0 {
			f.put(1, shapes.Moment{Shape: one.Row, World: n - 1, Pose: f.poses[i]}, one)
		}
	}
	return ends
}

func (f *frames) put(k int, at shapes.Moment, of tracks.Sample) {
	if f.moments[k] = append(f.moments[k], at); f.placed {
		f.places[k] = append(f.places[k], of)
	}
}

// world is the number of a world of the tables in the frame at hand.
func (f *frames) world(w uint32, from, to int64) uint32 {
	if f.number[w] == 0 {
		name := shapes.FormatTime(from, f.sets[0].Dated)
		if f.sets[0].Named() || f.sets[1] != nil && f.sets[1].Named() {
			name = f.sets[0].Worlds()[w] + "@" + name
		}
		f.worlds, f.spans = append(f.worlds, name), append(f.spans, span{from, to})
		f.number[w] = uint32(len(f.worlds))
	}
	return f.number[w] - 1
}

// len is how many shapes have been added.
func (f *frames) len() int { return len(f.moments[0]) + len(f.moments[1]) }

// take makes Sets of what has been added, which move if moving, and charges them for what they are.
func (f *frames) take(s *Spec, moving bool, what string) (a, b *shapes.Set, err error) {
	slots := 0
	for k, list := range f.moments {
		for i := range list {
			from, to := f.sets[k].Slots(int(list[i].Shape))
			slots += to - from
		}
	}
	if err := s.Memory.Reserve(int64(slots) * shapes.MomentBytes); err != nil {
		return nil, nil, fmt.Errorf("for %d %s: %w (--memory says how much to use)", f.len(), what, err)
	}
	if a, err = f.sets[0].Moments(f.moments[0], f.worlds, moving); err == nil && f.sets[1] != nil {
		b, err = f.sets[1].Moments(f.moments[1], f.worlds, moving)
	}
	return a, b, err
}
