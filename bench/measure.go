// SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// Observer is told how a measurement goes. Its methods are called on the goroutine that called
// Measure, never while a frame is timed.
type Observer interface {
	// Start is called with where the results come from, before there are any.
	Start(r *Results)
	// Begin is called before the cases of one scene and size, with the number of turns
	// to come, and Turn after each of them; there may be fewer turns.
	Begin(what string, turns int)
	Turn()
	// End is called when they are done, with what they gave.
	End(cases []Measured)
}

// ErrDisagree is wrapped by the error of Measure if cases that must find the same pairs did not.
var ErrDisagree = errors.New("cases disagree")

// Measure measures all cases of the configuration, and the bandwidth of the machine. If ctx ends,
// Measure returns its error after the frame that is under way.
func Measure(ctx context.Context, c Config, o Observer) (*Results, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	r := &Results{
		Schema: Schema, Date: time.Now().UTC().Truncate(time.Second), Command: c.Command(),
		Seed: c.Seed, Warmup: c.Warmup, Machine: ThisMachine(),
	}
	r.Commit, r.Modified = Commit()
	begun := time.Now()
	groups := c.groups()
	left := 0.0
	for _, g := range groups {
		left += g.weight()
	}
	for _, w := range c.workers(groups) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, ok := copied.Load(w)
		if !ok {
			b, _ = copied.LoadOrStore(w, CopyBandwidth(w))
		}
		r.Bandwidth = append(r.Bandwidth, b.(Bandwidth))
	}
	o.Start(r)
	for _, g := range groups {
		budget := time.Duration(0)
		if c.Budget > 0 {
			rest := max(time.Millisecond, c.Budget-time.Since(begun))
			budget = time.Duration(float64(rest) * g.weight() / left)
		}
		left -= g.weight()
		o.Begin(fmt.Sprintf("%s %d", g.scene, g.n), c.Rounds*len(g.cases))
		cases, err := c.measure(ctx, g, budget, o.Turn)
		if err != nil {
			return nil, err
		}
		o.End(cases)
		r.Cases = append(r.Cases, cases...)
	}
	return r, nil
}

// workers are the numbers of workers of all cases, in order.
func (c *Config) workers(groups []group) []int {
	var list []int
	for _, g := range groups {
		for _, cs := range g.cases {
			list = append(list, cs.Workers)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// measure measures the cases of one scene and size in turns.
func (c *Config) measure(ctx context.Context, g group, budget time.Duration, turn func()) ([]Measured, error) {
	begun := time.Now()
	list := make([]Measured, len(g.cases))
	subjects := make([]subject, len(g.cases))
	for i, cs := range g.cases {
		list[i].Case = cs
		s, err := newSubject(cs, c.Seed)
		if err != nil {
			return nil, fmt.Errorf("bench: %s: %w", cs.Key(), err)
		}
		if err := s.warm(ctx, c.Warmup); err != nil {
			return nil, fmt.Errorf("bench: %s: %w", cs.Key(), err)
		}
		subjects[i] = s
	}
	runtime.GC() // what setting up left behind
	records := make([]record, len(g.cases))
	for i, cs := range g.cases {
		records[i].uneven = cs.Skin != 0
	}
	var longest time.Duration
	for round := range c.Rounds {
		if round >= MinRounds && budget > 0 && time.Since(begun)+longest > budget {
			break
		}
		start := time.Now()
		for i := range g.cases {
			// Each round begins with another case, so that no case is always first.
			i = (i + round) % len(g.cases)
			if err := records[i].round(ctx, subjects[i], round, c.Frames); err != nil {
				return nil, fmt.Errorf("bench: %s: %w", g.cases[i].Key(), err)
			}
			turn()
		}
		longest = max(longest, time.Since(start))
	}
	for i := range list {
		records[i].fill(&list[i], subjects[i])
	}
	return list, agree(list)
}

// record collects the frames of one case.
type record struct {
	uneven bool // some frames take longer than others as a rule
	first  frame
	rounds [][]int64
	worst  []int64 // frame of each round
	phases []Phases
	allocs []float64
	bytes  []float64
}

// round takes one turn. Its first frame brings the case's data back into the caches
// and is not timed, except in the first round, which the warm-up came before.
func (r *record) round(ctx context.Context, s subject, round, frames int) error {
	if s.slow() {
		frames = 1
	} else if round > 0 {
		if _, err := s.step(ctx); err != nil {
			return err
		}
	}
	times := make([]int64, 0, frames)
	r.phases = slices.Grow(r.phases, frames)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range frames {
		f, err := s.step(ctx)
		if err != nil {
			return err
		}
		if len(r.rounds) == 0 && len(times) == 0 {
			r.first = f
		}
		times = append(times, max(1, f.ns)) // a clock may stand still for as long as a small step
		r.phases = append(r.phases, f.phases)
	}
	runtime.ReadMemStats(&after)
	r.worst = append(r.worst, slices.Max(times))
	if r.uneven { // a round counts as one frame, the mean of all
		sum := int64(0)
		for _, t := range times {
			sum += t
		}
		times = append(times[:0], sum/int64(len(times)))
	}
	r.rounds = append(r.rounds, times)
	r.allocs = append(r.allocs, float64(after.Mallocs-before.Mallocs)/float64(frames))
	r.bytes = append(r.bytes, float64(after.TotalAlloc-before.TotalAlloc)/float64(frames))
	return nil
}

func (r *record) fill(m *Measured, s subject) {
	m.Candidates, m.Contacts = r.first.candidates, r.first.contacts
	m.Rounds, m.Worst = r.rounds, r.worst
	m.Allocs, m.AllocBytes = Median(r.allocs), Median(r.bytes)
	m.Bytes = s.bytes()
	out := m.Phases.pointers()
	column := make([]int64, len(r.phases))
	for k := range out {
		for i := range r.phases {
			column[i] = r.phases[i].List()[k]
		}
		*out[k] = Median(column)
	}
}

// agree checks that cases which decide the same pairs found as many in the first
// measured frame. Contacts are the same always. Candidates are where storage is in the
// same order: pairs of boxes apart by less than two quanta may go either way, and what
// a quantum is depends on a sample, so between orders they may differ by a few in a
// million. Brute force, and lists that are kept, have candidates of their own. Where the
// engine moves the shapes, they are elsewhere by rounding, and touch others.
func agree(list []Measured) error {
	type found struct {
		n  int
		by string
	}
	type order struct{ kept, moved bool } // of storage; whether the engine moves the shapes
	contacts, candidates, any := map[order]found{}, map[order]found{}, map[order]found{}
	same := func(in map[order]found, kept bool, m *Measured, got, slack int, what string) error {
		of := order{kept, m.Advance}
		have, ok := in[of]
		if ok && max(have.n-got, got-have.n) > slack {
			return fmt.Errorf("bench: %w: %s found %d %s, %s found %d", ErrDisagree, have.by, have.n, what, m.Key(), got)
		}
		in[of] = found{got, m.Key()}
		return nil
	}
	for i := range list {
		m := &list[i]
		if rung := RungOf(m.Case); !rung.own && m.Skin == 0 {
			kept := m.Mode == Broad || rung.kept
			if err := same(candidates, kept, m, m.Candidates, 0, "candidates"); err != nil {
				return err
			}
			if err := same(any, true, m, m.Candidates, 2+m.Candidates/100_000, "candidates"); err != nil {
				return err
			}
		}
		if m.Mode.touching() {
			if err := same(contacts, true, m, m.Contacts, 0, "contacts"); err != nil {
				return err
			}
		}
	}
	return nil
}

// newSubject sets a case up.
func newSubject(c Case, seed uint64) (subject, error) {
	s, err := newStage(c, seed)
	if err != nil {
		return nil, err
	}
	if c.Rung != "" {
		return RungOf(c).make(s, c)
	}
	if c.Mode == Broad {
		return &broad{stage: s}, nil
	}
	return plainEngine(s, c)
}
