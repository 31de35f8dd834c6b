// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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

// TestPartitionReplaces: a directory is replaced if nothing but partitions is in it; else nothing is written and nothing lost.
func TestPartitionReplaces(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", "id,world,x,y,r\na,1,0,0,1\nb,1,1,0,1\na,2,0,0,1\nb,2,1,0,1\n")
	must.Do(t, os.MkdirAll("old/world=9", 0o777))
	write(t, "old/.daylight", "")
	write(t, "old/world=9/part-0.csv", "x\n")
	must.Do(t, os.MkdirAll("theirs/world=9", 0o777)) // as other programs name their files
	write(t, "theirs/world=9/part-0.parquet", "x\n")
	must.Do(t, os.Mkdir("empty", 0o750))
	must.Do(t, os.MkdirAll("other/world=1", 0o777))
	write(t, "other/world=1/part-0.csv", "x\n")
	write(t, "other/world=1/mine.txt", "x\n")
	must.Do(t, os.MkdirAll("more/world=1", 0o777))
	write(t, "more/notes.txt", "x\n")
	write(t, "file", "x\n")
	must.Do(t, os.MkdirAll("tables/world=1", 0o777))
	write(t, "tables/.daylight", "")
	write(t, "tables/world=1/part-0.csv", "id,x,y,r\na,0,0,1\nb,1,0,1\n")
	for _, dir := range []string{"new", "old", "empty", "old/", "./deep/../new", "link"} {
		if dir == "link" && (runtime.GOOS == "windows" || os.Symlink("old", "link") != nil) {
			continue
		}
		if strings.HasPrefix(dir, "./deep") {
			must.Do(t, os.Mkdir("deep", 0o777))
		}
		args := []string{"collide", "-q", "--partition-by", "world", "--out", dir, "in.csv"}
		if dir == "old/" {
			args = append(args, "--resume")
		}
		done(t, "", args...)
		if files, _, err := job.Parts([]string{strings.Replace(dir, "link", "old", 1)}); err != nil || len(files) != 2 {
			t.Errorf("%s: %q, %v", dir, files, err)
		}
	}
	if info, err := os.Lstat("link"); err == nil && info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if info := must.Get(os.Stat("empty"))(t); runtime.GOOS != "windows" && info.Mode().Perm() != 0o750 {
		t.Errorf("permissions %v", info.Mode())
	}
	before := tree(t)
	for _, c := range []struct{ call, wrong string }{
		{"--out theirs in.csv", "without the file .daylight"}, {"--out other in.csv", "world=1 in it"}, {"--out more in.csv", "notes.txt in it"}, {"--out file in.csv", "no directory"}, {"--out . in.csv", "current directory"},
		{"in.csv", "say which by --out"}, {"--out - in.csv", "say which by --out"}, {"--out /dev/null in.csv", "no directory"}, {"--out none/new in.csv", "no such file"},
		{"--out tables tables", "is an input or another output"}, {"--out old --stats old/stats.json in.csv", "is an input or another output"},
		{"--out old missing.csv", "missing.csv"}, {"--out https://localhost/dir in.csv", "no directories"},
		{"--verify --limit 1 --out old in.csv", "limit"}, {"--out old --partition-by frame in.csv", "want world"},
	} {
		args := strings.Fields("collide -q " + c.call)
		if !strings.Contains(c.call, "frame") {
			args = append(args, "--partition-by", "world")
		}
		if r := call(t, "", args...); r.code != exitBad || !strings.Contains(r.stderr, c.wrong) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d: %s", c.call, r.code, r.stderr)
		}
	}
	if after := tree(t); after != before {
		t.Errorf("there was\n%s\nand is\n%s", before, after)
	}
}

// TestPartitionLong: a world whose directory no file system takes is found at its row, by all that reads tables and by merge.
func TestPartitionLong(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("日", 40)
	write(t, "in.csv", "id,world,x,y,r\na,1,0,0,1\nb,1,1,0,1\na,"+long+",0,0,1\nb,"+long+",1,0,1\n")
	write(t, "ask.csv", "id,world,x,y\nq,1,0,0\n")
	by := " --partition-by world --out out in.csv"
	for _, args := range []string{"collide" + by, "collide --spill ." + by, "collide --resume" + by, "query points --ask ask.csv" + by,
		"plan --partition-by world --out plan.json in.csv", "plan --cut cut --partition-by world --out plan.json in.csv"} {
		if r := call3(t, args); r.code != exitBad || !strings.Contains(r.stderr, `in.csv:4: id "a": column world: `) || !strings.Contains(r.stderr, "255") {
			t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
		}
	}
	if r := call3(t, "collide --skip-bad"+by); r.code != exitDone || !strings.Contains(r.stderr, "left out 2 bad of 4 rows") {
		t.Errorf("--skip-bad: exit %d: %s", r.code, r.stderr)
	}
	done(t, "", strings.Fields("plan -q --tiles 1 --out plan.json in.csv")...)
	done(t, "", strings.Fields("collide -q --plan plan.json --shard 0 --format part --out part")...)
	os.RemoveAll("out")
	if r := call3(t, "merge --plan plan.json --partition-by world --out out part"); r.code != exitBad || !strings.Contains(r.stderr, "255") || !strings.Contains(r.stderr, `part: the directory of world "日日`) {
		t.Errorf("merge: exit %d: %s", r.code, r.stderr)
	}
}

// TestPartitionNothing: of an answer without rows there is a directory without worlds, which is told of, replaced, and told from
// others when it is read; patterns pass over the file that marks it.
func TestPartitionNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "apart.csv", "id,x,y,r\na,0,0,1\nb,9,0,1\n")
	write(t, "in.csv", "id,x,y,r\na,0,0,1\nb,1,0,1\n")
	for _, args := range []string{"collide", "collide --spill ."} {
		if r := call3(t, args+" --partition-by world --out none apart.csv"); r.code != exitDone || !strings.Contains(r.stderr, "none: there are no rows, so no world has a file in it") {
			t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
		}
	}
	if r := call3(t, "collide none"); r.code != exitBad || !strings.Contains(r.stderr, "none: no file is in this directory: it is an answer of daylight without rows") {
		t.Errorf("read: exit %d: %s", r.code, r.stderr)
	}
	done(t, "", strings.Fields("collide -q --partition-by world --out none in.csv")...)
	for _, pattern := range []string{"none", "none/*", "none/**/*.csv"} {
		if files, columns, err := job.Parts([]string{pattern}); err != nil || len(files) != 1 || len(columns[0]) != 1 {
			t.Errorf("%s: %q of %q, %v", pattern, columns, files, err)
		}
	}
}

// tree lists the files below the current directory, and what they hold.
func tree(t *testing.T) string {
	var b strings.Builder
	must.Do(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			fmt.Fprintf(&b, "%s %q\n", path, must.Get(os.ReadFile(path))(t))
		}
		return err
	}))
	return b.String()
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
