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
)

// indexedJob is the part of Kubernetes' batch/v1 Job that the manifest uses: any other field is
// a mistake, and so is a value of another type.
type indexedJob struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct{ Name string }
	Spec       struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int
		Parallelism          int
		BackoffLimitPerIndex int `yaml:"backoffLimitPerIndex"`
		MaxFailedIndexes     int `yaml:"maxFailedIndexes"`
		Template             struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Containers    []struct {
					Name       string
					Image      string
					WorkingDir string `yaml:"workingDir"`
					Args       []string
					Resources  struct {
						Requests, Limits map[string]string
					}
					VolumeMounts []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
				Volumes []struct {
					Name                  string
					PersistentVolumeClaim struct {
						ClaimName string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
				}
			}
		}
	}
}

// TestDeployKubernetes reads the manifest strictly, and runs its containers' arguments for every
// index, as Kubernetes would fill them in.
func TestDeployKubernetes(t *testing.T) {
	text := read(t, filepath.Join("..", "..", "deploy", "kubernetes.yaml"))
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	var j indexedJob
	if err := d.Decode(&j); err != nil {
		t.Fatal(err)
	}
	s := &j.Spec
	pod := &s.Template.Spec
	if j.APIVersion != "batch/v1" || j.Kind != "Job" || s.CompletionMode != "Indexed" || s.Completions < 1 || s.Parallelism < 1 ||
		pod.RestartPolicy != "Never" || len(pod.Containers) != 1 || len(pod.Volumes) != 1 {
		t.Fatalf("this is no Indexed Job: %+v", j)
	}
	if ok, _ := regexp.MatchString(`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`, j.Metadata.Name); !ok {
		t.Errorf("%q is no name in Kubernetes", j.Metadata.Name)
	}
	c := &pod.Containers[0]
	if c.VolumeMounts[0].Name != pod.Volumes[0].Name || c.WorkingDir != c.VolumeMounts[0].MountPath {
		t.Errorf("the container works in %s, and the volume is elsewhere", c.WorkingDir)
	}
	quantity := regexp.MustCompile(`^[0-9]+(m|Ki|Mi|Gi)?$`)
	for _, r := range []map[string]string{c.Resources.Requests, c.Resources.Limits} {
		for name, value := range r {
			if !quantity.MatchString(value) {
				t.Errorf("%s: %q is no quantity", name, value)
			}
		}
	}
	inShards(t, s.Completions, func(index int) {
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
	if err := os.Mkdir("parts", 0o777); err != nil {
		t.Fatal(err)
	}
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
		if err := os.WriteFile(filepath.Join(bin, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
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
	path, err := filepath.Abs(filepath.Join("..", "..", "deploy", name))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDeploySlurm runs the array's script for every index, as Slurm sets it.
func TestDeploySlurm(t *testing.T) {
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

// TestDeployParallel runs the recipe with a stand-in that does what GNU parallel does with such
// arguments, one line after the other.
func TestDeployParallel(t *testing.T) {
	script := deployed(t, "parallel.sh")
	t.Chdir(t.TempDir())
	done(t, "", "gen", "mixed", "-n", "2000", "-o", "in.csv")
	const parallel = `#!/usr/bin/env bash
while [[ $1 == --* ]]; do case $1 in --joblog | --retries) shift 2 ;; *) shift ;; esac; done
while read -r n; do "${@//"{}"/$n}" || exit 1; done
`
	bash(t, script, nil, map[string]string{"parallel": parallel}, "5", "out.csv", "--margin", "0.25", "in.csv")
	if got, want := read(t, "out.csv"), done(t, "", "collide", "-q", "--margin", "0.25", "in.csv").out; got != want {
		t.Error(first(got, want))
	}
}

// TestDeployImage: what the Dockerfile builds is there.
func TestDeployImage(t *testing.T) {
	text := read(t, filepath.Join("..", "..", "deploy", "Dockerfile"))
	for _, line := range []string{"FROM scratch", `ENTRYPOINT ["/daylight"]`, "go build -trimpath -o /daylight ./daylight"} {
		if !strings.Contains(text, line) {
			t.Errorf("the Dockerfile has no %q", line)
		}
	}
}
