// SPDX-License-Identifier: MIT

package perf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"daylight/bench"
)

// Standing is one scene, size and phase: Daylight and all that measured the same.
type Standing struct {
	Scene, Phase string
	N            int
	Rows         []bench.Peer // fastest first, Daylight among them
	Daylight     float64      // nanoseconds of its best kernels; 0 if it was not measured
	best         string       // the engine that these belong to
}

// EngineName is what the names of Daylight's rows begin with.
const EngineName = "Daylight"

// nameOf is the name of Daylight with some kernels.
func nameOf(kernels string) string { return EngineName + " " + kernels }

// points is added to it where contact points are found too, as physics engines do.
const points = ", contact points"

// Ours reports whether a row is Daylight's.
func Ours(p bench.Peer) bool { return strings.HasPrefix(p.Engine, EngineName) }

// driven is the kernels of a row of Daylight that a command of the peers measured.
func driven(p bench.Peer) (kernels string, ok bool) {
	return strings.CutPrefix(p.Engine, "daylight/")
}

// Best reports whether a row is the one that others are held against.
func (s *Standing) Best(p bench.Peer) bool { return s.best != "" && p.Engine == s.best }

// ours is Daylight's rows of a standing, measured in turns: one for each kernels, and the
// best of them with contact points.
func (s *Standing) ours(r *bench.Results) []bench.Peer {
	mode := bench.Contact
	switch s.Phase {
	case bench.PeerStep:
	case bench.PeerBroad:
		mode = bench.Broad
	default:
		return nil
	}
	var rows []bench.Peer
	add := func(kernels string, mode bench.Mode, name string) {
		m := r.Find(bench.Case{Scene: s.Scene, N: s.N, Kernels: kernels, Workers: 1, Mode: mode}.Key())
		if m == nil {
			return
		}
		row := bench.Peer{Engine: name, NS: m.NS(), Spread: m.Spread(), Candidates: &m.Candidates}
		if mode != bench.Broad {
			row.Contacts = &m.Contacts
		}
		rows = append(rows, row)
	}
	for _, kernels := range fastestFirst {
		add(kernels, mode, nameOf(kernels))
	}
	if len(rows) > 0 && mode == bench.Contact {
		kernels := strings.TrimPrefix(rows[0].Engine, EngineName+" ")
		add(kernels, bench.Manifold, nameOf(kernels)+points)
	}
	return rows
}

// fastestFirst are the kernels that there are.
var fastestFirst = []string{"avx512", "avx2", "go"}

// Standings sets peers beside Daylight: each of its kernels with one worker, the best of
// which the others are held against. What a command of the peers measured of Daylight is
// left out where the same kernels were measured in turns: it is the same thing.
func Standings(r *bench.Results) []Standing {
	var list []Standing
	for _, p := range r.Peers {
		k := slices.IndexFunc(list, func(s Standing) bool { return s.Scene == p.Scene && s.N == p.N && s.Phase == p.Phase })
		if k < 0 {
			k = len(list)
			s := Standing{Scene: p.Scene, N: p.N, Phase: p.Phase}
			s.Rows = s.ours(r)
			if len(s.Rows) > 0 {
				s.Daylight, s.best = s.Rows[0].NS, s.Rows[0].Engine
			}
			list = append(list, s)
		}
		s := &list[k]
		if kernels, ok := driven(p); ok {
			p.Engine, p.Version = nameOf(kernels), ""
			if slices.ContainsFunc(s.Rows, func(have bench.Peer) bool { return have.Engine == p.Engine }) {
				continue
			}
		}
		s.Rows = append(s.Rows, p)
	}
	for k := range list {
		slices.SortStableFunc(list[k].Rows, func(a, b bench.Peer) int { return cmp.Compare(a.NS, b.NS) })
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(-cmp.Compare(a.Phase, b.Phase), sceneOrder(a.Scene, b.Scene), cmp.Compare(a.N, b.N))
	})
	return list
}

func peers(r *bench.Results) []Table {
	t := Table{
		Note: "One worker each, in one run. Times is how many times as long as Daylight with its best kernels. Candidates are counted by each in its own way; the last column says how they differ.",
		Head: []string{"engine", "phase", "scene", "shapes", "ms", "spread", "times", "candidates", "contacts", "remarks"},
		Text: 3, Last: true,
	}
	number := func(n *int) string {
		if n == nil {
			return ""
		}
		return Thousands(*n)
	}
	all := Standings(r)
	for _, s := range all {
		if s.N < secondLargest(all) {
			continue // the report's plots have all sizes
		}
		for _, p := range s.Rows {
			times := ""
			if s.Daylight > 0 && !s.Best(p) {
				times = Digits(p.NS / s.Daylight)
			}
			note := p.Note
			if p.Mean > 1.2*p.NS {
				note = strings.TrimSuffix("mean "+Digits(p.Mean/1e6)+" ms; "+note, "; ")
			}
			t.Rows = append(t.Rows, []string{strings.TrimSpace(p.Engine + " " + p.Version), s.Phase, s.Scene, Thousands(s.N),
				Digits(p.NS / 1e6), t.spread(p.Spread), times, number(p.Candidates), number(p.Contacts), note})
		}
	}
	return some(t)
}

// secondLargest is the second largest number of shapes of some standings, or the only one.
func secondLargest(all []Standing) int {
	var sizes []int
	for _, s := range all {
		sizes = append(sizes, s.N)
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	return sizes[max(0, len(sizes)-2)]
}

// Warning says how many spreads of results are above Loud, and which is the largest, or nothing if
// none is.
func Warning(list ...*bench.Results) string {
	loud, of, most, worst := 0, 0, Loud, ""
	look := func(spread float64, name string) {
		of++
		if spread > Loud {
			loud++
		}
		if spread > most {
			most, worst = spread, name
		}
	}
	for _, r := range list {
		for i := range r.Cases {
			look(r.Cases[i].Spread(), r.Cases[i].Key())
		}
		for _, p := range r.Peers {
			if _, ours := driven(p); !ours { // which were counted where they were measured in turns
				look(p.Spread, p.Engine+", "+p.Phase)
			}
		}
	}
	if loud == 0 {
		return ""
	}
	return fmt.Sprintf("warning: the spread of %s of %s cases is above %s, the largest %s (%s): something else kept the machine busy, and these times say little; "+
		"measure again with nothing else running, or hold them only against others of this run",
		Thousands(loud), Thousands(of), Percent(Loud), Percent(most), worst)
}
