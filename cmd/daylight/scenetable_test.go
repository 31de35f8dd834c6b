// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"testing"

	"daylight/bench/scene"
	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/output"
	"daylight/internal/must"
)

// TestWellFormed reads every scene with the readers of the standard library.
func TestWellFormed(t *testing.T) {
	for _, kind := range scene.Kinds() {
		var table, objects bytes.Buffer
		for f, to := range map[output.Format]*bytes.Buffer{output.CSV: &table, output.NDJSON: &objects} {
			must.Do(t, output.Write(t.Context(), to, newSceneTable(must.Get(scene.New(kind, 1000, 3))(t), f, 0, 2), output.Writing{Format: f, Sparse: true}))
		}
		rows, err := csv.NewReader(&table).ReadAll()
		if err != nil || len(rows) != 2001 || !slices.Equal(rows[0], sceneColumns(kind, output.CSV)) {
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
	}
}

// TestSceneCells: a cell of a scene is in memory that is used again.
func TestSceneCells(t *testing.T) {
	for _, kind := range scene.Kinds() {
		for _, f := range output.OfScenes {
			table := newSceneTable(must.Get(scene.New(kind, 100, 3))(t), f, 0, 1)
			var fields []columnar.Field
			for _, f := range table.Fields() {
				fields = append(fields, f.Field)
			}
			cells := columnar.NewCells(fields, table.Len())
			all := func() {
				for k := range cells {
					cells[k].Clear()
				}
				table.Fill(cells, 0, table.Len())
			}
			if n := testing.AllocsPerRun(10, all); n != 0 {
				t.Errorf("%v, %s: %v allocations for 100 shapes", kind, f, n)
			}
		}
	}
}
