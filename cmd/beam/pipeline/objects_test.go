// SPDX-License-Identifier: MIT

package pipeline

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/vfs/vfstest"
)

// TestObjects: a pipeline whose tables and outputs are objects writes what one of files does, in a box.
func TestObjects(t *testing.T) {
	s := vfstest.New(t)
	var text strings.Builder
	text.WriteString("id,x,y,r\n")
	for i := range 900 {
		text.WriteString(strings.Join([]string{"c" + strconv.Itoa(i), strconv.Itoa(i % 30), strconv.Itoa(i / 30), "0.6"}, ",") + "\n")
	}
	file := filepath.Join(t.TempDir(), "in.csv")
	if err := os.WriteFile(file, []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	s.Put("bucket/t/in.csv", []byte(text.String()))
	box := job.Tables{BBox: "3,2,17,21"}
	local := &task{files: []string{file}, spec: Spec{Tiles: 3, Tables: box}}
	want := strings.Split(strings.TrimSpace(local.command(t)), "\n")
	spec := Spec{Tiles: 3, Tables: box, Prefix: "s3://bucket/found"}
	if err := spec.Match(t.Context(), []string{"s3://bucket/t/*.csv"}, nil); err != nil {
		t.Fatal(err)
	}
	if err := spec.CheckOutputs(t.Context()); err != nil {
		t.Fatal(err)
	}
	p, root := beam.NewPipelineWithRoot()
	Collide(root, spec)
	if _, err := prism.Execute(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	got := want[:1:1]
	for _, name := range s.Names() {
		if strings.HasPrefix(name, "bucket/found") {
			got = append(got, strings.Split(string(bytes.TrimSpace(s.Get(name))), "\n")[1:]...)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || s.Open() != 0 {
		t.Errorf("%d rows of %d, %d uploads left", len(got), len(want), s.Open())
	}
	if err := spec.CheckOutputs(t.Context()); err == nil {
		t.Error("outputs that are there are not seen")
	}
}
