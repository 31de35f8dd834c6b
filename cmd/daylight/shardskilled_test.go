// SPDX-License-Identifier: MIT

//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// TestShardKilled: a shard that is killed at any time leaves no part under its name, or a whole
// one; started again, or twice at the same time, it writes what one leaves that was left alone.
func TestShardKilled(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	dir := t.TempDir()
	in, plan := filepath.Join(dir, "in.csv"), filepath.Join(dir, "plan.json")
	done(t, "", "gen", "cluster", "-n", "4000", "--frames", "3", "-o", in)
	done(t, "", "plan", "-q", "--tiles", "3", "-o", plan, in)
	part := func(i int) string { return filepath.Join(dir, fmt.Sprintf("part-%d", i)) }
	shard := func(i int) []string {
		return []string{"collide", "-q", "--plan", plan, "--shard", fmt.Sprintf("%d/3", i), "--format", "part", "-o", part(i)}
	}
	var want [3]string
	begin := time.Now()
	for i := range 3 {
		done(t, "", shard(i)...)
		want[i] = read(t, part(i))
		os.Remove(part(i))
	}
	long := time.Since(begin) // of three, so that some are left to end
	r := rand.New(rand.NewPCG(1, 1))
	killed, rounds := 0, testenv.Rounds(6, 6, 12)
	for k := range rounds {
		i := k % 3
		c := command(t, dir, shard(i)...)
		must.Do(t, c.Start())
		time.Sleep(time.Duration(r.Int64N(int64(long))))
		_ = c.Process.Kill()
		if c.Wait() != nil {
			killed++
		}
		if text, err := os.ReadFile(part(i)); err == nil && string(text) != want[i] {
			t.Fatalf("shard %d was killed and left %d bytes of %d", i, len(text), len(want[i]))
		}
		// Both halves of a double start write; the output is one of theirs, which are the same.
		other := command(t, dir, shard(i)...)
		must.Do(t, other.Start())
		done(t, "", shard(i)...)
		must.Do(t, other.Wait())
		if read(t, part(i)) != want[i] {
			t.Fatalf("shard %d has another output when it is started again", i)
		}
		if k+3 < rounds {
			os.Remove(part(i))
		}
	}
	if killed == 0 {
		t.Error("none was killed")
	}
	got := done(t, "", "merge", "-q", "--plan", plan, part(0), part(1), part(2)).out
	if whole := done(t, "", "collide", "-q", in).out; got != whole {
		t.Error(first(got, whole))
	}
}

// TestCutKilled: a cut that is to take the place of another, and is killed at any time, leaves the
// plan and the shapes of the one or of the other, or such as shards refuse, and never a wrong
// answer; started again, or twice at the same time, it leaves what one leaves that was left alone.
func TestCutKilled(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	dir := t.TempDir()
	t.Chdir(dir)
	done(t, "", "gen", "cluster", "-n", "4000", "--frames", "3", "-o", "in.csv")
	// The number of tiles is the same, so that nothing but what is in the files tells the two apart.
	plan := func(margin string) []string {
		return []string{"plan", "-q", "--tiles", "2", "--margin", margin, "--cut", "cut", "-o", "plan.json", "in.csv"}
	}
	merged := func() (answer string, refused bool) {
		os.RemoveAll("parts")
		if r := call(t, "", "collide", "-q", "--plan", "plan.json", "--shard", "0-1/2", "--format", "part", "-o", "parts"); r.code != exitDone {
			if !strings.Contains(r.stderr, "it was made by another plan") {
				t.Fatal(r.stderr)
			}
			return "", true
		}
		return done(t, "", "merge", "-q", "--plan", "plan.json", "parts").out, false
	}
	var want, files [2]string
	var long time.Duration
	margins := [2]string{"0", "0.3"}
	for i, m := range margins {
		want[i] = done(t, "", "collide", "-q", "--margin", m, "in.csv").out
		begin := time.Now()
		done(t, "", plan(m)...)
		long = time.Since(begin)
		files[i] = read(t, "plan.json") + read(t, "cut/share-00000-of-00001.pieces")
	}
	if want[0] == want[1] {
		t.Fatal("both plans have one answer")
	}
	r := rand.New(rand.NewPCG(2, 2))
	killed, rounds := 0, testenv.Rounds(4, 6, 12)
	for k := range rounds {
		i := k % 2
		c := command(t, dir, plan(margins[i])...)
		must.Do(t, c.Start())
		if k > 0 { // the first has no time to end
			time.Sleep(time.Duration(r.Int64N(int64(2 * long))))
		}
		_ = c.Process.Kill()
		if c.Wait() != nil {
			killed++
		}
		if got, refused := merged(); !refused && got != want[0] && got != want[1] {
			t.Fatalf("killed, it leaves a plan with another answer: %s", first(got, want[i]))
		}
		other := command(t, dir, plan(margins[i])...)
		must.Do(t, other.Start())
		done(t, "", plan(margins[i])...)
		must.Do(t, other.Wait())
		if read(t, "plan.json")+read(t, "cut/share-00000-of-00001.pieces") != files[i] {
			t.Fatal("started again, it leaves other bytes")
		}
	}
	if killed == 0 {
		t.Error("none was killed")
	}
	if got, _ := merged(); got != want[(rounds-1)%2] {
		t.Error(first(got, want[(rounds-1)%2]))
	}
}

// TestSpillKilled: whatever ends a run with --spill, nothing is left in the directory.
func TestSpillKilled(t *testing.T) {
	dir := t.TempDir()
	in, temp := filepath.Join(dir, "in.csv"), filepath.Join(dir, "temp")
	must.Do(t, os.Mkdir(temp, 0o777))
	done(t, "", "gen", "circles", "-n", "30000", "--frames", "2", "-o", in)
	for _, sig := range []os.Signal{os.Kill, os.Interrupt} {
		for wait := 20 * time.Millisecond; wait < 300*time.Millisecond; wait *= 2 {
			c := command(t, dir, "collide", "-q", "--memory", "40MiB", "--spill", temp, "-o", "/dev/null", in)
			must.Do(t, c.Start())
			time.Sleep(wait)
			_ = c.Process.Signal(sig)
			_ = c.Wait()
			// A process that is killed between making a file and taking its name away leaves it empty.
			for _, name := range strings.Fields(files(t, temp)) {
				if info, err := os.Stat(filepath.Join(temp, name)); sig == os.Kill && err == nil && info.Size() == 0 {
					os.Remove(filepath.Join(temp, name))
				}
			}
			if left := files(t, temp); left != "" {
				t.Fatalf("%v left %s", sig, left)
			}
		}
	}
}

// TestFullDisk: where there is no room for what is written, that is an error, nothing stands
// under the output's name, and no temporary file is left. A limit on the size of files stands
// in for a disk that is full.
func TestFullDisk(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh to limit the size of files")
	}
	dir := t.TempDir()
	in, plan := filepath.Join(dir, "in.csv"), filepath.Join(dir, "plan.json")
	done(t, "", "gen", "circles", "-n", "30000", "-o", in)
	done(t, "", "plan", "-q", "--tiles", "1", "-o", plan, in)
	before := files(t, dir)
	for _, args := range []string{
		"collide -q --spill . -o out in.csv",
		"collide -q --plan plan.json --shard 0/1 -o out",
		"plan --tiles 1000 -q -o out in.csv",
		"plan --tiles 4 --cut cut -q -o out in.csv",
	} {
		self := command(t, dir)
		c := exec.Command(sh, "-c", "ulimit -f 20; exec \"$0\" \"$@\"", self.Path)
		c.Args = append(c.Args, strings.Fields(args)...)
		c.Dir, c.Env = dir, self.Env
		code, _, stderr := exitCode(t, c)
		if code != exitBad || !strings.Contains(stderr, "file too large") {
			t.Errorf("%s: exit %d: %s", args, code, stderr)
		}
		if now := files(t, dir); now != before {
			t.Errorf("%s: there is %s", args, now)
		}
	}
	part := filepath.Join(dir, "part")
	done(t, "", "collide", "-q", "--plan", plan, "--shard", "0/1", "--format", "part", "-o", part)
	if r := call(t, "", "merge", "-q", "--plan", plan, "-o", "/dev/full", part); r.code != exitLost || !strings.Contains(r.stderr, "no space left") {
		t.Errorf("merge to a full disk: exit %d: %s", r.code, r.stderr)
	}
	defer func(was func(string) (int64, bool)) { diskFree = was }(diskFree)
	diskFree = func(string) (int64, bool) { return 1, true }
	if r := call(t, "", "collide", "-q", "--spill", dir, "-o", "/dev/null", in); r.code != exitLost || !strings.Contains(r.stderr, "1 bytes are free there") && !strings.Contains(r.stderr, "1 B are free there") {
		t.Errorf("--spill where too little is free: exit %d: %s", r.code, r.stderr)
	}
}
