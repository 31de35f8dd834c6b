// SPDX-License-Identifier: MIT

package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"daylight/bench/scene"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/kernels"
)

// small is a configuration that takes no time worth mentioning.
func small() Config {
	c := DefaultConfig()
	c.Scenes, c.Sizes, c.Workers = of("boxes", "mixed"), []int{500, 9000}, []int{1, 2}
	c.Modes = Modes()
	c.Rounds, c.Frames = MinRounds, 2
	if testenv.Race { // ten times as slow, and kernels start nothing
		c.Kernels = c.Kernels[:1]
	}
	return c
}

// counter is an observer that counts what it is told.
type counter struct {
	began, ended, turns int
	turned              func(turns int)
}

func (o *counter) Start(r *Results)  { o.began += 100 * len(r.Bandwidth) }
func (o *counter) Begin(string, int) { o.began++ }
func (o *counter) End([]Measured)    { o.ended++ }
func (o *counter) Turn() {
	if o.turns++; o.turned != nil {
		o.turned(o.turns)
	}
}

func TestMeasure(t *testing.T) {
	c := small()
	o := new(counter)
	r := must.Get(Measure(context.Background(), c, o))(t)
	cases := c.Cases()
	// Broad has one worker only.
	if want := 2 * 2 * len(c.Kernels) * (5*2 + 1); len(cases) != want || len(r.Cases) != want {
		t.Fatalf("%d cases and %d results, want %d", len(cases), len(r.Cases), want)
	}
	if o.began != 204 || o.ended != 4 || o.turns != len(cases)*c.Rounds {
		t.Errorf("told of %d begins, %d ends, %d turns", o.began, o.ended, o.turns)
	}
	for i := range r.Cases {
		m := &r.Cases[i]
		if m.Case != cases[i] {
			t.Errorf("case %d is %s, want %s", i, m.Key(), cases[i].Key())
		}
		if len(m.Rounds) != c.Rounds || len(m.Flat()) != c.Rounds*c.Frames || !(m.NS() > 0) {
			t.Errorf("%s: rounds %v", m.Key(), m.Rounds)
		}
		if m.Candidates == 0 || (m.Contacts == 0) == (m.Mode != Broad) {
			t.Errorf("%s: %d candidates, %d contacts", m.Key(), m.Candidates, m.Contacts)
		}
		if m.Mode != Broad && (m.Phases.Sum() <= 0 || m.Bytes.Sum() < int64(100*m.N)) {
			t.Errorf("%s: phases %v, bytes %v", m.Key(), m.Phases, m.Bytes)
		}
		if r.Find(m.Key()) != m {
			t.Errorf("%s is not found by its key", m.Key())
		}
	}
	if len(r.Bandwidth) != 2 || !(r.Bandwidth[0].BytesPerSecond > 0) || !(r.Bandwidth[1].BytesPerSecond > 0) {
		t.Errorf("bandwidth %v", r.Bandwidth)
	}
	// Above 1 it is where others had the machine when its bandwidth was measured.
	if m := r.Find("scene=boxes/n=9000/kernels=go/workers=1/mode=contact"); m == nil || !(r.BandwidthShare(m) > 0) {
		t.Errorf("share of the bandwidth: %v", r.BandwidthShare(m))
	}
	if r.Machine.Processors < 1 || r.Machine.Go == "" || r.Machine.CPU == "" || time.Since(r.Date) > time.Hour {
		t.Errorf("machine %+v, date %v", r.Machine, r.Date)
	}
	roundTrip(t, r)
}

// TestBandwidthShare: the bytes of a step, as a share of the bytes that the machine moves meanwhile
// with as many workers.
func TestBandwidthShare(t *testing.T) {
	r := &Results{Bandwidth: []Bandwidth{{Workers: 1, BytesPerSecond: 8e9}, {Workers: 2}}}
	for workers, want := range map[int]float64{1: 0.25, 2: 0, 3: 0} {
		m := &Measured{Case: Case{Workers: workers}, Rounds: [][]int64{{1e6, 2e6, 9e6}}, Bytes: Phases{Refresh: 1e6, Sweep: 3e6}}
		if got := r.BandwidthShare(m); got != want {
			t.Errorf("%d workers: %v, want %v", workers, got, want)
		}
	}
}

// of are the scenes of those names.
func of(names ...string) (list []Scene) {
	for _, name := range names {
		s, _ := ParseScene(name)
		list = append(list, s)
	}
	return list
}

// TestOwnScenes: denser boxes touch more others, those at rest the same in each frame, and the
// worst frame of a round is none of the best.
func TestOwnScenes(t *testing.T) {
	testenv.Sequential(t)
	c := small()
	c.Scenes, c.Sizes, c.Workers, c.Modes = of("boxes", "rho1", "rho2", "rho4", "rest", "asked"), []int{2000, inPlaceFrom}, []int{1}, []Mode{Contact}
	c.Skin, c.Advance, c.Frames = []bool{false, true}, true, 4
	r := must.Get(Measure(context.Background(), c, new(counter)))(t)
	for i := range r.Cases {
		m := &r.Cases[i]
		if m.WorstNS() < m.NS() || len(m.Worst) != len(m.Rounds) {
			t.Errorf("%s: the worst frames take %v ns, the median %v", m.Key(), m.WorstNS(), m.NS())
		}
		boxes := r.Find(Case{Scene: "boxes", N: m.N, Kernels: m.Kernels, Workers: 1, Mode: Contact, Advance: m.Advance}.Key())
		switch m.Scene {
		case "rho1", "rho2", "rho4":
			if times := map[string]int{"rho1": 2, "rho2": 4, "rho4": 8}[m.Scene]; m.Contacts < times*boxes.Contacts {
				t.Errorf("%s: %d contacts", m.Key(), m.Contacts)
			}
		case "asked":
			if m.Contacts != boxes.Contacts {
				t.Errorf("%s: %d contacts, boxes have %d", m.Key(), m.Contacts, boxes.Contacts)
			}
		case "rest":
			if m.Contacts < boxes.Contacts*9/10 {
				t.Errorf("%s: %d contacts", m.Key(), m.Contacts)
			}
		}
	}
	if len(r.Cases) != 6*2*2*2*len(c.Kernels) {
		t.Errorf("%d cases", len(r.Cases))
	}
	roundTrip(t, r)
}

// TestPublishedCounts: the first measured frame is the one whose counts are published.
func TestPublishedCounts(t *testing.T) {
	c := small()
	c.Scenes, c.Sizes, c.Modes = of("boxes"), []int{10_000}, []Mode{Contact}
	c.Rounds, c.Frames, c.Workers = MinRounds, 1, []int{1}
	r := must.Get(Measure(context.Background(), c, new(counter)))(t)
	const candidates, contacts = 13_235, 9058
	for i := range r.Cases {
		if m := &r.Cases[i]; math.Abs(float64(m.Candidates-candidates)) > 3 || math.Abs(float64(m.Contacts-contacts)) > 2 {
			t.Errorf("%s: %d candidates, %d contacts", m.Key(), m.Candidates, m.Contacts)
		}
	}
}

// TestLadder: every rung runs, and finds the contacts that the others find.
func TestLadder(t *testing.T) {
	c := small()
	c.Ladder, c.Sizes, c.Rounds, c.Frames = true, []int{600}, MinRounds, 1
	c.Scenes = Published()
	r := must.Get(Measure(context.Background(), c, new(counter)))(t)
	rungs := map[string]bool{}
	for i := range r.Cases {
		m := &r.Cases[i]
		rungs[m.Rung] = true
		if m.Contacts == 0 || RungOf(m.Case).Title == m.Rung {
			t.Errorf("%s: %d contacts, %q", m.Key(), m.Contacts, RungOf(m.Case).Title)
		}
	}
	for _, rung := range Ladder() {
		if !rungs[rung.Name] {
			t.Errorf("rung %s was not measured", rung.Name)
		}
	}
	c.Sizes = []int{20_000}
	for _, cs := range c.Cases() {
		if cs.Rung == "brute" {
			t.Error("brute force would run on 20,000 shapes")
		}
	}
	for _, name := range []string{"avx2", "avx512", "list", "moved", "workers"} { // measured elsewhere, perhaps
		if got := RungOf(Case{Rung: name, Workers: 64}); got.Title == name || got.Title == "" {
			t.Errorf("rung %s has the title %q", name, got.Title)
		}
	}
}

// TestDisagree: results that cannot all be right are no results.
func TestDisagree(t *testing.T) {
	list := []Measured{
		{Case: Case{Mode: Contact, Kernels: "go"}, Candidates: 10, Contacts: 5},
		{Case: Case{Mode: Broad}, Candidates: 10},
		{Case: Case{Rung: "brute", Mode: Contact}, Candidates: 100, Contacts: 5},
		{Case: Case{Mode: Pairs}, Candidates: 10, Contacts: 10},
	}
	if err := agree(list); err != nil {
		t.Error(err)
	}
	list[1].Candidates = 11 // storage in another order
	if err := agree(list); err != nil {
		t.Error(err)
	}
	list[1].Candidates = 13
	if err := agree(list); !errors.Is(err, ErrDisagree) {
		t.Errorf("candidates: %v", err)
	}
	list[1].Candidates, list[3].Candidates = 10, 11
	if err := agree(list); !errors.Is(err, ErrDisagree) {
		t.Errorf("candidates: %v", err)
	}
	list[3].Candidates, list[2].Contacts = 10, 4
	if err := agree(list); !errors.Is(err, ErrDisagree) {
		t.Errorf("contacts: %v", err)
	}
}

// TestBudget: a budget that is over ends after the fewest rounds.
func TestBudget(t *testing.T) {
	c := small()
	c.Rounds, c.Budget, c.Sizes = 50, time.Nanosecond, []int{500}
	r := must.Get(Measure(context.Background(), c, new(counter)))(t)
	for i := range r.Cases {
		if got := len(r.Cases[i].Rounds); got != MinRounds {
			t.Errorf("%s: %d rounds", r.Cases[i].Key(), got)
		}
	}
}

// TestFull: the configurations of a full run have all cases once.
func TestFull(t *testing.T) {
	c := small()
	seen := map[string]bool{}
	var modes, rungs, scenes int
	for _, f := range c.FullConfigs() {
		if err := f.Check(); err != nil {
			t.Error(err)
		}
		for _, cs := range f.Cases() {
			if seen[cs.Key()] {
				t.Errorf("%s comes twice", cs.Key())
			}
			seen[cs.Key()] = true
			if cs.Mode == Broad {
				modes++
			}
			if cs.Rung != "" {
				rungs++
			}
			if cs.Scene != "boxes" {
				scenes++
			}
		}
	}
	if modes == 0 || rungs == 0 || scenes == 0 {
		t.Errorf("%d cases of the broad phase, %d rungs, %d of other scenes", modes, rungs, scenes)
	}
	// They share one budget; without one, none has one.
	for _, budget := range []time.Duration{0, time.Minute} {
		c.Budget = budget
		var sum time.Duration
		for _, f := range c.FullConfigs() {
			if sum += f.Budget; (f.Budget > 0) != (budget > 0) {
				t.Errorf("of a budget of %v one gets %v", budget, f.Budget)
			}
		}
		if sum > budget || sum < budget*99/100 {
			t.Errorf("a budget of %v became %v", budget, sum)
		}
	}
	r := &Results{Bandwidth: []Bandwidth{{1, 5}}}
	r.Add(&Results{Bandwidth: []Bandwidth{{1, 6}, {2, 7}}, Cases: []Measured{{Candidates: 1}}})
	if len(r.Cases) != 1 || len(r.Bandwidth) != 2 || r.Bandwidth[0].BytesPerSecond != 5 {
		t.Errorf("%+v", r)
	}
}

func TestCancel(t *testing.T) {
	c := small()
	c.Sizes = []int{400, 800}
	for _, ladder := range []bool{false, true} {
		c.Ladder = ladder
		ctx, cancel := context.WithCancel(context.Background())
		o := &counter{turned: func(turns int) {
			if turns == 3 {
				cancel()
			}
		}}
		_, err := Measure(ctx, c, o)
		if !errors.Is(err, context.Canceled) || o.turns > 4 {
			t.Errorf("after %d turns: %v", o.turns, err)
		}
		cancel()
	}
}

func TestCheck(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) { c.Scenes = nil },
		func(c *Config) { c.Scenes = []Scene{{Name: "boxes", Rho: 3}} },
		func(c *Config) { c.Sizes = nil },
		func(c *Config) { c.Sizes = []int{0} },
		func(c *Config) { c.Sizes = []int{scene.MaxShapes + 1} },
		func(c *Config) { c.Kernels = nil },
		func(c *Config) { c.Workers = nil },
		func(c *Config) { c.Workers = []int{0} },
		func(c *Config) { c.Modes = nil },
		func(c *Config) { c.Modes = []Mode{"all"} },
		func(c *Config) { c.Modes, c.Workers = []Mode{Broad}, []int{2} },
		func(c *Config) { c.Rounds = 1 },
		func(c *Config) { c.Frames = 0 },
		func(c *Config) { c.Warmup = -1 },
		func(c *Config) { c.Budget = -1 },
	} {
		c := small()
		must.Do(t, c.Check())
		change(&c)
		if err := c.Check(); !errors.As(err, new(*ConfigError)) {
			t.Errorf("%s: %v", c.Command(), err)
		}
	}
	c := small()
	c.Kernels = []string{"mmx"}
	if err := c.Check(); !errors.Is(err, kernels.ErrUnknown) {
		t.Error(err)
	}
	if got, want := small().command(), "daylight bench --scenes boxes,mixed --sizes 500,9000 --kernels "; !strings.HasPrefix(got, want) {
		t.Errorf("command %q", got)
	}
}

func (c Config) command() string { return c.Command() }

func roundTrip(t *testing.T, r *Results) {
	t.Helper()
	var text bytes.Buffer
	must.Do(t, r.WriteJSON(&text))
	if !json.Valid(text.Bytes()) {
		t.Fatal("not JSON")
	}
	back := must.Get(ReadJSON(bytes.NewReader(text.Bytes())))(t)
	if !reflect.DeepEqual(r, back) {
		t.Error("JSON does not read back to the same results")
	}
}
