// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// scattered is a table of shapes of all kinds in a few worlds, with giants among them, filters,
// velocities, and rows without an id: no two rows of a world with the same.
func scattered(t *testing.T, name string, r *rand.Rand, n int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("id,world,kind,x,y,angle,r,hx,hy,half_length,vx,vy,omega,category,group,body,static,note\n")
	for i := range n {
		world := []string{"", "north", "north", "north", "south", "far, \"away\""}[r.IntN(6)]
		if world == "" {
			world = strconv.Itoa(r.IntN(20))
		}
		x, y, size := r.Float64()*30, r.Float64()*30, 0.2+r.Float64()
		if r.IntN(60) == 0 {
			size *= 15
		}
		shape := fmt.Sprintf("circle,%v,%v,,%v,,,", x, y, size)
		switch r.IntN(3) {
		case 0:
			shape = fmt.Sprintf("box,%v,%v,%v,,%v,%v,", x, y, r.Float64()*6, size, size/2)
		case 1:
			shape = fmt.Sprintf("capsule,%v,%v,%v,0.1,,,%v", x, y, r.Float64()*6, size)
		}
		filter := ",,,"
		switch r.IntN(8) {
		case 0:
			filter = fmt.Sprintf("%d,,,", 1+r.IntN(3))
		case 1:
			filter = fmt.Sprintf(",%d,,", r.IntN(3)-1)
		case 2:
			filter = fmt.Sprintf(",,part%d,", r.IntN(4))
		case 3:
			filter = ",,,true"
		}
		fmt.Fprintf(&b, "%c%d,%s,%s,%v,%v,%v,%s,note %d\n", name[0], i, strconv.Quote(world), shape, r.NormFloat64()*3, r.NormFloat64()*3, r.NormFloat64(), filter, i)
	}
	write(t, name, strings.ReplaceAll(b.String(), `\"`, `""`))
}

// TestShardInputs: shards of tables of all formats read only parts of them where they can, and
// the answer is the same.
func TestShardInputs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	t.Chdir(t.TempDir())
	// More rows than fit into a block, in order of world.
	n := 15_000
	done(t, "", "gen", "circles", "-n", strconv.Itoa(n), "--frames", "3", "-o", "in.csv")
	text := read(t, "in.csv")
	want := done(t, "", "collide", "-q", "in.csv").out
	write(t, "bom.csv", "\ufeff# a comment\n"+text)
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	lines = slices.Insert(lines, len(lines)/2, "# "+strings.Repeat("long ", 60_000))
	write(t, "comments.csv", strings.Join(lines, "\n")+"\n")
	done(t, "", "gen", "circles", "-n", strconv.Itoa(n), "--frames", "3", "-o", "in.ndjson")
	done(t, "", "gen", "circles", "-n", strconv.Itoa(n), "--frames", "3", "-o", "in.csv.gz")
	table := strings.ReplaceAll(text, ",", "\t")
	write(t, "in.tsv", table)
	for _, c := range []struct {
		name   string
		ranged bool
	}{{"in.csv", true}, {"bom.csv", true}, {"comments.csv", true}, {"in.ndjson", true}, {"in.tsv", true}, {"in.csv.gz", false}} {
		if testenv.Race && c.name != "comments.csv" || !testenv.Full() && (c.name == "bom.csv" || c.name == "in.tsv") {
			continue
		}
		if got, _ := sharded(t, r, 5, "csv", c.name); got != want {
			t.Errorf("%s: %s", c.name, first(got, want))
		}
		done(t, "", "plan", "-q", "--tiles", "3", "-o", "plan.json", c.name)
		route := func(share string) result {
			return call(t, "", "route", "-q", "--plan", "plan.json", "--share", share, "-o", "pieces", c.name)
		}
		must.Do(t, os.RemoveAll("pieces"))
		if r := route("1/3"); r.code != exitDone || c.ranged != (strings.Contains(read(t, "pieces/share-00001-of-00003.pieces"), `"file":0,"from":`)) {
			t.Errorf("%s: can ranges be read? %s", c.name, r.stderr)
		}
		if !c.ranged {
			continue
		}
		// What is of other shares is not read: damage it.
		whole := read(t, c.name)
		damaged := []byte(whole)
		at := bytes.LastIndexByte(damaged[:len(damaged)-(1<<17)], '\n') + 1
		copy(damaged[at:], "this is no row,,,,,{\"\n")
		write(t, c.name, string(damaged))
		if r := route("0/3"); r.code != exitDone {
			t.Errorf("%s: share 0 has read what is not its own: %s", c.name, r.stderr)
		}
		line := 1 + bytes.Count(damaged[:at], []byte{'\n'})
		if r := route("2/3"); r.code != exitBad || !strings.Contains(r.stderr, fmt.Sprintf("%s:%d: ", c.name, line)) {
			t.Errorf("%s: share 2, line %d: %s", c.name, line, r.stderr)
		}
		write(t, c.name, whole)
	}
}

// TestMergeRefuses: parts that are torn or damaged, and those of a plan that was edited.
func TestMergeRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "2000", "-o", "in.csv")
	done(t, "", "plan", "-q", "--tiles", "3", "-o", "plan.json", "in.csv")
	for i := range 3 {
		done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/3", i), "--format", "part", "-o", fmt.Sprintf("plan-%d", i))
	}
	refused := func(what, message string, parts ...string) {
		t.Helper()
		r := call(t, "", append([]string{"merge", "-q", "--plan", "plan.json", "-o", "out.csv"}, parts...)...)
		if r.code != exitBad || !strings.Contains(r.stderr, message) {
			t.Errorf("%s: exit %d: %s", what, r.code, r.stderr)
		}
		if _, err := os.Stat("out.csv"); err == nil {
			t.Fatalf("%s: there is an output", what)
		}
	}
	whole := read(t, "plan-2")
	r := rand.New(rand.NewPCG(5, 5))
	for range 60 { // torn anywhere
		n := r.IntN(len(whole))
		write(t, "torn", whole[:n])
		res := call(t, "", "merge", "-q", "--plan", "plan.json", "-o", "out.csv", "plan-0", "plan-1", "torn")
		if res.code != exitBad || !strings.Contains(res.stderr, "torn") {
			t.Fatalf("cut after %d of %d bytes: exit %d: %s", n, len(whole), res.code, res.stderr)
		}
	}
	for range 60 { // one bit is another
		n := r.IntN(len(whole))
		bad := []byte(whole)
		bad[n] ^= 1 << r.IntN(8)
		write(t, "bad", string(bad))
		if res := call(t, "", "merge", "-q", "--plan", "plan.json", "-o", "out.csv", "plan-0", "plan-1", "bad"); res.code != exitBad {
			t.Fatalf("a bit of byte %d is another: exit %d: %s", n, res.code, res.stderr)
		}
	}
	write(t, "longer", whole+"x")
	refused("longer", "damaged", "plan-0", "plan-1", "longer")
	if _, err := os.Stat("out.csv"); err == nil {
		t.Error("there is an output")
	}
	// A plan that was edited is another plan; one that makes no sense is none.
	write(t, "plan.json", strings.Replace(read(t, "plan.json"), `"tile":0`, `"tile": 0`, 1))
	refused("edited", "by this one before it was changed", "plan-0", "plan-1", "plan-2")
	write(t, "plan.json", strings.Replace(read(t, "plan.json"), `"tiles":3`, `"tiles":2`, 1))
	refused("no plan", "not a plan", "plan-0", "plan-1", "plan-2")
}

// TestEditedPlan: cuts can be moved before the shards are run, and the answer stays.
func TestEditedPlan(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "boxes", "-n", "3000", "-o", "in.csv")
	want := done(t, "", "collide", "-q", "in.csv").out
	done(t, "", "plan", "-q", "--tiles", "1", "-o", "plan.json", "in.csv")
	text := strings.Replace(read(t, "plan.json"), `"tiles":1`, `"tiles":5`, 1)
	text = strings.Replace(text, `"tile":0}`, `"tile":0,"y":[20],"x":[[10,11],[30]]}`, 1)
	write(t, "plan.json", text)
	var parts []string
	for i := range 5 {
		parts = append(parts, fmt.Sprintf("p%d", i))
		done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/5", i), "--format", "part", "-o", parts[i])
	}
	if got := done(t, "", append([]string{"merge", "-q", "--plan", "plan.json"}, parts...)...).out; got != want {
		t.Error(first(got, want))
	}
}

// TestShardsChanged: a table that is changed is refused by whoever reads it, or by the shards if two shares have read
// it otherwise, and they say which are to be read again; merge refuses parts of two versions.
func TestShardsChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", "gen", "circles", "-n", "15000", "-o", "in.csv")
	done(t, "", "plan", "-q", "--tiles", "2", "-o", "plan.json", "in.csv")
	text := read(t, "in.csv")
	route := func(share int) result {
		return call(t, "", "route", "-q", "--plan", "plan.json", "--share", fmt.Sprintf("%d/3", share), "-o", "pieces", "in.csv")
	}
	shard := func(k int, more ...string) result {
		return call(t, "", append(strings.Fields(fmt.Sprintf("collide -q --plan plan.json --shard %d/2 --format part -o part-%d", k, k)), more...)...)
	}
	refused := func(r result, message string) {
		t.Helper()
		if r.code != exitBad || !strings.Contains(r.stderr, message) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("exit %d: %s, want %s", r.code, r.stderr, message)
		}
	}
	write(t, "in.csv", text+"x,1,2,3\n")
	refused(route(1), "in.csv: it is not what it was when the plan was made: name the tables that were planned, or make a new plan")
	refused(shard(0), "in.csv: it is not what it was when the plan was made: name the tables that were planned, or make a new plan")
	write(t, "in.csv", text)
	must.Do(t, os.Chtimes("in.csv", time.Unix(1e9, 0), time.Unix(1e9, 0)))
	refused(shard(0), "in.csv: it is not what it was when the plan was made: name the tables that were planned, or make a new plan")
	for k := range 3 {
		if k == 2 { // the size is the same, and the time is not
			write(t, "in.csv", text[:len(text)-2]+"1\n")
		}
		if r := route(k); r.code != exitDone {
			t.Fatal(r.stderr)
		}
	}
	refused(shard(0, "pieces"), "in.csv has changed since share-00001-of-00003.pieces was made: daylight route --plan plan.json --out pieces --share 2/3, and so every share that has read it before")
	for k := range 2 {
		if r := route(k); r.code != exitDone {
			t.Fatal(r.stderr)
		}
	}
	if r := shard(0, "pieces"); r.code != exitDone {
		t.Error(r.stderr)
	}
	if r := shard(1, "in.csv"); r.code != exitDone {
		t.Error(r.stderr)
	}
	refused(call(t, "", "merge", "-q", "--plan", "plan.json", "part-0", "part-1"), "it is of other tables than part-0")
}

// TestOneProgram: plans and parts of another program are refused, in words that say so, also where they
// are not otherwise known to be plans; the architecture is no matter.
func TestOneProgram(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", "id,x,y,r\na,0,0,1\nb,1,0,1\n")
	done(t, "", "plan", "-q", "--tiles", "1", "-o", "plan.json", "in.csv")
	done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", "0/1", "--format", "part", "-o", "part")
	mine, err := json.Marshal(program())
	if err != nil || !strings.Contains(read(t, "plan.json"), string(mine)) || !strings.Contains(read(t, "part"), string(mine)) {
		t.Fatalf("%s, %v, plan %.200s, part %.200s", mine, err, read(t, "plan.json"), read(t, "part"))
	}
	if strings.Contains(string(mine), runtime.GOARCH) {
		t.Errorf("an architecture is in %s", mine)
	}
	plan, part := read(t, "plan.json"), read(t, "part")
	for _, other := range []string{`{"version":"v0.1","answers":1}`, strings.Replace(string(mine), `"answers":`, `"answers":9`, 1)} {
		write(t, "plan.json", strings.Replace(plan, string(mine), other, 1))
		for _, args := range []string{"collide --plan plan.json --shard 0/1", "merge --plan plan.json part"} {
			r := call(t, "", strings.Fields(args)...)
			if r.code != exitBad || !strings.HasPrefix(r.stderr, "daylight: plan.json was made by daylight ") || !strings.Contains(r.stderr, "the same program has to do all of a job") {
				t.Errorf("%s: exit %d: %s", args, r.code, r.stderr)
			}
		}
		write(t, "plan.json", plan)
		body := strings.Replace(part, string(mine), other, 1)
		body = body[:len(body)-4-len("end of part\n")]
		sum := crc32.Checksum([]byte(body), crc32.MakeTable(crc32.Castagnoli))
		write(t, "part", string(binary.LittleEndian.AppendUint32([]byte(body), sum))+"end of part\n")
		if r := call(t, "", "merge", "--plan", "plan.json", "part"); r.code != exitBad || !strings.HasPrefix(r.stderr, "daylight: part was made by daylight ") {
			t.Errorf("exit %d: %s", r.code, r.stderr)
		}
		write(t, "part", part)
	}
	done(t, "", "merge", "--plan", "plan.json", "part")
	for _, c := range []struct {
		info debug.BuildInfo
		want bool
	}{
		{debug.BuildInfo{}, false}, {debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, false}, {debug.BuildInfo{Main: debug.Module{Version: "v1.0.0"}}, true},
		{debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123"}}}, true},
		{debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-0123"}, Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123"}, {Key: "vcs.modified", Value: "true"}}}, false},
	} {
		if got := pinned(&c.info); got != c.want {
			t.Errorf("%v: %t", c.info, got)
		}
	}
}
