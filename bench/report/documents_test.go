// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daylight/bench"
	"daylight/internal/must"
)

// TestRun: documents and a comparison are made of files; what is wrong is told, and nothing is
// written then.
func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"doc.md": "# Words\n\n<!-- begin peers -->\n<!-- end peers -->\n", "bad.md": "# no markers\n", "bad.json": `{"schema":99}`,
		"peers.jsonl": `{"engine":"other","version":"1","scene":"boxes","n":100000,"phase":"step","ns_per_step":1e9,"candidates":5,"contacts":null}`,
		"bad.jsonl":   "nonsense\n",
	} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for _, name := range []string{"results", "empty"} {
		must.Do(t, os.Mkdir(name, 0o777))
	}
	f, err := os.Create("results/r.json")
	if err == nil {
		err = sample().WriteJSON(f)
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	must.Do(t, run([]string{"--write", "doc.md", "--compare", "results/r.json", "results", "peers.jsonl"}, &out, &out))
	if !strings.Contains(content(t, "doc.md"), "| other 1 | step |") || !strings.Contains(out.String(), "0 slower, 0 faster, ") {
		t.Errorf("%s\n%s", content(t, "doc.md"), out.String())
	}
	was := content(t, "doc.md")
	for args, want := range map[string]string{
		"":                                 "nothing to do: ",
		"--write doc.md":                   "there are no results: ",
		"--write doc.md absent":            "absent: no such file or directory",
		"--write doc.md .":                 "",
		"--write doc.md empty":             "empty: there is no .json in this directory",
		"--write doc.md bad.json":          "bad.json: not results of daylight bench of this version",
		"--write doc.md,bad.md results":    "bad.md: markers are not in order",
		"--write doc.md peers.jsonl":       "peers.jsonl: there are no results before it",
		"--write doc.md results bad.jsonl": "bad.jsonl: line 1: not a measurement",
	} {
		if err := run(strings.Fields(args), &out, &out); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if content(t, "doc.md") != was {
		t.Error("a call that failed wrote")
	}
	if left, _ := filepath.Glob(".report-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func content(t *testing.T, name string) string {
	t.Helper()
	s := must.Get(os.ReadFile(name))(t)
	return string(s)
}

// TestPerformanceDocument: tables, summary and figures of PERF.md and README.md are those
// of the committed results.
func TestPerformanceDocument(t *testing.T) {
	list := must.Get(read([]string{"../results"}))(t)
	for _, name := range []string{"PERF.md", "README.md"} {
		have := content(t, "../../"+name)
		want, err := Update(have, list)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if have != want {
			t.Errorf("%s is not what the results say; write it with\n\tgo run ./bench/report --write PERF.md,README.md bench/results", name)
		}
	}
}

// TestREADMEFigures: what the README says of peers whose shapes are in spatial order is
// what was measured.
func TestREADMEFigures(t *testing.T) {
	const million = 1_000_000
	// Against the kernels that Daylight picks, which here were not the fastest.
	times := func(name, engine string, n int) float64 {
		list := must.Get(bench.ReadPeersFile("../peers/results/" + name))(t)
		fastest := func(engine string) float64 {
			least := math.Inf(1)
			for _, p := range list {
				if p.N == n && p.Phase == bench.PeerStep && strings.HasPrefix(p.Engine, engine) {
					least = min(least, p.NS)
				}
			}
			return least
		}
		return fastest(engine) / fastest("daylight/avx512")
	}
	const spatial, byProcessor = "zen5-boxes-1000000-spatial.jsonl", "processor-time.jsonl"
	wants := []string{fmt.Sprintf("takes tidwall/rtree %.0f times as long as Daylight and Box2D 2.4 %.0f times.",
		times(spatial, "tidwall-rtree+sat", million), times(spatial, "box2d-2.4", million))}
	for _, row := range [][2]string{{"plain grid in C", "grid"}, {"parry2d's tree", "parry2d"}, {"Rapier", "rapier2d"}} {
		want := "| " + row[0]
		for _, n := range []int{10_000, 100_000, million} {
			want += fmt.Sprintf(" | %.2g", times(byProcessor, row[1], n))
		}
		wants = append(wants, want+" |")
	}
	words := strings.Join(strings.Fields(content(t, "../../README.md")), " ")
	for _, want := range wants {
		if !strings.Contains(words, want) {
			t.Errorf("README.md does not say: %s", want)
		}
	}
}
