// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"daylight/bench/scene"
	"daylight/cmd/internal/output"
	"daylight/internal/must"
)

// TestWellFormed reads every scene with the readers of the standard library.
func TestWellFormed(t *testing.T) {
	for _, kind := range scene.Kinds() {
		s := must.Get(scene.New(kind, 1000, 3))(t)
		var table, objects bytes.Buffer
		asCSV := must.Get(newSceneWriter(&table, output.CSV, kind))(t)
		asNDJSON := must.Get(newSceneWriter(&objects, output.NDJSON, kind))(t)
		for _, w := range []*sceneWriter{asCSV, asNDJSON} {
			for _, world := range []string{"0", "1"} {
				must.Do(t, w.Frame(context.Background(), s, world))
			}
		}
		rows, err := csv.NewReader(&table).ReadAll()
		if err != nil || len(rows) != 2001 || !slices.Equal(rows[0], sceneColumnNames(kind)) {
			t.Errorf("%v: %d rows, %v", kind, len(rows), err)
		}
		d := json.NewDecoder(&objects)
		n := 0
		for d.More() {
			var o map[string]any
			if err := d.Decode(&o); err != nil || o["kind"] == nil || o["x"] == nil {
				t.Fatalf("%v: object %d: %v, %v", kind, n, o, err)
			}
			n++
		}
		if n != 2000 {
			t.Errorf("%v: %d objects", kind, n)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := asCSV.Frame(ctx, s, "2"); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: after cancelling: %v", kind, err)
		}
	}
}
