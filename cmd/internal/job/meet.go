// SPDX-License-Identifier: MIT

package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"daylight/batch"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/tracks"
)

// meeting finds the meetings of tracks: from one common time to the next they move as shapes do in mode swept.
type meeting struct {
	Spec
	*frames
	list  tracks.Meetings[shapes.Moment]
	near  float64 // how far from each other two may be, for rounding, when they are said to touch
	room  int64   // for so many shapes at once
	total output.Stats
}

// AtOnce is about how many shapes of tracks are held against each other at once. No answer depends on it.
var AtOnce = 1 << 17

// follow finds the answer about tracks: at each common time by itself, or in mode swept when each two first touch, and how deep they
// are in each other at worst.
func (s *Spec) follow(ctx context.Context, set, other *shapes.Set) (*Found, error) {
	f, err := newFrames(*s.Clock, set, other)
	if err != nil {
		return nil, err
	}
	if s.Note != nil {
		s.Note(fmt.Sprintf("the tracks have about %.0f samples at common times", f.samples))
	}
	if s.Mode == batch.ModeSwept {
		if n := f.between(); n > 0 && s.Note != nil {
			s.Note(fmt.Sprintf("%d rows of tracks are between common times, from one to the next of which ways are straight: what is there only between two is not found; --every stamp follows each row", n))
		}
		return s.meet(ctx, f)
	}
	// Samples are charged before any is taken, and what stands beside them as it is added.
	reserved, what := 0.0, "samples of tracks"
	reserve := func(n float64) error {
		if n > mostMoments {
			return fmt.Errorf("there are more than %.3g samples of tracks and of what stands beside them: --every with a longer time has fewer", float64(mostMoments))
		}
		if err := s.Memory.Reserve(int64(n-reserved) * (sampleBytes + shapes.MomentBytes)); err != nil {
			return fmt.Errorf("for %.0f %s: %w (--memory says how much to use; --every with a longer time has fewer)", n, what, err)
		}
		reserved = n
		return nil
	}
	if err := reserve(f.samples); err != nil {
		return nil, err
	}
	what = "samples of tracks and of what stands still at their times, or more"
	err = f.each(func(now *frame) error {
		f.add(now, nil)
		if n := float64(f.len()); n > reserved {
			if err := reserve(n); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	taken := int64(reserved) * sampleBytes
	s.Memory.Release(int64(reserved) * shapes.MomentBytes)
	a, b, err := f.take(s, false, "samples of tracks")
	if err != nil {
		return nil, err
	}
	*f = frames{}
	s.Memory.Release(taken)
	return s.answer(ctx, a, b)
}

// sampleBytes is what a sample takes until Sets are made.
const sampleBytes = 96

func (s *Spec) meet(ctx context.Context, f *frames) (*Found, error) {
	m := &meeting{Spec: *s, frames: f, list: tracks.Meetings[shapes.Moment]{}}
	m.Bars, f.placed = nil, true
	bar := s.Bars.Start("colliding", 100, false)
	defer bar.End()
	done := 0.0
	m.room = int64(AtOnce)
	var last frame
	// A step has all that stands still, however little room there is.
	if err := s.Memory.Reserve(int64(len(f.rows)) * 2 * sampleBytes); err != nil {
		return nil, fmt.Errorf("for what stands still, beside samples of tracks: %w (--memory says how much to use)", err)
	}
	if s.Memory != nil {
		m.room = min(m.room, s.Memory.Left()/(8*(shapes.MomentBytes+2*sampleBytes)))
	}
	step := func(now *frame) error {
		if m.add(&last, now) {
			m.add(&last, nil) // what goes no further is at its last place still
		}
		if int64(m.len()) >= m.room {
			if err := m.flush(ctx); err != nil {
				return err
			}
		}
		last.time = now.time
		for k := range last.of {
			last.of[k] = append(last.of[k][:0], now.of[k]...)
			done += float64(len(now.of[k]))
		}
		bar.Set(int(100*done/max(1, f.samples)), 100)
		return ctx.Err()
	}
	err := m.each(step)
	if err == nil {
		err = step(new(frame))
	}
	if err == nil {
		err = m.flush(ctx)
	}
	if err != nil {
		return nil, err
	}
	return m.found(ctx)
}

// flush finds what touches of what has been added.
func (m *meeting) flush(ctx context.Context) error {
	before := len(m.list)
	var held int64
	if m.Memory != nil {
		held = m.Memory.Held()
	}
	a, b, err := m.take(&m.Spec, true, "samples of tracks")
	if err != nil {
		return err
	}
	found, err := m.answer(ctx, a, b)
	if err != nil {
		return err
	}
	m.total.Add(found.Stats)
	r := found.Pairs.(*Result)
	list := make([]met, r.Len())
	for i := range list {
		list[i] = m.touch(r, i)
	}
	if err := m.deepen(ctx, list); err != nil {
		return err
	}
	if m.Memory != nil {
		m.Memory.Release(m.Memory.Held() - held)
	}
	for k := range m.moments {
		m.moments[k], m.places[k] = m.moments[k][:0], m.places[k][:0]
	}
	m.worlds, m.spans = nil, m.spans[:0]
	if err := m.Memory.Reserve(int64(len(m.list)-before) * tracks.MeetingBytes); err != nil {
		return fmt.Errorf("for all pairs that touch: %w (--memory says how much to use)", err)
	}
	return nil
}

// touch enters row i of an answer.
func (m *meeting) touch(r *Result, i int) met {
	lead, second := r.at(i), 0
	if r.folded != nil {
		lead = int(r.folded[lead].lead)
	}
	if r.joined() {
		second = 1
	}
	p, q := r.Pair(i)
	n := met{at: [2]spot{{0, p}, {second, q}}, share: float64(r.Contacts.Time[lead])}
	var t tracks.Meeting[shapes.Moment]
	t.Places, t.X, t.Y = m.two(n.at, n.share)
	near := math.Hypot(t.Places[1].DX-t.Places[0].DX, t.Places[1].DY-t.Places[0].DY)
	for side, of := range [2]*shapes.Set{r.A, r.B} {
		n.pair[side] = m.sets[n.at[side].set].First(t.Places[side].Shape)
		near += float64(reach(of, n.at[side].k) * (1 + math.Abs(t.Places[side].Turn)))
	}
	m.near = max(m.near, 1e-3*near)
	n.of = m.spans[t.Places[0].World]
	t.Time = n.of.at(n.share)
	t.Depth, t.NX, t.NY = r.Measure(i)
	n.change = float64(t.Depth) + m.rise(r, &n, t.NX, t.NY)
	m.list.Touch(n.pair, t)
	return n
}

// found is the answer, when all times have been looked at. Where each two touch is asked of each two by themselves, as they are then.
func (m *meeting) found(ctx context.Context) (*Found, error) {
	set := m.sets[0]
	pairs := slices.SortedFunc(maps.Keys(m.list), func(p, q [2]uint32) int {
		return cmp.Or(cmp.Compare(set.World(int(p[0])), set.World(int(q[0]))), cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
	})
	e := &Encounters{set: set}
	for i, pair := range pairs {
		t := m.list[pair]
		for side, one := range t.Places {
			one.World = uint32(i)
			m.pair(side, one)
		}
		e.list = append(e.list, t)
		m.worlds = append(m.worlds, set.Worlds()[set.World(int(pair[0]))])
	}
	a, b, err := m.take(&m.Spec, false, "shapes of pairs that touch")
	if err != nil {
		return nil, err
	}
	c := m.Config
	c.Mode, c.Margin, c.Strict, c.Effort = batch.ModeManifolds, min(max(0, c.Margin)+m.near, batch.MaxMargin), false, 1
	if e.Result, err = Run(ctx, a, b, c); err == nil && e.Len() != len(e.list) {
		err = errors.New("some pairs that touch are not found where they do: this is a mistake of Daylight's")
	}
	if err == nil {
		err = m.back(e)
	}
	m.total.Contacts, m.total.Finds = len(e.list), "pairs of tracks that touch at some time, with the first time, and depth and normal then"
	return &Found{Pairs: e, Stats: &m.total}, err
}

// back puts the shapes of an answer, which are told from where the first of two began, where they are.
func (m *meeting) back(e *Encounters) error {
	for k, set := range []*shapes.Set{e.A, e.B} {
		for i := range m.moments[k] {
			one := &m.moments[k][i]
			t := &e.list[one.World]
			one.Pose.X, one.Pose.Y = one.Pose.X+t.X, one.Pose.Y+t.Y
		}
		if err := set.Put(m.moments[k]); err != nil {
			return err
		}
	}
	return nil
}

// EncounterColumns are those of mode swept about tracks: when the two first touch and where, and how deep they are at worst, and
// when that is.
var EncounterColumns = append(slices.Clone(measures), "time", "x", "y", "worst", "worst_time")

// Encounters are the answer about tracks in mode swept: a row for each two that touch, each in a world of its own. They are read-only
// once made.
type Encounters struct {
	*Result // about the two as they are when they first touch
	set     *shapes.Set
	list    []tracks.Meeting[shapes.Moment]
}

// Columns names the values of each row.
func (e *Encounters) Columns() []string { return EncounterColumns }

// Kinds says what the values of each row are.
func (e *Encounters) Kinds() []output.Kind {
	one, double, time := output.SingleKind, output.DoubleKind, output.DoubleKind
	if e.set.Dated {
		time = output.TextKind
	}
	return []output.Kind{one, one, one, time, double, double, one, time}
}

// Values appends the values of row i to dst.
func (e *Encounters) Values(dst []output.Value, i int) []output.Value {
	m := &e.list[i]
	x, y := e.deepest(i)
	return append(dst, output.Single(m.Depth), output.Single(m.NX), output.Single(m.NY), e.time(m.Time), x, y, output.Single(m.Worst), e.time(m.WorstTime))
}

// deepest is where two touch: of two points of a manifold, one may be at the other end of edges that open.
func (e *Encounters) deepest(i int) (x, y output.Value) {
	k := e.at(i)
	if e.folded != nil {
		k = int(e.folded[k].lead)
	}
	c := e.Contacts.At(k)
	p := c.Points[0]
	if c.N > 1 && c.Points[1].Depth > p.Depth {
		p = c.Points[1]
	}
	at, err := e.A.Shapes.Pose(c.A)
	if err != nil {
		return output.Missing, output.Missing
	}
	return output.Double(at.X + float64(p.X)), output.Double(at.Y + float64(p.Y))
}

func (e *Encounters) time(t int64) output.Value {
	text := shapes.FormatTime(t, e.set.Dated)
	if e.set.Dated {
		return output.Text(text)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil { // no time is written so
		return output.Missing
	}
	return output.Decimal(v, text)
}
