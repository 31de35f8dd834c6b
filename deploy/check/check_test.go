// SPDX-License-Identifier: MIT

package check

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// job reads a manifest as the API server does for fieldValidation=Strict, to whom small letters are
// not large ones.
func job(text []byte) (*batchv1.Job, error) {
	text, err := yaml.YAMLToJSONStrict(text)
	if err != nil {
		return nil, err
	}
	j := new(batchv1.Job)
	strict, err := json.UnmarshalStrict(text, j)
	return j, errors.Join(append(strict, err)...)
}

// TestManifest: each manifest is a Job of batch/v1 whose fields all exist, with values of their
// types, and it says what a Job has to say to be Indexed.
func TestManifest(t *testing.T) {
	for _, name := range []string{"kubernetes.yaml", "kubernetes-route.yaml"} {
		t.Run(name, func(t *testing.T) { manifest(t, read(t, name)) })
	}
}

func manifest(t *testing.T, text []byte) {
	j, err := job(text)
	if err != nil {
		t.Fatal(err)
	}
	if j.APIVersion != batchv1.SchemeGroupVersion.String() || j.Kind != "Job" {
		t.Fatalf("%s %s is no Job", j.APIVersion, j.Kind)
	}
	s, pod := &j.Spec, &j.Spec.Template.Spec
	if s.CompletionMode == nil || *s.CompletionMode != batchv1.IndexedCompletion || s.Completions == nil || *s.Completions < 1 {
		t.Error("it is not Indexed, or has no number of completions")
	}
	// The API server takes limits of each index only where pods are not started again in place.
	if s.BackoffLimitPerIndex == nil || pod.RestartPolicy != corev1.RestartPolicyNever {
		t.Error("a shard that fails is not run again by itself")
	}
	if len(pod.Containers) != 1 {
		t.Fatalf("%d containers", len(pod.Containers))
	}
	c := &pod.Containers[0]
	volumes := map[string]bool{}
	for _, v := range pod.Volumes {
		volumes[v.Name] = v.PersistentVolumeClaim != nil
	}
	for _, m := range c.VolumeMounts {
		if !volumes[m.Name] {
			t.Errorf("there is no claim of a volume %s", m.Name)
		}
	}
	need, most := c.Resources.Requests.Memory(), c.Resources.Limits.Memory()
	if need.IsZero() || need.Cmp(*most) > 0 {
		t.Errorf("it asks for %v of memory and is given %v", need, most)
	}
	// Strictly means that what is misspelled, or in the wrong place, is an error.
	for _, change := range [][2]string{
		{"completionMode:", "completionmode:"},
		{"parallelism: 16", "parallelism: many"},
		{"claimName:", "claim:"},
		{"      restartPolicy: Never", "  restartPolicy: Never"},
		{"cpu: \"2\"", "cpu: two"},
	} {
		bad := strings.Replace(string(text), change[0], change[1], 1)
		if bad == string(text) {
			t.Fatalf("the manifest has no %q", change[0])
		}
		if _, err := job([]byte(bad)); err == nil {
			t.Errorf("with %q it is taken", change[1])
		}
	}
}

// dockerfile parses a Dockerfile, with what BuildKit warns of.
func dockerfile(text []byte) (stages []instructions.Stage, warnings []string, err error) {
	file, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, nil, err
	}
	for _, w := range file.Warnings {
		warnings = append(warnings, w.Short)
	}
	lint := linter.New(&linter.Config{Warn: func(rule, _, _, text string, _ []parser.Range) {
		warnings = append(warnings, rule+": "+text)
	}})
	stages, _, err = instructions.Parse(file.AST, lint)
	return stages, warnings, err
}

// TestDockerfile: BuildKit's parser takes the Dockerfile and has nothing to warn of. What the second
// stage copies is what the first has built, of a module with that directory, and is what it starts.
func TestDockerfile(t *testing.T) {
	text := read(t, "Dockerfile")
	stages, warnings, err := dockerfile(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(warnings) > 0 {
		t.Errorf("BuildKit warns of %q", warnings)
	}
	if len(stages) != 2 || stages[1].BaseName != "scratch" {
		t.Fatalf("want a stage that builds and one that begins with nothing: %+v", stages)
	}
	build := ""
	for _, c := range stages[0].Commands {
		if run, is := c.(*instructions.RunCommand); is {
			build += strings.Join(run.CmdLine, " ") + "\n"
		}
	}
	made := regexp.MustCompile(`^cd (\S+) && .*\bCGO_ENABLED=0\b.* go build .*-o (\S+) (\S+)\n$`).FindStringSubmatch(build)
	if made == nil {
		t.Fatalf("it builds by %q; without CGO_ENABLED=0 the program needs libraries that scratch does not have", build)
	}
	if _, err := os.Stat(filepath.Join("..", "..", made[1], made[3], "main.go")); err != nil {
		t.Error(err)
	}
	var copied, started string
	for _, c := range stages[1].Commands {
		switch c := c.(type) {
		case *instructions.CopyCommand:
			if c.From != stages[0].Name || !slices.Equal(c.SourcePaths, []string{made[2]}) {
				t.Errorf("it copies %q from %s, and %s has been built", c.SourcePaths, c.From, made[2])
			}
			copied = c.DestPath
		case *instructions.EntrypointCommand:
			started = strings.Join(c.CmdLine, " ")
			if c.PrependShell {
				t.Error("it starts the program by a shell, which scratch does not have")
			}
		}
	}
	if copied == "" || copied != started {
		t.Errorf("it copies %q and starts %q", copied, started)
	}
	for _, change := range [][2]string{{"ENTRYPOINT", "ENTRYPIONT"}, {"--from=build", "--form=build"}, {"WORKDIR /src", "WORKDIR"}} {
		bad := bytes.Replace(text, []byte(change[0]), []byte(change[1]), 1)
		if _, _, err := dockerfile(bad); err == nil || bytes.Equal(bad, text) {
			t.Errorf("with %q it is taken", change[1])
		}
	}
}
