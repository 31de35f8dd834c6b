// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"daylight/bench"
)

// inShort makes the sections that say the most important in a few lines: summary, for the
// opening of a document or page; figure, its first line; and beside, a small table. The
// results are newest first; all is told of one run if there is one that has all, so that no
// sentence is of a kinder moment than the next.
func inShort(list []*bench.Results) []Section {
	var out []Section
	list = slices.Clone(list)
	partial := func(r *bench.Results) int {
		if len(r.Peers) > 0 && severalScenes(r) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b *bench.Results) int { return cmp.Compare(partial(a), partial(b)) })
	if lines := summary(list); len(lines) > 0 {
		out = append(out, Section{Name: "summary", Lines: lines}, Section{Name: "figure", Lines: lines[:1]})
	}
	if t := beside(list); t != nil {
		out = append(out, Section{Name: "beside", Tables: []Table{*t}})
	}
	return out
}

// severalScenes reports whether results are of more than the scene that peers are given.
func severalScenes(r *bench.Results) bool {
	return slices.ContainsFunc(r.Cases, func(m bench.Measured) bool { return m.Scene != r.Cases[0].Scene })
}

// known are the names of engines in sentences.
var known = map[string]string{
	"tidwall-rtree+sat": "tidwall/rtree with a float64 SAT",
	"rtreego+sat":       "rtreego with a float64 SAT",
	"simplefeatures":    "simplefeatures, which tells no depth",
	"box2d-3":           "Box2D 3",
	"box2d-2.4":         "Box2D 2.4",
	"chipmunk":          "Chipmunk 7",
	"geos":              "GEOS, which tells no depth",
	"rapier2d":          "Rapier",
	"grid":              "a plain grid in C",
}

func nameFor(p *bench.Peer) string {
	if s, ok := known[p.Engine]; ok {
		return s
	}
	return p.Engine
}

// named finds the row of an engine, or nil.
func named(engine string) func(*bench.Standing) *bench.Peer {
	return func(s *bench.Standing) *bench.Peer {
		if i := slices.IndexFunc(s.Rows, func(p bench.Peer) bool { return p.Engine == engine }); i >= 0 {
			return &s.Rows[i]
		}
		return nil
	}
}

// goEngines are those of the group go, whose rows do not name it where they were read from
// what its command printed.
var goEngines = []string{"tidwall-rtree+sat", "rtreego+sat", "simplefeatures"}

// bestInGo is the fastest row of a Go library, or nil.
func bestInGo(s *bench.Standing) *bench.Peer {
	for i := range s.Rows {
		if p := &s.Rows[i]; !bench.Ours(*p) && (p.Group == "go" || slices.Contains(goEngines, p.Engine)) {
			return p
		}
	}
	return nil
}

// compared are the sizes at which boxes were measured beside peers, of the first results
// that have any.
func compared(list []*bench.Results, phase string) (*bench.Results, []bench.Standing) {
	for _, r := range list {
		var of []bench.Standing
		for _, s := range bench.Standings(r) {
			if s.Phase == phase && s.Scene == "boxes" && s.Daylight > 0 {
				of = append(of, s)
			}
		}
		if len(of) > 0 {
			return r, of
		}
	}
	return nil, nil
}

// summary returns at most ten sentences. The first is the headline.
func summary(list []*bench.Results) []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	head, of := headSentence(list)
	if head == "" {
		return nil
	}
	add("%s", head)
	// The rest is about the same processor.
	list = slices.DeleteFunc(slices.Clone(list), func(r *bench.Results) bool { return r.Machine.Name() != of.Machine.Name() })
	m, whole := wholeRun(list)
	if whole == nil {
		return lines
	}
	same := m // as the headline has it
	if c := of.Find(m.Key()); c != nil {
		same = c
	}
	if c := same.Case; !c.Advance {
		c.Advance = true
		if moved := of.Find(c.Key()); moved != nil && len(of.Peers) > 0 { // as beside peers
			same = moved
		}
	}
	add("With %s %s that is %s ns per shape, %s ns per candidate pair, %s ns per contact.", bench.Thousands(m.N), sceneNoun(m.Scene), bench.Digits(same.PerShape()), bench.Digits(same.PerCandidate()), bench.Digits(same.PerContact()))
	if s := otherScenes(whole, m); s != "" {
		add("%s", s)
	}
	if s := slowerKernels(whole, m); s != "" {
		add("%s", s)
	}
	for _, w := range workersOf(whole) {
		if many := with(whole, m, m.Kernels, w); many != nil {
			add("%d workers take %s ms, %s times as fast as one.", w, millis(many), bench.Digits(m.NS()/many.NS()))
		}
	}
	if more, ok := forPoints(list, m); ok {
		add("Contact points take %s more.", bench.Percent(more))
	}
	if _, of := compared(list, bench.PeerBroad); len(of) > 0 {
		s := &of[len(of)-1]
		if rest := slices.IndexFunc(s.Rows, func(p bench.Peer) bool { return !bench.Ours(p) }); rest >= 0 {
			p := &s.Rows[rest]
			add("The broad phase alone, boxes in and pairs out, takes %s ms; the best of the others there, %s, takes %s times as long.",
				bench.Digits(s.Daylight/1e6), nameFor(p), s.Times(*p))
		}
	}
	if s := fromBruteForce(list); s != "" {
		add("%s", s)
	}
	// The bytes are those of a step that deals shapes into strips, which one with a list does not.
	if share := whole.BandwidthShare(m); share > 0 && m.Skin == 0 {
		add("A step reads and writes %s MB at least, %s of what one core copies in that time: latency and instructions are the limit, not bandwidth.",
			bench.Digits(float64(m.Bytes.Sum())/1e6), bench.Percent(share))
	}
	if m.Allocs == 0 {
		add("A warm step with one worker allocates nothing.")
	}
	return lines
}

// headSentence says how long the most boxes take, beside peers if there are any, and of
// which results that is.
func headSentence(list []*bench.Results) (string, *bench.Results) {
	const take = "%s moving %s: every contact, with depth and normal, in %s ms per step on one core (%s)"
	r, of := compared(list, bench.PeerStep)
	if r == nil {
		m, whole := wholeRun(list)
		if m == nil {
			return "", nil
		}
		return fmt.Sprintf(take+"%s.", bench.Thousands(m.N), sceneNoun(m.Scene), millis(m), m.Kernels, kept(m)), whole
	}
	s := &of[len(of)-1]
	text := fmt.Sprintf(take, bench.Thousands(s.N), sceneNoun(s.Scene), bench.Digits(s.Daylight/1e6), strings.TrimPrefix(s.Leader, bench.EngineName+" "))
	var others []string
	if p := bestInGo(s); p != nil {
		others = append(others, fmt.Sprintf("the best pairing of Go libraries (%s) takes %s times as long", nameFor(p), s.Times(*p)))
	}
	if box2d := newestBox2D(s); fastest(s, box2d) != nil {
		others = append(others, fmt.Sprintf("%s takes %s times as long", known[box2d], s.Times(*fastest(s, box2d))))
	}
	if len(others) == 0 {
		return text + ".", r
	}
	return text + "; " + strings.Join(others, " and ") + ", measured in one run.", r
}

// kept says that candidates are kept, if they are.
func kept(m *bench.Measured) string {
	if m.Skin == 0 {
		return ""
	}
	return ", with candidates kept"
}

// sceneNoun is what a scene is full of.
func sceneNoun(scene string) string {
	if scene == "boxes" || scene == "circles" {
		return scene
	}
	return "shapes"
}

// wholeRun is the case of the most boxes (or of the first scene) with one worker, in the
// newest results of all scenes, or else in the newest; without a list of kept candidates if
// any results have such cases, or else with the shortest.
func wholeRun(list []*bench.Results) (*bench.Measured, *bench.Results) {
	var first *bench.Measured
	for _, r := range list {
		for _, c := range Steps(r) {
			if first == nil || listOrder(c, first) < 0 {
				first = c
			}
		}
	}
	var m *bench.Measured
	var whole *bench.Results
	scenes := 0
	for _, r := range list {
		at := map[string]*bench.Measured{}
		steps := slices.DeleteFunc(Steps(r), func(c *bench.Measured) bool { return c.Skin != first.Skin || c.Advance != first.Advance })
		for _, c := range steps { // smallest first
			at[c.Scene] = c
		}
		if len(at) <= scenes {
			continue
		}
		if m = at["boxes"]; m == nil {
			m = steps[len(steps)-1]
		}
		whole, scenes = r, len(at)
	}
	return m, whole
}

// forPoints is how much longer steps like m take that find contact points, in the first results
// that have both, neither with too large a spread: times of different runs are not compared.
func forPoints(list []*bench.Results, m *bench.Measured) (more float64, ok bool) {
	// Beside peers they were measured in turns, with each other.
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *bench.Results) int { return cmp.Compare(min(1, len(b.Peers)), min(1, len(a.Peers))) })
	contact, points := m.Case, m.Case
	contact.Mode, points.Mode = bench.Contact, bench.Manifold
	for _, r := range list {
		if c, p := r.Find(contact.Key()), r.Find(points.Key()); c != nil && p != nil && max(c.Spread(), p.Spread()) <= bench.Loud {
			return max(0, p.NS()/c.NS()-1), true
		}
	}
	return 0, false
}

func otherScenes(r *bench.Results, m *bench.Measured) string {
	var others []string
	for _, c := range Steps(r) {
		if c.N == m.N && c.Scene != m.Scene && c.Skin == m.Skin && c.Advance == m.Advance && c.Spread() <= bench.Loud {
			others = append(others, c.Scene+" "+millis(c))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return fmt.Sprintf("Other scenes of %s shapes, in ms: %s (%s %s in the same run).", bench.Thousands(m.N), strings.Join(others, ", "), m.Scene, millis(m))
}

func slowerKernels(r *bench.Results, m *bench.Measured) string {
	var others []string
	for _, name := range bench.FastestFirst {
		if c := with(r, m, name, 1); c != nil && name != m.Kernels {
			others = append(others, fmt.Sprintf("%s %s ms", name, millis(c)))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return fmt.Sprintf("The same bits with other kernels, in the same run: %s (%s %s ms).", strings.Join(others, ", "), m.Kernels, millis(m))
}

// fromBruteForce is what all rungs of the ladder but workers gain.
func fromBruteForce(list []*bench.Results) string {
	for _, r := range list {
		var brute, last *bench.Measured
		for i := range r.Cases {
			if m := &r.Cases[i]; m.Rung == "brute" && m.Scene == "boxes" && (brute == nil || m.N > brute.N) {
				brute = m
			}
		}
		if brute == nil {
			continue
		}
		for _, rung := range bench.AllRungs(1) {
			if m := onRung(r, rung.Name, brute.Scene, brute.N); m != nil && m.Workers == 1 {
				last = m
			}
		}
		return fmt.Sprintf("Brute force through the same kernels takes %s times as long at %s boxes.", bench.Digits(brute.NS()/last.NS()), bench.Thousands(brute.N))
	}
	return ""
}

// newestBox2D is the version that is compared: the older one where the source of the newer was not
// at hand.
func newestBox2D(s *bench.Standing) string {
	if fastest(s, "box2d-3") != nil {
		return "box2d-3"
	}
	return "box2d-2.4"
}

// beside is a small table: what a reader may use today, at all sizes of one run.
func beside(list []*bench.Results) *Table {
	r, of := compared(list, bench.PeerStep)
	if r == nil {
		return nil
	}
	largest := &of[len(of)-1]
	t := &Table{Head: []string{"boxes, one core: ms per step"}, Text: 1}
	worst, noisiest := 0.0, ""
	for i := range of {
		t.Head = append(t.Head, bench.Thousands(of[i].N))
	}
	row := func(name string, find func(*bench.Standing) *bench.Peer) {
		cells := []string{name}
		some := false
		for i := range of {
			s := &of[i]
			p := find(s)
			switch {
			case p == nil:
				cells = append(cells, "")
				continue
			case s.Best(*p):
				cells = append(cells, fmt.Sprintf("**%s**", bench.Digits(p.NS/1e6)))
			default:
				cells = append(cells, fmt.Sprintf("%s (%s ×)", bench.Digits(p.NS/1e6), s.Times(*p)))
			}
			if p.Spread > worst {
				worst, noisiest = p.Spread, name
			}
			some = true
		}
		if some {
			t.Rows = append(t.Rows, cells)
		}
	}
	row(largest.Leader, named(largest.Leader))
	if portable := bench.EngineWith("go"); portable != largest.Leader {
		row(bench.EngineName+", portable Go", named(portable))
	}
	if p := bestInGo(largest); p != nil {
		row(nameFor(p), named(p.Engine))
	}
	for _, engine := range []string{"grid", newestBox2D(largest), "rapier2d", "chipmunk", "geos"} {
		row(known[engine], func(s *bench.Standing) *bench.Peer { return fastest(s, engine) })
	}
	t.Source = fmt.Sprintf("%s, in one run; commit %s, %s; spreads up to %s (%s).", r.Machine.Name(), r.Revision(), r.Date.UTC().Format("2006-01-02"), bench.Percent(worst), noisiest)
	return t
}
