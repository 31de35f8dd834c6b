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

// TestDeployKubernetes runs the arguments of the manifest's container for every index, as Kubernetes
// would fill them in.
func TestDeployKubernetes(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	var j indexedJob
	must.Do(t, yaml.Unmarshal([]byte(read(t, filepath.Join("..", "..", "deploy", "kubernetes.yaml"))), &j))
	c := &j.Spec.Template.Spec.Containers[0]
	if c.WorkingDir != c.VolumeMounts[0].MountPath {
		t.Errorf("the container works in %s, and the volume is elsewhere", c.WorkingDir)
	}
	inShards(t, j.Spec.Completions, func(index int) {
		args := strings.Split(strings.ReplaceAll(strings.Join(c.Args, "\n"), "$(JOB_COMPLETION_INDEX)", fmt.Sprint(index)), "\n")
		done(t, "", args...)
	})
}

// inShards plans a small job in the current directory, does its shards, and compares what merge
// makes of the parts with what collide writes.
func inShards(t *testing.T, shards int, do func(index int)) {
	t.Helper()
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "2000", "-o", "in.csv")
	done(t, "", "plan", "-q", "--tiles", fmt.Sprint(shards), "-o", "plan.json", "in.csv")
	if n := tilesOf(t, "plan.json"); n != shards {
		t.Fatalf("%d tiles in place of %d", n, shards)
	}
	must.Do(t, os.Mkdir("parts", 0o777))
	for i := range shards {
		do(i)
	}
	if got, want := done(t, "", "merge", "-q", "--plan", "plan.json", "parts").out, done(t, "", "collide", "-q", "in.csv").out; got != want {
		t.Error(first(got, want))
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
	path := must.Get(filepath.Abs(filepath.Join("..", "..", "deploy", name)))(t)
	return path
}

// TestDeploySlurm runs the array's script for every index, as Slurm sets it.
func TestDeploySlurm(t *testing.T) {
	testenv.Sequential(t) // processes, which share no memory
	script := deployed(t, "slurm.sh")
	m := regexp.MustCompile(`(?m)^#SBATCH --array=0-(\d+)$`).FindStringSubmatch(read(t, script))
	if m == nil {
		t.Fatal("the script is no array from 0 on")
	}
	var last int
	fmt.Sscan(m[1], &last)
	inShards(t, last+1, func(index int) {
		if index%8 != 0 { // as a process it takes its time
			done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/%d", index, last+1), "-o", fmt.Sprintf("parts/part-%d", index))
			return
		}
		bash(t, script, []string{fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", index), "SLURM_CPUS_PER_TASK=2"}, map[string]string{})
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
		{"5", "1", "--margin=0.25", 1}, {"5", "1", "--margin=0.25", 1}, {"5", "1", "--margin=0.5", 2}, {"5", "2", "--margin=0.5", 3}, {"3", "2", "--margin=0.5", 4},
	} {
		done(t, "", "gen", "mixed", "-n", "2000", "--seed", c.seed, "-o", "in.csv")
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
