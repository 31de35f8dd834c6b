// SPDX-License-Identifier: MIT

package bench

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"daylight/internal/must"
)

// synthetic is results of cases that take about the given nanoseconds, give or take
// five in a hundred.
func synthetic(r *rand.Rand, rounds int, times ...float64) *Results {
	res := &Results{Schema: Schema}
	for i, ns := range times {
		m := Measured{Case: Case{Scene: "boxes", N: 1000 * (i + 1), Kernels: "go", Workers: 1, Mode: Contact}, Candidates: 10, Contacts: 5}
		for range rounds {
			var frames []int64
			for range 5 {
				frames = append(frames, int64(ns*(0.95+0.1*r.Float64())))
			}
			m.Rounds = append(m.Rounds, frames)
		}
		res.Cases = append(res.Cases, m)
	}
	return res
}

func TestCompare(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	old := synthetic(r, 8, 1e6, 1e6, 1e6)
	new := synthetic(r, 8, 1.2e6, 0.8e6, 1e6)
	c := Compare(old, new)
	var verdicts []string
	for i := range c.Rows {
		verdicts = append(verdicts, c.Rows[i].Verdict())
	}
	if got := strings.Join(verdicts, " "); got != "slower faster ~" {
		t.Errorf("verdicts %s: %+v", got, c.Rows)
	}
	if ch := c.Rows[0].Change(); ch < 0.1 || ch > 0.3 || c.Slower() != 1 || c.Faster() != 1 || len(c.Notes) != 0 {
		t.Errorf("%+v", c)
	}
	var text strings.Builder
	must.Do(t, c.Write(&text))
	for _, want := range []string{"slower  scene=boxes/n=1000/", "1 slower, 1 faster, 1 neither, of 3"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// TestNoise: results against results of the same kind hardly ever differ.
func TestNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	same := make([]float64, 400)
	for i := range same {
		same[i] = 1e6
	}
	c := Compare(synthetic(r, 8, same...), synthetic(r, 8, same...))
	if wrong := c.Slower() + c.Faster(); wrong > 12 {
		t.Errorf("%d of %d differ", wrong, len(same))
	}
}

func TestNotTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	old, new := synthetic(r, 3, 1e6, 1e6), synthetic(r, 8, 2e6)
	old.Machine.CPU, new.Seed = "Abacus", 43
	new.Cases[0].Contacts = 6
	new.Cases = append(new.Cases, synthetic(r, 3, 1, 1, 1).Cases[2])
	c := Compare(old, new)
	if len(c.Notes) != 3 || len(c.OnlyOld) != 1 || len(c.OnlyNew) != 1 || !strings.Contains(c.Rows[0].Note, "contacts 6, were 5") {
		t.Errorf("%+v", c)
	}
	var text strings.Builder
	must.Do(t, c.Write(&text))
	if !strings.Contains(text.String(), "only in the old results: scene=boxes/n=2000/") {
		t.Error(text.String())
	}
}

// TestBeside: a case of several workers, or that the engine moves, is held against the plain one
// where the old results have no other. One with a list is held against one with a list of eight
// steps, and never against a plain one.
func TestBeside(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	old, new := synthetic(r, 8, 1e6, 1e6), synthetic(r, 8, 1e6, 1e6)
	for _, c := range []struct {
		skin    int
		advance bool
		workers int
		ns      float64
	}{{0, true, 1, 9e5}, {0, true, 2, 3e5}, {Kept, true, 1, 4e5}, {Kept, true, 2, 2e5}} {
		m := synthetic(r, 8, c.ns).Cases[0]
		m.Skin, m.Advance, m.Workers, m.Candidates = c.skin, c.advance, c.workers, 14
		new.Cases = append(new.Cases, m)
	}
	old.Cases[1].Skin = 4 // such lists have gone: they are held against nothing
	new.Cases[1].Skin = Kept
	listed := synthetic(r, 8, 1e6).Cases[0]
	if err := json.Unmarshal([]byte(`{"skin": 8}`), &listed.Case); err != nil { // as older results have it
		t.Fatal(err)
	}
	listed.Advance, listed.Candidates = true, 14
	old.Cases = append(old.Cases, listed)
	c := Compare(old, new)
	if len(c.Rows) != 5 || c.Faster() != 4 || strings.Join(c.OnlyOld, " ") != old.Cases[1].Key() || strings.Join(c.OnlyNew, " ") != new.Cases[1].Key() {
		t.Fatalf("%+v", c)
	}
	for i, want := range []string{"", "old moved by the caller; ", "old moved by the caller, with one worker; ", "", "old with one worker"} {
		if got := c.Rows[i].Note; want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: note %q, want %q", c.Rows[i].Key, got, want)
		}
	}
	var text strings.Builder
	must.Do(t, c.Write(&text))
	if !strings.Contains(text.String(), "  ratio  change") || strings.Contains(text.String(), "only in the old results: scene=boxes/n=1000/") {
		t.Error(text.String())
	}
}
