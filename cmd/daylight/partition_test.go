// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/vfs/vfstest"
	"daylight/internal/must"
)

// nastyWorlds are names that file systems, URLs or other readers of partitions take for something else.
var nastyWorlds = []string{"3", "a/b", "..", ".", "a=b", "100%", "%41", "x:y", "null", "NULL", "__HIVE_DEFAULT_PARTITION__", "a+b c", "é~ü", `q"'\|?*<>`, "world=1", "-", "#&;", "A", "日本"}

// partitionTables writes tables of moving shapes in those worlds, those of each in turn, so that rows of questions are not in order of worlds.
func partitionTables(t *testing.T) {
	t.Helper()
	shapes, asked := "id,world,x,y,r,vx\n", "id,world,x,y,vx\n"
	for k := range 40 {
		for w, world := range nastyWorlds {
			cell := `"` + strings.ReplaceAll(world, `"`, `""`) + `"`
			shapes += fmt.Sprintf("s%d,%s,%v,%d,0.6,0\n", k, cell, float64(k%8)+float64(w)/64, k/8)
			asked += fmt.Sprintf("q%d,%s,%v,%d,3\n", k, cell, float64(k%8)+0.25, k/8)
		}
	}
	write(t, "in.csv", shapes)
	write(t, "ask.csv", asked)
}

// ofPartitions are the rows of CSV that were written to a directory, each with its world, as daylight reads that from the path, in order.
func ofPartitions(t *testing.T, dir string) string {
	t.Helper()
	names := map[string]string{}
	for _, world := range nastyWorlds { // what the path says is what daylight reads of it
		names[world] = world
	}
	files, columns, err := job.Parts([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for i, file := range files {
		if len(columns[i]) != 1 || columns[i][0].Name != "world" || names[columns[i][0].Value] == "" {
			t.Fatalf("%s: %q", file, columns[i])
		}
		lines := strings.Split(strings.TrimSuffix(read(t, file), "\n"), "\n")
		for _, line := range lines[1:] {
			rows = append(rows, columns[i][0].Value+","+line)
		}
	}
	slices.Sort(rows)
	return strings.Join(rows, "\n")
}

// TestPartition: a directory of partitions has the rows of the table, in every format and by every driver, and is read with
// the same worlds.
func TestPartition(t *testing.T) {
	t.Chdir(t.TempDir())
	partitionTables(t)
	for _, call := range []string{
		"collide --mode manifold in.csv", "collide --exact --mode area in.csv", "collide --join ask.csv --radius 0.1 in.csv",
		"query rays --ask ask.csv in.csv", "query nearest --count 3 --ask ask.csv in.csv", "query within --near 0.5 in.csv", "query points --ask ask.csv in.csv", "query inside --ask ask.csv in.csv",
	} {
		args := append(strings.Fields(call), "-q")
		done(t, "", append(args, "--out", "one.csv")...)
		var rows []string
		for _, line := range strings.Split(strings.TrimSuffix(read(t, "one.csv"), "\n"), "\n")[1:] {
			rows = append(rows, unquoted(line))
		}
		slices.Sort(rows)
		want := strings.Join(rows, "\n")
		check := func(what string) {
			t.Helper()
			if got := ofPartitions(t, "out"); got != want {
				t.Errorf("%s, %s: %s", call, what, first(got, want))
			}
			if left := must.Get(filepath.Glob(".*"))(t); len(left) > 0 {
				t.Errorf("%s, %s: left %q", call, what, left)
			}
		}
		by := append(args, "--partition-by", "world", "--out", "out")
		done(t, "", by...)
		check("in memory")
		done(t, "", append(by, "--spill", ".")...) // which replaces it
		check("spilled")
		done(t, "", append(by, "--resume")...)
		check("resumed")
		kind := strings.Fields(call)[0]
		planned := append([]string{"plan"}, strings.Fields(strings.TrimPrefix(call, "collide "))...)
		done(t, "", append(planned, "-q", "--tiles", "3", "--partition-by", "world", "--out", "plan.json")...)
		os.RemoveAll("parts")
		if r := call3(t, kind+" --plan plan.json --shard 0 --out table.csv"); r.code != exitBad || !strings.Contains(r.stderr, "parts (--format part)") {
			t.Errorf("%s: a table of a shard: exit %d: %s", call, r.code, r.stderr)
		}
		done(t, "", strings.Fields(kind+" -q --plan plan.json --shard 0-2 --format part --out parts")...)
		done(t, "", strings.Fields("merge -q --plan plan.json --out out parts")...)
		check("merged")
	}

	// Every format is read by daylight: what rays meet are points of the same worlds.
	rays := strings.Fields("query rays -q --ask ask.csv in.csv")
	reread := func(name string) string {
		return sortedLines(done(t, "", "collide", "-q", "--radius", "0.4", "--mode", "overlap", name).out)
	}
	done(t, "", append(rays, "--out", "points.csv")...)
	want := reread("points.csv")
	for _, ending := range []string{".csv", ".csv.gz", ".ndjson.zst", ".parquet", ".arrow", ".geojson"} {
		done(t, "", append(rays, "--partition-by", "world", "--out", "by"+ending)...)
		if files := must.Get(filepath.Glob("by" + ending + "/world=*/part-0" + ending))(t); len(files) != len(nastyWorlds) {
			t.Errorf("%s: %q", ending, files)
		}
		if text := reread("by" + ending); countLines(text) != countLines(want) || !slices.Equal(worldsOf(text), worldsOf(want)) {
			t.Errorf("%s: %d rows of %q, want %d of %q", ending, countLines(text), worldsOf(text), countLines(want), worldsOf(want))
		}
	}
}

func call3(t *testing.T, line string) result { return call(t, "", strings.Fields(line)...) }

// unquoted is a row of CSV whose first cell may be in quotes, without them.
func unquoted(line string) string {
	if !strings.HasPrefix(line, `"`) {
		return line
	}
	world, rest, _ := strings.Cut(line[1:], `",`)
	return strings.ReplaceAll(world, `""`, `"`) + "," + rest
}

func sortedLines(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func countLines(text string) int { return strings.Count(text, "\n") }

func worldsOf(text string) (list []string) {
	for line := range strings.Lines(text) {
		world, _, _ := strings.Cut(unquoted(line), ",")
		list = append(list, world)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return slices.DeleteFunc(list, func(w string) bool { return w == "world" })
}

// TestPartitionObjects: to an object store partitions go one by one, and _SUCCESS last; none are mixed with others.
func TestPartitionObjects(t *testing.T) {
	s := vfstest.New(t)
	t.Chdir(t.TempDir())
	partitionTables(t)
	done(t, "", strings.Fields("collide -q --partition-by world --out here in.csv")...)
	for _, dir := range []string{"s3://bucket/a", "gs://bucket/b/"} {
		args := strings.Fields("collide -q --partition-by world --out " + dir + " in.csv")
		done(t, "", args...)
		read := func(dir string) string {
			return sortedLines(done(t, "", "collide", "-q", "--rename", "nx=x", "--rename", "ny=y", "--radius", "2", dir).out)
		}
		if got, want := read(dir), read("here"); countLines(got) != countLines(want) || !slices.Equal(worldsOf(got), worldsOf(want)) {
			t.Errorf("%s: %d rows, want %d", dir, countLines(got), countLines(want))
		}
		if r := call(t, "", args...); r.code != exitBad || !strings.Contains(r.stderr, "objects are there already") {
			t.Errorf("%s again: exit %d: %s", dir, r.code, r.stderr)
		}
	}
	if s.Get("bucket/a/_SUCCESS") == nil || s.Open() != 0 {
		t.Errorf("objects %q, %d uploads open", s.Names(), s.Open())
	}
}
