// SPDX-License-Identifier: MIT

package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Standing is one scene, size and phase: Daylight and all that measured the same.
type Standing struct {
	Scene, Phase string
	N            int
	Rows         []Peer  // fastest first, Daylight among them
	Daylight     float64 // nanoseconds of its best kernels; 0 if it was not measured
	Leader       string  // the engine that these belong to
}

// EngineName is what the names of Daylight's rows begin with.
const EngineName = "Daylight"

// EngineWith is the name of Daylight with some kernels.
func EngineWith(kernels string) string { return EngineName + " " + kernels }

// points is added to it where contact points are found too, as physics engines do.
const points = ", contact points"

// Ours reports whether a row is Daylight's.
func Ours(p Peer) bool { return strings.HasPrefix(p.Engine, EngineName) }

// driven is the kernels of a row of Daylight that a command of the peers measured.
func driven(p Peer) (kernels string, ok bool) {
	return strings.CutPrefix(p.Engine, "daylight/")
}

// Cells are what tables say of a row: the engine, milliseconds, spread, how many times as long as
// Daylight's that is, candidates, and contacts, counts in the way of number. One that is not told
// is empty.
func (s *Standing) Cells(p Peer, number func(int) string) []string {
	times := ""
	if s.Daylight > 0 && !s.Best(p) {
		times = s.Times(p)
	}
	count := func(n *int) string {
		if n == nil {
			return ""
		}
		return number(*n)
	}
	return []string{strings.TrimSpace(p.Engine + " " + p.Version), Digits(p.NS / 1e6), MarkedSpread(p.Spread), times, count(p.Candidates), count(p.Contacts)}
}

// Times writes how many times as long a row takes as Daylight's.
func (s *Standing) Times(p Peer) string { return Digits(p.NS / s.Daylight) }

// Best reports whether a row is the one that others are held against.
func (s *Standing) Best(p Peer) bool { return s.Leader != "" && p.Engine == s.Leader }

// ours is Daylight's rows of a standing, measured in turns: one for each kernels, and the
// best of them with contact points; where the engine moves the shapes, if that was measured.
func (s *Standing) ours(r *Results) []Peer {
	mode := Contact
	switch s.Phase {
	case PeerStep:
	case PeerBroad:
		mode = Broad
	default:
		return nil
	}
	var rows []Peer
	add := func(kernels string, mode Mode, name string) {
		c := Case{Scene: s.Scene, N: s.N, Kernels: kernels, Workers: 1, Mode: mode, Advance: true}
		m := r.Find(c.Key())
		if m == nil {
			c.Advance = false
			m = r.Find(c.Key())
		}
		if m == nil {
			return
		}
		row := Peer{Engine: name, NS: m.NS(), Spread: m.Spread(), Candidates: &m.Candidates}
		if mode != Broad {
			row.Contacts = &m.Contacts
		}
		if m.Advance {
			row.Note = "moved by Engine.Advance"
		}
		rows = append(rows, row)
	}
	for _, kernels := range FastestFirst {
		add(kernels, mode, EngineWith(kernels))
	}
	if len(rows) > 0 && mode == Contact {
		kernels := strings.TrimPrefix(rows[0].Engine, EngineName+" ")
		add(kernels, Manifold, EngineWith(kernels)+points)
	}
	return rows
}

// FastestFirst are the kernels that there are.
var FastestFirst = []string{"avx512", "avx2", "go"}

// Standings compares peers with Daylight. Each kernel of Daylight runs with one worker, and the
// best is the reference. If the same kernels of Daylight were measured in turns and by a command of
// the peers, the latter is left out. If they were not measured in turns, it is the reference.
func Standings(r *Results) []Standing {
	var list []Standing
	for _, p := range r.Peers {
		of := p.scene()
		k := slices.IndexFunc(list, func(s Standing) bool { return s.Scene == of && s.N == p.N && s.Phase == p.Phase })
		if k < 0 {
			k = len(list)
			s := Standing{Scene: of, N: p.N, Phase: p.Phase}
			s.Rows = s.ours(r)
			if len(s.Rows) > 0 {
				s.Daylight, s.Leader = s.Rows[0].NS, s.Rows[0].Engine
			}
			list = append(list, s)
		}
		s := &list[k]
		if kernels, ok := driven(p); ok {
			p.Engine, p.Version = EngineWith(kernels), ""
			if slices.ContainsFunc(s.Rows, func(have Peer) bool { return have.Engine == p.Engine }) {
				continue
			}
		}
		s.Rows = append(s.Rows, p)
	}
	for k := range list {
		s := &list[k]
		for _, kernels := range FastestFirst {
			name := EngineWith(kernels)
			if i := slices.IndexFunc(s.Rows, func(p Peer) bool { return p.Engine == name }); i >= 0 && s.Leader == "" {
				s.Daylight, s.Leader = s.Rows[i].NS, name
			}
		}
		slices.SortStableFunc(s.Rows, func(a, b Peer) int { return cmp.Compare(a.NS, b.NS) })
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(-cmp.Compare(a.Phase, b.Phase), CompareScenes(a.Scene, b.Scene), cmp.Compare(a.N, b.N), cmp.Compare(a.Scene, b.Scene))
	})
	return list
}

// CompareScenes puts scenes in the order in which they are published, ignoring the order of their
// shapes.
func CompareScenes(a, b string) int {
	names := SceneNames()
	place := func(scene string) int { return slices.Index(names, strings.TrimSuffix(scene, inOrder)) }
	return cmp.Compare(place(a), place(b))
}

// Warning says how many spreads of results are above Loud, and names the largest. Without one it is
// empty.
func Warning(list ...*Results) string {
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
