// SPDX-License-Identifier: MIT

//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// indexedJob is what a run of the manifest needs of it. That the whole is what Kubernetes takes is
// the matter of deploy/check.
type indexedJob struct {
	Spec struct {
		Completions int
		Template    struct {
			Spec struct {
				Containers []struct {
					WorkingDir   string `yaml:"workingDir"`
					Args         []string
					VolumeMounts []struct {
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
			}
		}
	}
}

// TestDeployKubernetes runs the arguments of the manifests' containers for every index, as Kubernetes
// would fill them in, and of what makes the plan. With parts for merge, that makes of them what one run writes.
func TestDeployKubernetes(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	manifest := func(name string) (completions int, do func(index int)) {
		var j indexedJob
		must.Do(t, yaml.Unmarshal([]byte(read(t, filepath.Join("..", "..", "deploy", name))), &j))
		c := &j.Spec.Template.Spec.Containers[0]
		if c.WorkingDir != c.VolumeMounts[0].MountPath {
			t.Errorf("the container works in %s, and the volume is elsewhere", c.WorkingDir)
		}
		return j.Spec.Completions, func(index int) {
			args := strings.Split(strings.ReplaceAll(strings.Join(c.Args, "\n"), "$(JOB_COMPLETION_INDEX)", fmt.Sprint(index)), "\n")
			done(t, "", args...)
		}
	}
	shares, route := manifest("kubernetes-route.yaml")
	shards, shard := manifest("kubernetes.yaml")
	_, plan := manifest("kubernetes-plan.yaml")
	_, merge := manifest("kubernetes-merge.yaml")
	inShards(t, shares, route, shards, shard)
	plan(0)
	if n := tilesOf(t, "plan.json"); n != shards {
		t.Errorf("the plan has %d shards, and the job %d", n, shards)
	}
	must.Do(t, os.RemoveAll("pieces"))
	must.Do(t, os.RemoveAll("parts"))
	for i := range shares {
		route(i)
	}
	done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("0-%d", shards-1), "--format", "part", "-o", "for-merge", "pieces")
	merge(0)
	done(t, "", "collide", "-q", "-o", "want.parquet", "in.csv")
	if read(t, "contacts.parquet") != read(t, "want.parquet") {
		t.Error("what is merged is not what one run writes")
	}
}

// inShards plans a small job in the current directory, routes its tables and does its shards, and compares their rows with those
// that collide writes.
func inShards(t *testing.T, shares int, route func(index int), shards int, do func(index int)) {
	t.Helper()
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "2000", "-o", "in.csv")
	done(t, "", "plan", "-q", "--tiles", fmt.Sprint(shards), "-o", "plan.json", "in.csv")
	if n := tilesOf(t, "plan.json"); n != shards {
		t.Fatalf("%d tiles in place of %d", n, shards)
	}
	for i := range shares {
		route(i)
	}
	for i := range shards {
		do(i)
	}
	want := strings.SplitAfter(done(t, "", "collide", "-q", "in.csv").out, "\n")
	got := want[:1:1]
	for i := range shards {
		rows, whole := strings.CutPrefix(read(t, fmt.Sprintf("parts/part-%05d.csv", i)), want[0])
		if !whole {
			t.Errorf("part %d has no header", i)
		}
		got = append(got, strings.SplitAfter(rows, "\n")...)
	}
	slices.Sort(got)
	slices.Sort(want)
	if got = slices.DeleteFunc(got, func(row string) bool { return row == "" }); !slices.Equal(got, want[1:]) {
		t.Errorf("%d rows of %d", len(got), len(want)-1)
	}
}

// bash runs a script of deploy, with this program as daylight and what else is given as text of
// scripts by name.
func bash(t *testing.T, script string, env []string, stands map[string]string, args ...string) {
	t.Helper()
	bin := t.TempDir()
	self := command(t, ".")
	stands["daylight"] = fmt.Sprintf("#!/bin/sh\nexec %q \"$@\"\n", self.Path)
	for name, text := range stands {
		must.Do(t, os.WriteFile(filepath.Join(bin, name), []byte(text), 0o777))
	}
	c := exec.Command("bash", append([]string{script}, args...)...)
	c.Env = append(append(self.Env, "PATH="+bin+":"+os.Getenv("PATH")), env...)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", script, err, out.String())
	}
}

func deployed(t *testing.T, name string) string {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	return must.Get(filepath.Abs(filepath.Join("..", "..", "deploy", name)))(t)
}

// TestDeploySlurm runs the arrays' script for every index, as Slurm sets it.
func TestDeploySlurm(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	script := deployed(t, "slurm.sh")
	number := func(pattern string) (n int) {
		m := regexp.MustCompile(pattern).FindStringSubmatch(read(t, script))
		if m == nil {
			t.Fatalf("the script has no %s", pattern)
		}
		fmt.Sscan(m[1], &n)
		return n
	}
	last, shares := number(`(?m)^#SBATCH --array=0-(\d+)$`), number(`(?m)^shares=(\d+) `)
	run := func(index int, args ...string) {
		bash(t, script, []string{fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", index), "SLURM_CPUS_PER_TASK=2"}, map[string]string{}, args...)
	}
	inShards(t, shares, func(index int) { run(index, "route") }, last+1, func(index int) {
		if index%8 != 0 { // as a process it takes its time
			done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d-%[1]d/%d", index, last+1), "-o", "parts", "pieces")
			return
		}
		run(index)
	})
}

// TestDeployParallel runs the recipe with GNU parallel again and again in one directory. With other
// flags, other tables of the same name and other numbers of shards it gives the answer to what it is asked, and
// what has been done of a job is not done again. It is skipped where there is no GNU parallel, unless
// DAYLIGHT_REQUIRE_PARALLEL says that there must be.
func TestDeployParallel(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	script := deployed(t, "parallel.sh")
	if text, err := exec.Command("parallel", "--version").Output(); err != nil || !strings.HasPrefix(string(text), "GNU parallel") {
		if os.Getenv("DAYLIGHT_REQUIRE_PARALLEL") != "" {
			t.Fatalf("there is no GNU parallel: %v", err)
		}
		t.Skip("needs GNU parallel, of Debian's package parallel")
	}
	t.Chdir(t.TempDir())
	logs := func() string {
		names := must.Get(filepath.Glob("parts/*/log"))(t)
		var all strings.Builder
		for _, name := range names {
			all.WriteString(read(t, name))
		}
		return all.String()
	}
	for k, c := range []struct {
		shards, seed, flag string
		plans              int // so far
	}{
		{"2", "1", "--margin=0.25", 1}, {"2", "1", "--margin=0.25", 1}, {"2", "1", "--margin=0.5", 2}, {"2", "2", "--margin=0.5", 3}, {"3", "2", "--margin=0.5", 4},
	} {
		if k != 1 { // a table that is written anew is another one: plans know its time
			done(t, "", "gen", "mixed", "-n", "2000", "--seed", c.seed, "-o", "in.csv")
		}
		before, out := logs(), fmt.Sprintf("out-%d.csv", k)
		bash(t, script, []string{"PARALLEL_ARGS=--will-cite"}, map[string]string{}, c.shards, out, c.flag, "in.csv")
		if got, want := read(t, out), done(t, "", "collide", "-q", c.flag, "in.csv").out; got != want {
			t.Errorf("%v: %s", c, first(got, want))
		}
		if plans, _ := filepath.Glob("parts/*/plan.json"); len(plans) != c.plans || k == 1 && logs() != before {
			t.Errorf("%v: %d plans, and it ran what was done:\n%s", c, len(plans), logs())
		}
	}
}
