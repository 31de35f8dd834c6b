// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"daylight/bench"
)

// sample is results with something of everything.
func sample() *bench.Results {
	r := &bench.Results{
		Schema: bench.Schema, Date: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), Commit: "0123456789abcdef0123", Command: "daylight bench --here",
		Machine:   bench.Machine{CPU: "Abacus", Processors: 2, GOMAXPROCS: 2, OS: "linux", Arch: "amd64", Go: "go1.25"},
		Bandwidth: []bench.Bandwidth{{Workers: 1, BytesPerSecond: 20e9}},
	}
	add := func(rung, scene string, n int, kernels string, workers int, mode bench.Mode, ns int64) {
		r.Cases = append(r.Cases, bench.Measured{
			Case:       bench.Case{Rung: rung, Scene: scene, N: n, Kernels: kernels, Workers: workers, Mode: mode},
			Candidates: n * 13 / 10, Contacts: n * 9 / 10, Rounds: [][]int64{{ns, ns + 10, ns - 10}},
			Phases: bench.Phases{Move: ns / 8, Sweep: ns / 2, Narrow: ns / 4}, Bytes: bench.Phases{Move: int64(n) * 60},
		})
	}
	for _, n := range []int{10_000, 100_000} {
		add("", "boxes", n, "go", 1, bench.Contact, int64(n)*100)
		add("", "boxes", n, "avx2", 1, bench.Contact, int64(n)*40)
		add("", "boxes", n, "avx2", 2, bench.Contact, int64(n)*25)
		add("", "circles", n, "avx2", 1, bench.Contact, int64(n)*30)
		add("", "boxes", n, "avx2", 1, bench.Broad, int64(n)*20)
		add("", "boxes", n, "avx2", 1, bench.Manifold, int64(n)*50)
		add("strips", "boxes", n, "go", 1, bench.Contact, int64(n)*110)
		add("avx2", "boxes", n, "avx2", 1, bench.Contact, int64(n)*44)
	}
	add("brute", "boxes", 10_000, "go", 1, bench.Contact, 4e9)
	k := 140_000
	r.Peers = []bench.Peer{
		{Group: "go", Engine: "daylight/avx2", Version: "this commit", Scene: "boxes", N: 100_000, Phase: bench.PeerStep, NS: 4.1e6},
		{Group: "go", Engine: "daylight/avx512", Version: "this commit", Scene: "boxes", N: 100_000, Phase: bench.PeerStep, NS: 3.9e6},
		{Engine: "tidwall-rtree+sat", Version: "1", Scene: "boxes", N: 100_000, Phase: bench.PeerStep, NS: 120e6, Spread: 0.31},
		{Group: "native", Engine: "box2d-2.4", Version: "2.4", Scene: "boxes", N: 100_000, Phase: bench.PeerStep, NS: 200e6},
		{Group: "native", Engine: "box2d-2.4/solved", Version: "2.4", Scene: "boxes", N: 100_000, Phase: bench.PeerStep, NS: 190e6, Mean: 300e6, Spread: 0.30, Candidates: &k, Note: "fat | AABBs"},
		{Group: "native", Engine: "cgal", Version: "5", Scene: "boxes", N: 100_000, Phase: bench.PeerBroad, NS: 74e6},
	}
	return r
}

func TestSections(t *testing.T) {
	list := Sections([]*bench.Results{sample()})
	var names []string
	text := map[string]string{}
	for _, s := range list {
		names = append(names, s.Name)
		text[s.Name] = s.Markdown()
		for _, table := range s.Tables {
			for _, row := range table.Rows {
				if len(row) != len(table.Head) {
					t.Errorf("%s: a row of %d cells below a head of %d", s.Name, len(row), len(table.Head))
				}
			}
		}
	}
	if !slices.Equal(names, Names()) {
		t.Errorf("sections %v, want %v", names, Names())
	}
	for name, want := range map[string]string{
		"headline": "| boxes | 100,000 | 130,000 | 90,000 | 4.00 | 4.00 | 0.0 % | 40.0 | 30.8 | 44.4 | 0 | 2.50 |\n| circles",
		"phases":   "| boxes | avx2 | 100,000 | 0.500 | 0 | 0 | 0 | 2.00 | 1.00 | 0 | 0 | 4.00 |",
		"ladder":   "| Kernels in AVX2 | 0.440 | 2.50 | 4.40 | 2.50 | 8 lanes; the same bits as portable Go |",
		"peers":    "| box2d-2.4/solved 2.4 | step | boxes | 100,000 | 190 | 30 % | 47.5 | 140,000 |  | mean 300 ms; fat \\| AABBs |",
		"summary":  "- 100,000 moving boxes: every contact, with depth and normal, in 4.00 ms per step on one core (avx2); the best pairing of Go libraries (tidwall/rtree with a float64 SAT) takes 30.0 times as long and Box2D 2.4 takes 47.5 times as long, measured in one run.\n- With 100,000 boxes that is 40.0 ns per shape, 30.8 ns per candidate pair, 44.4 ns per contact.\n- Other scenes of 100,000 shapes, in ms: circles 3.00 (boxes 4.00 in the same run).\n- The same bits with other kernels, in the same run: go 10.0 ms (avx2 4.00 ms).\n- 2 workers take 2.50 ms, 1.60 times as fast as one.\n- Contact points take 25 % more.\n- The broad phase alone, boxes in and pairs out, takes 2.00 ms; the best of the others there, cgal, takes 37.0 times as long.\n- Brute force through the same kernels takes 9,091 times as long at 10,000 boxes.\n- A step reads and writes 6.00 MB at least, 7.5 % of what one core copies in that time",
		"beside":   "| boxes, one core: ms per step | 100,000 |\n| --- | --: |\n| Daylight avx2 | **4.00** |\n| Daylight, portable Go | 10.0 (2.50 ×) |\n| tidwall/rtree with a float64 SAT | 120 (30.0 ×) |\n| Box2D 2.4 | 190 (47.5 ×) |\n\nAbacus, in one run; commit 0123456789ab, 2026-02-03; spreads up to 31 % (tidwall/rtree with a float64 SAT).\n",
		"figure":   "100,000 moving boxes: ",
	} {
		want = strings.Replace(want, "| circles", "", 1)
		if !strings.Contains(text[name], want) {
			t.Errorf("%s: no %q in\n%s", name, want, text[name])
		}
		if name != "summary" && name != "figure" && name != "beside" && !strings.Contains(text[name], "Abacus, 2 processors, linux/amd64, go1.25. Commit 0123456789ab, 2026-02-03.\n\n    daylight bench --here\n") {
			t.Errorf("%s does not say where it comes from:\n%s", name, text[name])
		}
	}
	// Spreads above 30 % are told of.
	if !strings.Contains(text["peers"], "| 120 | 31 % ! | 30.0 |") || !strings.Contains(text["peers"], loudNote) || strings.Contains(text["headline"], loudNote) {
		t.Error(text["peers"])
	}
	if strings.Contains(text["peers"], "| box2d-2.4 2.4 |") {
		t.Errorf("an engine has a row beside that of its fastest way:\n%s", text["peers"])
	}
	if strings.Count(text["summary"], "\n") > 10 {
		t.Errorf("a summary of more than ten lines:\n%s", text["summary"])
	}
	if strings.Contains(text["ladder"], "NaN") {
		t.Error(text["ladder"])
	}
}

func TestStandings(t *testing.T) {
	list := bench.Standings(sample())
	if len(list) != 2 {
		t.Fatalf("%d standings", len(list))
	}
	var names []string
	for _, s := range list {
		for _, row := range s.Rows {
			names = append(names, row.Engine)
		}
	}
	// One thing has one row: what the Go group measured of avx2 is here already, avx512 is not.
	if got := strings.Join(names, "|"); got != "Daylight avx512|Daylight avx2|Daylight avx2, contact points|Daylight go|tidwall-rtree+sat|box2d-2.4/solved|box2d-2.4|Daylight avx2|cgal" {
		t.Error(got)
	}
	if list[0].Daylight != 4e6 || list[1].Daylight != 2e6 || !bench.Ours(list[0].Rows[2]) || bench.Ours(list[0].Rows[4]) || !list[0].Best(list[0].Rows[1]) || list[0].Best(list[0].Rows[0]) {
		t.Errorf("%+v", list)
	}
}

// TestOrdersApart: what was measured with shapes in another order is held against the same alone,
// and stands behind it.
func TestOrdersApart(t *testing.T) {
	r := sample()
	for _, p := range slices.Clone(r.Peers) {
		p.Order, p.NS = bench.Spatial, p.NS/2
		r.Peers = slices.Insert(r.Peers, 0, p)
	}
	var got []string
	for _, s := range bench.Standings(r) {
		got = append(got, fmt.Sprintf("%s, %s, %v", s.Phase, s.Scene, s.Daylight))
	}
	if want := "step, boxes, 4e+06|step, boxes in spatial order, 1.95e+06|broadphase, boxes, 2e+06|broadphase, boxes in spatial order, 0"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// TestBesidePeers: what was measured for the sake of peers does not stand in other
// sections, unless there is nothing else.
func TestBesidePeers(t *testing.T) {
	both := sample()
	both.Cases = slices.DeleteFunc(both.Cases, func(m bench.Measured) bool { return m.Scene != "boxes" })
	alone := sample()
	alone.Peers = nil
	for _, s := range Sections([]*bench.Results{alone, both}) {
		if len(s.Tables)+min(1, len(s.Lines)) != 1 {
			t.Errorf("%s has %d tables", s.Name, len(s.Tables))
		}
	}
	if len(Sections(nil)) != 0 || len(Sections([]*bench.Results{{}})) != 0 {
		t.Error("tables of nothing")
	}

	// Figure, small table and summary are of one run, the one that has all scenes and peers, even
	// if others are newer and kinder; its tables stand in the sections of whole runs.
	whole, beside := sample(), sample()
	alone = sample()
	alone.Peers, alone.Date = nil, whole.Date.AddDate(0, 0, 1)
	beside.Cases = slices.DeleteFunc(beside.Cases, func(m bench.Measured) bool { return m.Scene != "boxes" })
	beside.Date = whole.Date.AddDate(0, 0, 2)
	for _, kinder := range []*bench.Results{alone, beside} {
		for i := range kinder.Cases {
			for _, times := range kinder.Cases[i].Rounds {
				for k := range times {
					times[k] /= 2
				}
			}
		}
	}
	all, want := Sections([]*bench.Results{beside, alone, whole}), Sections([]*bench.Results{whole})
	for i, s := range all[:3] {
		if s.Markdown() != want[i].Markdown() {
			t.Errorf("%s is\n%s\nand of the one run that has all\n%s", s.Name, s.Markdown(), want[i].Markdown())
		}
	}
	if s := all[3]; s.Name != "headline" || len(s.Tables) != 2 {
		t.Errorf("%s has %d tables", s.Name, len(s.Tables))
	}
}

// listed is the sample with, for every whole step, two with lists, which take half as long
// and of whose phases nothing is known but what is outside of strips.
func listed() *bench.Results {
	r := sample()
	r.Peers = nil
	for _, m := range r.Cases {
		if m.Rung != "" || m.Mode != bench.Contact {
			continue
		}
		ns := int64(m.NS()) / 2
		m.Rounds, m.Phases = [][]int64{{ns}}, bench.Phases{Move: ns / 4, Refresh: ns / 8}
		for _, m.Skin = range []int{4, bench.Kept} {
			r.Cases = append(r.Cases, m)
		}
	}
	return r
}

// TestLists: rows with a list of kept candidates are told apart from those without, the
// sentences are of those without, and what was not timed with a list is not told.
func TestLists(t *testing.T) {
	both := listed()
	text := map[string]string{}
	for _, s := range Sections([]*bench.Results{both}) {
		text[s.Name] = s.Markdown()
	}
	alone := sample()
	alone.Peers = nil
	for _, s := range Sections([]*bench.Results{alone}) {
		if s.Name == "summary" && text[s.Name] != s.Markdown() {
			t.Errorf("%s is\n%s\nwithout lists it is\n%s", s.Name, text[s.Name], s.Markdown())
		}
		if strings.Contains(s.Markdown(), "list") {
			t.Errorf("lists in results that have none:\n%s", s.Markdown())
		}
	}
	for name, want := range map[string][]string{
		"headline": {"| boxes | 100,000 |", "| boxes, list | 100,000 | 130,000 | 90,000 | 2.00 |", "| boxes, list of 4 | 100,000 |"},
		"phases":   {"| boxes | avx2 | 100,000 |", "Steps with a list of kept candidates, and those whose shapes the engine moves, are left out."},
	} {
		for _, w := range want {
			if !strings.Contains(text[name], w) {
				t.Errorf("%s: no %q in\n%s", name, w, text[name])
			}
		}
	}
	if s := text["headline"]; strings.Index(s, "| boxes |") > strings.Index(s, "| boxes, list of 4 |") || strings.Index(s, "| boxes, list of 4 |") > strings.Index(s, "| boxes, list |") {
		t.Errorf("the order is\n%s", s)
	}
	if strings.Contains(text["phases"], "| boxes, list") {
		t.Errorf("phases of steps with lists:\n%s", text["phases"])
	}
	only := func(keep ...int) *bench.Results {
		r := listed()
		r.Cases = slices.DeleteFunc(r.Cases, func(m bench.Measured) bool { return !slices.Contains(keep, m.Skin) })
		return r
	}
	for _, c := range []struct {
		list []*bench.Results
		want string
	}{
		{[]*bench.Results{both}, "in 4.00 ms per step on one core (avx2)."},
		{[]*bench.Results{only(bench.Kept, 4)}, "in 2.00 ms per step on one core (avx2), with candidates kept."},
		{[]*bench.Results{only(bench.Kept), alone}, "in 4.00 ms per step on one core (avx2)."},
	} {
		lines := summary(c.list)
		if len(lines) == 0 || lines[0] != "100,000 moving boxes: every contact, with depth and normal, "+c.want {
			t.Errorf("the headline is not of %q:\n%s", c.want, strings.Join(lines, "\n"))
		}
		all := strings.Join(lines, "\n")
		if strings.Count(all, "circles") != 1 || strings.Contains(c.want, "kept") && strings.Contains(all, "reads and writes") {
			t.Errorf("the summary is\n%s", all)
		}
	}
}

// TestOneMachine: a summary is of one machine, that of the newest comparison, and the
// newest of several tables comes first.
func TestOneMachine(t *testing.T) {
	older, newer := sample(), sample()
	newer.Date = newer.Date.AddDate(0, 1, 0)
	newer.Machine.CPU = "Engine"
	newer.Cases = newer.Cases[:0]
	for _, m := range older.Cases {
		if m.Rung == "" && m.Workers == 1 && m.Mode != bench.Manifold {
			newer.Cases = append(newer.Cases, m)
		}
	}
	for _, s := range Sections([]*bench.Results{older, newer}) {
		switch text := s.Markdown(); s.Name {
		case "summary":
			if strings.Contains(text, "workers") || strings.Contains(text, "Brute") || strings.Contains(text, "points") {
				t.Errorf("lines of another machine:\n%s", text)
			}
		case "headline":
			if !strings.HasPrefix(s.Tables[0].Source, "Engine") || len(s.Tables) != 2 {
				t.Errorf("the newest does not come first:\n%s", text)
			}
		}
	}
}

func TestUpdate(t *testing.T) {
	const text = "# Title\r\n\nwords\n<!-- begin ladder -->\nold\n| table |\n<!-- end ladder -->\nmore\n\n<!-- begin peers -->\n<!-- end peers -->\n"
	got, err := Update(text, []*bench.Results{sample()})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Title\r\n\nwords\n<!-- begin ladder -->\n\nMilliseconds", "\n\n<!-- end ladder -->\nmore\n\n<!-- begin peers -->\n\nOne worker", "\n<!-- end peers -->\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "\nold\n") {
		t.Error("the old table is still there")
	}
	again, err := Update(got, []*bench.Results{sample()})
	if err != nil || again != got {
		t.Errorf("a second time gives something else: %v", err)
	}
	if got, err = Update(text, nil); err != nil || strings.Count(got, "Not measured yet.") != 2 {
		t.Errorf("of nothing: %v\n%s", err, got)
	}
	for _, bad := range []string{
		"", "no markers\n", "<!-- begin ladder -->\n", "<!-- end ladder -->\n", "<!-- begin nonsense -->\n<!-- end nonsense -->\n",
		"<!-- begin ladder -->\n<!-- begin peers -->\n<!-- end peers -->\n<!-- end ladder -->\n",
		"<!-- begin ladder -->\n<!-- end peers -->\n",
		"<!-- begin ladder -->\n<!-- end ladder -->\n<!-- begin ladder -->\n<!-- end ladder -->\n",
	} {
		if _, err := Update(bad, nil); !errors.Is(err, ErrMarkers) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
