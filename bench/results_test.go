// SPDX-License-Identifier: MIT

package bench

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

func TestStatistics(t *testing.T) {
	m := Measured{Case: Case{N: 10}, Candidates: 20, Rounds: [][]int64{{100, 140}, {120, 80, 160}}}
	if m.NS() != 120 || m.PerShape() != 12 || m.PerCandidate() != 6 || m.PerContact() != 0 {
		t.Errorf("%v %v %v %v", m.NS(), m.PerShape(), m.PerCandidate(), m.PerContact())
	}
	if got := m.Spread(); math.Abs(got-40.0/120) > 1e-12 {
		t.Errorf("spread %v", got)
	}
	if got := m.Medians(); len(got) != 2 || got[0] != 120 || got[1] != 120 {
		t.Errorf("medians %v", got)
	}
	if got := Median([]int64{4, 1, 3, 2}); got != 2 {
		t.Errorf("median %v", got)
	}
	if got := Median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("median %v", got)
	}
	if Median([]int64(nil)) != 0 {
		t.Error("median of nothing")
	}
}

func TestReadJSON(t *testing.T) {
	for _, text := range []string{"", "x", "[]", "{}", `{"schema":99}`, `{"schema":1,"cases":[{"n":5}]}`, `{"schema":1,"cases":[{"rounds_ns":[[1]]}]}`} {
		if _, err := ReadJSON(strings.NewReader(text)); !errors.Is(err, ErrResults) {
			t.Errorf("%q: %v", text, err)
		}
	}
	// Numbers that nothing can have: plots of them would be endless.
	const times = `"n":5,"rounds_ns":[[1]]`
	for _, members := range []string{
		`"cases":[{"n":5,"rounds_ns":[[1,0]]}]`, `"cases":[{"n":5,"rounds_ns":[[1],[]]}]`, `"cases":[{"n":5,"rounds_ns":[[-4]]}]`,
		`"cases":[{"n":5,"rounds_ns":[[9223372036854775807]]}]`, `"cases":[{` + times + `,"candidates":-1}]`, `"cases":[{` + times + `,"contacts":-1}]`,
		`"cases":[{` + times + `,"workers":-1}]`, `"cases":[{` + times + `,"phases_ns":{"sort":-1}}]`, `"cases":[{` + times + `,"phase_bytes":{"sort":9223372036854775807}}]`,
		`"peers":[{"engine":"a","scene":"boxes","n":1,"phase":"step","ns_per_step":0}]`, `"peers":[{"engine":"a","scene":"boxes","n":1,"phase":"step","ns_per_step":1e-320}]`,
		`"peers":[{"engine":"a","scene":"boxes","phase":"step","ns_per_step":5}]`, `"copy_bandwidth":[{"workers":1,"bytes_per_second":-1}]`,
	} {
		if _, err := ReadJSON(strings.NewReader(`{"schema":1,` + members + `}`)); !errors.Is(err, ErrResults) {
			t.Errorf("%s: %v", members, err)
		}
	}
	r, err := ReadJSON(strings.NewReader(`{"schema":1,"commit":"0123456789abcdef","modified":true,"cases":[{"scene":"boxes","n":5,"rounds_ns":[[1,2],[3]]}],"later":true}`))
	if err != nil || r.Revision() != "0123456789ab+changes" || r.Cases[0].NS() != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestReadPeers(t *testing.T) {
	list, err := ReadPeers(strings.NewReader(`
{"engine":"box2d","version":"2.4","scene":"boxes","n":10000,"phase":"step","ns_per_step":7.4e6,"spread":0.02,"candidates":14000,"contacts":null,"note":"fat AABBs"}

{"engine":"other","scene":"boxes","n":10000,"phase":"broadphase","ns_per_step":1,"more":[]}
`))
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	if p := list[0]; p.Engine != "box2d" || p.NS != 7.4e6 || *p.Candidates != 14000 || p.Contacts != nil || p.Note == "" {
		t.Errorf("%+v", p)
	}
	for _, text := range []string{"hello", "{}", `{"engine":"a","scene":"boxes","n":1,"phase":"step"}`, `{"engine":"a","scene":"boxes","n":0,"phase":"step","ns_per_step":3}`} {
		if _, err := ReadPeers(strings.NewReader(text)); !errors.Is(err, ErrPeer) || !strings.HasPrefix(err.Error(), "line 1: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestMachine(t *testing.T) {
	m := Machine{CPU: "Abacus", Processors: 1, GOMAXPROCS: 1, L2: 512 << 10, L3: 32 << 20, OS: "linux", Arch: "amd64", Level: "v3", Go: "go1.25"}
	if got, want := m.String(), "Abacus, 1 processor, L2 512 KiB, L3 32 MiB, linux/amd64, go1.25, GOAMD64=v3"; got != want {
		t.Errorf("got %q", got)
	}
	r := Results{Machine: m, Date: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Command: "daylight bench", Bandwidth: []Bandwidth{{2, 2.5e10}}}
	if got := strings.Join(r.Provenance(), "|"); !strings.HasSuffix(got, "|commit: unknown|date: 2026-01-02 03:04 UTC|command: daylight bench|copy bandwidth: 25.0 GB/s with 2 workers") {
		t.Errorf("got %q", got)
	}
}
