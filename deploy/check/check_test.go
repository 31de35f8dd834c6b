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
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
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
// types, and it says what a Job has to say to be Indexed, or to be run once.
func TestManifest(t *testing.T) {
	for _, name := range []string{"kubernetes.yaml", "kubernetes-route.yaml", "kubernetes-plan.yaml", "kubernetes-merge.yaml"} {
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
	indexed := strings.Contains(string(text), "JOB_COMPLETION_INDEX")
	if !indexed && (s.CompletionMode != nil || s.BackoffLimit == nil) {
		t.Error("it is Indexed, or says not how often it is tried")
	}
	if indexed && (s.CompletionMode == nil || *s.CompletionMode != batchv1.IndexedCompletion || s.Completions == nil || *s.Completions < 1) {
		t.Error("it is not Indexed, or has no number of completions")
	}
	// The API server takes limits of each index only where pods are not started again in place.
	if indexed && s.BackoffLimitPerIndex == nil || pod.RestartPolicy != corev1.RestartPolicyNever {
		t.Error("a shard that fails is not run again by itself")
	}
	if len(pod.Containers) != 1 {
		t.Fatalf("%d containers", len(pod.Containers))
	}
	c := &pod.Containers[0]
	volumes := map[string]bool{}
	for _, v := range pod.Volumes {
		volumes[v.Name] = v.PersistentVolumeClaim != nil || v.EmptyDir != nil && !v.EmptyDir.SizeLimit.IsZero()
	}
	restricted(t, j)
	for _, m := range c.VolumeMounts {
		if !volumes[m.Name] {
			t.Errorf("there is no claim of a volume %s", m.Name)
		}
	}
	need, most := c.Resources.Requests.Memory(), c.Resources.Limits.Memory()
	if need.IsZero() || need.Cmp(*most) > 0 {
		t.Errorf("it asks for %v of memory and is given %v", need, most)
	}
	if c.Resources.Limits.StorageEphemeral().IsZero() || s.TTLSecondsAfterFinished == nil {
		t.Error("it may fill a node's disk, or stays for ever")
	}
	if !regexp.MustCompile(`@sha256:[0-9a-f]{64}$`).MatchString(c.Image) {
		t.Errorf("the image %s is not pinned", c.Image)
	}
	// Who is evicted is tried again, and who finds a mistake in flags or tables is not. The API server takes rules about exit codes of
	// containers that there are.
	rules := s.PodFailurePolicy.Rules
	if len(rules) != 2 || rules[0].Action != batchv1.PodFailurePolicyActionIgnore || len(rules[0].OnPodConditions) != 1 || rules[0].OnPodConditions[0].Type != corev1.DisruptionTarget ||
		rules[1].Action != batchv1.PodFailurePolicyActionFailJob || rules[1].OnExitCodes.Operator != batchv1.PodFailurePolicyOnExitCodesOpIn || !slices.Equal(rules[1].OnExitCodes.Values, []int32{2}) || *rules[1].OnExitCodes.ContainerName != c.Name {
		t.Errorf("what happens to pods that fail: %+v", rules)
	}
	// Strictly means that what is misspelled, or in the wrong place, is an error.
	for _, change := range [][2]string{
		{"podFailurePolicy:", "podfailurePolicy:"},
		{"ttlSecondsAfterFinished: 86400", "ttlSecondsAfterFinished: a day"},
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

// restricted has the admission library say whether a namespace that enforces the level "restricted" of PodSecurity takes the job's
// pods, and whether it would not if any of what they give up were kept.
func restricted(t *testing.T, j *batchv1.Job) {
	t.Helper()
	judge, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		t.Fatal(err)
	}
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	allowed := func(pod *corev1.PodSpec) (bool, string) {
		result := policy.AggregateCheckResults(judge.EvaluatePod(level, &j.Spec.Template.ObjectMeta, pod))
		return result.Allowed, result.ForbiddenDetail()
	}
	if ok, why := allowed(&j.Spec.Template.Spec); !ok {
		t.Error(why)
	}
	for name, change := range map[string]func(pod *corev1.PodSpec){
		"root":       func(pod *corev1.PodSpec) { *pod.SecurityContext.RunAsUser = 0 },
		"seccomp":    func(pod *corev1.PodSpec) { pod.SecurityContext.SeccompProfile = nil },
		"privileges": func(pod *corev1.PodSpec) { *pod.Containers[0].SecurityContext.AllowPrivilegeEscalation = true },
		"powers":     func(pod *corev1.PodSpec) { pod.Containers[0].SecurityContext.Capabilities = nil },
	} {
		pod := j.Spec.Template.Spec.DeepCopy()
		change(pod)
		if ok, _ := allowed(pod); ok {
			t.Errorf("with %s it is taken", name)
		}
	}
	if root := j.Spec.Template.Spec.Containers[0].SecurityContext.ReadOnlyRootFilesystem; root == nil || !*root {
		t.Error("its root file system can be written to")
	}
}

// TestStorage: the namespace enforces what the pods keep to, and the claim is the one that they name, of a volume that pods on
// several nodes can write to.
func TestStorage(t *testing.T) {
	parts := strings.Split(string(read(t, "kubernetes-storage.yaml")), "\n---\n")
	if len(parts) != 2 {
		t.Fatalf("%d objects", len(parts))
	}
	var space corev1.Namespace
	var claim corev1.PersistentVolumeClaim
	for i, to := range []any{&space, &claim} {
		text, err := yaml.YAMLToJSONStrict([]byte(parts[i]))
		if err != nil {
			t.Fatal(err)
		}
		if strict, err := json.UnmarshalStrict(text, to); err != nil || len(strict) > 0 {
			t.Fatal(err, strict)
		}
	}
	if space.Kind != "Namespace" || space.Labels[api.EnforceLevelLabel] != string(api.LevelRestricted) {
		t.Errorf("%+v", space)
	}
	if claim.Kind != "PersistentVolumeClaim" || claim.Name != "contacts" || claim.Namespace != space.Name || !slices.Equal(claim.Spec.AccessModes, []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany}) {
		t.Errorf("%+v", claim)
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
			if c.From == stages[0].Name && c.DestPath == "/etc/ssl/certs/" {
				continue
			}
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
