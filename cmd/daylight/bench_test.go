// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"daylight/bench"
	"daylight/bench/scene"
	"daylight/internal/testenv"
)

func TestBench(t *testing.T) {
	t.Chdir(t.TempDir())
	tables := "all"
	if testenv.Race { // kernels start nothing
		tables = "go"
	}
	r := done(t, "", strings.Fields("bench --scenes boxes,mixed --sizes 300,700 --modes all --workers 1,2 --rounds 3 --frames 2 --json r.json --kernels "+tables)...)
	for _, want := range []string{"machine: ", "commit: ", "copy bandwidth: ", "\nboxes          300 go         1 contact ", "\nmixed          700 go         1 broad "} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s", want, r.out)
		}
	}
	for line := range strings.Lines(r.stderr) { // a busy machine may be told of
		if !strings.HasPrefix(line, "daylight: warning: the spread of ") {
			t.Errorf("standard error: %s", line)
		}
	}
	if names := files(t, "."); names != "r.json" {
		t.Errorf("wrote %s", names)
	}
	res, err := bench.ReadFile("r.json")
	if err != nil {
		t.Fatal(err)
	}
	count := len(variants())
	if tables == "go" {
		count = 1
	}
	if want := 2 * 2 * count * (2*5 + 1); len(res.Cases) != want {
		t.Errorf("%d cases, want %d", len(res.Cases), want)
	}
	// The command that the results name measures them again.
	again := done(t, "", append(strings.Fields(strings.TrimPrefix(res.Command, "daylight ")), "--compare", "r.json")...)
	if !strings.Contains(again.out, "  scene=mixed/n=700/kernels=go/workers=1/mode=pairs\n") || !strings.Contains(again.out, "0 slower, 0 faster, ") {
		t.Errorf("compared:\n%s", again.out)
	}
}

// TestBenchSkin: candidates that are kept are a case of their own, in the modes in which they can
// be, and so is where the engine moves the shapes in place of the scene, with the same contacts;
// with a list there is one time a turn.
func TestBenchSkin(t *testing.T) {
	testenv.Sequential(t)
	t.Chdir(t.TempDir())
	r := done(t, "", strings.Fields("bench --scenes mixed --sizes 900 --modes contact,pairs,broad --kernels go --workers 1 --skin off,on --advance --rounds 3 --frames 4 --json r.json")...)
	_, table, _ := strings.Cut(r.out, "\nscene ")
	for want, times := range map[string]int{
		" contact   ": 1, " contact, moved   ": 1, " contact, list   ": 1, " contact, list, moved  ": 1,
		" pairs   ": 1, " pairs, moved   ": 1, " broad   ": 1, "list": 2, "moved": 3,
	} {
		if strings.Count(table, want) != times {
			t.Errorf("the table has %q not %d times:\n%s", want, times, table)
		}
	}
	end := strings.Index(table, "ms/step") + len("ms/step") + len("scene ")
	for row := range strings.Lines(table) {
		if strings.HasPrefix(row, "mixed ") && (row[end-1] == ' ' || row[end] != ' ') {
			t.Errorf("a time is not below its head:\n%s", table)
		}
	}
	res, err := bench.ReadFile("r.json")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(res.Command, " --skin off,on --advance ") || len(res.Cases) != 7 {
		t.Fatalf("%d cases of %s", len(res.Cases), res.Command)
	}
	key := "scene=mixed/n=900/kernels=go/workers=1/mode=contact"
	plain, moved, listed, both := res.Find(key), res.Find(key+"/advance"), res.Find(key+"/list"), res.Find(key+"/list/advance")
	if plain == nil || moved == nil || listed == nil || both == nil || len(plain.Rounds[0]) != 4 || len(listed.Rounds[0]) != 1 {
		t.Fatalf("the cases are %+v", res.Cases)
	}
	if plain.Contacts == 0 || moved.Contacts == 0 || listed.Contacts != plain.Contacts || both.Contacts != moved.Contacts || moved.Phases.Refresh == 0 {
		t.Errorf("the cases are %+v, %+v, %+v and %+v", plain, moved, listed, both)
	}
}

// TestBenchToStdout: raw results on standard output, of the ladder, are all that goes there.
func TestBenchToStdout(t *testing.T) {
	testenv.Sequential(t)
	t.Chdir(t.TempDir())
	r := done(t, "", strings.Fields("bench --ladder --sizes 300 --rounds 3 --frames 1 --json -")...)
	res, err := bench.ReadJSON(strings.NewReader(r.out))
	if err != nil || len(res.Cases) < 2 || !strings.Contains(r.stderr, "ms/step") || !strings.Contains(r.stderr, " brute ") {
		t.Errorf("%v\n%s\n%s", err, r.out, r.stderr)
	}
}

func TestBenchFull(t *testing.T) {
	testenv.Sequential(t) // but for the workers of TestBench
	t.Chdir(t.TempDir())
	done(t, "", strings.Fields("bench -q --full --sizes 300,600 --rounds 3 --frames 1 --json r.json")...)
	res, err := bench.ReadFile("r.json")
	if err != nil {
		t.Fatal(err)
	}
	if want := "daylight bench --full --sizes 300,600 --rounds 3 --frames 1"; res.Command != want {
		t.Errorf("command %q", res.Command)
	}
	has := map[string]bool{}
	for _, c := range res.Cases {
		has[c.Scene] = true
		has[string(c.Mode)] = has[string(c.Mode)] || c.Rung == ""
		has["rungs"] = has["rungs"] || c.Rung != ""
	}
	for _, what := range append(scene.Names(), "contact", "manifold", "broad", "rungs") {
		if !has[what] {
			t.Errorf("nothing was measured of %s", what)
		}
	}
}

func TestBenchPeers(t *testing.T) {
	testenv.Sequential(t)
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, "go.mod", "module daylight\n")
	r := done(t, "", strings.Fields("bench --peers all --sizes 300 --rounds 3 --frames 1 --json r.json")...)
	for _, want := range []string{"peers go were left out: there is no ", "peers node were left out: there is no ", "peers native were left out: there is no bench/peers/native/run.sh: "} {
		if !strings.Contains(r.stderr, want) {
			t.Errorf("no %q in %s", want, r.stderr)
		}
	}
	if !strings.Contains(r.out, " broad ") || strings.Contains(r.out, " circles ") {
		t.Error(r.out)
	}

	if runtime.GOOS == "windows" {
		return
	}
	if err := os.MkdirAll("bench/peers/native", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("bench/peers/native/run.sh", []byte("cat peers.jsonl\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	write(t, "bench/peers/native/peers.jsonl", `{"engine":"other","version":"1","scene":"boxes","n":300,"phase":"step","ns_per_step":1e9,"candidates":5,"contacts":null}`)
	r = done(t, "", strings.Fields("bench --peers native --sizes 300 --rounds 3 --frames 1")...)
	if !strings.Contains(r.out, "step, boxes, 300 shapes, one worker each") || !strings.Contains(r.out, "\nother 1 ") || !strings.Contains(r.out, "\nDaylight go ") {
		t.Error(r.out)
	}
}
