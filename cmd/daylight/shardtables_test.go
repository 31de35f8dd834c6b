// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/parquet/file"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
)

// rowsIn are the rows of a table in any format, its header first if it has one, in one order.
func rowsIn(t *testing.T, data string, format output.Format) (rows []string) {
	t.Helper()
	switch format {
	case output.Parquet, output.Arrow:
		for _, row := range columnsOf(t, []byte(data), format == output.Parquet) {
			rows = append(rows, strings.Join(row, ","))
		}
	case output.GeoJSON:
		var list struct{ Features []json.RawMessage }
		must.Do(t, json.Unmarshal([]byte(data), &list))
		for _, f := range list.Features {
			rows = append(rows, string(f))
		}
	default:
		rows = slices.Collect(strings.Lines(data)) // none of NDJSON without rows
	}
	return rows
}

// TestShardTables: shards that are given a format, by the flag or by the name of the output, write tables
// of it. All together they have the rows of one run, with its header and types, and say which plan they are of.
func TestShardTables(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(5, 9))
	scattered(t, "a.csv", r, 500)
	var whole strings.Builder
	whole.WriteString("id,x,y,r\n")
	for i := range 300 {
		fmt.Fprintf(&whole, "%d,%v,%v,1\n", 1000-3*i, r.Float64()*30, r.Float64()*30)
	}
	write(t, "whole.csv", whole.String())
	jobs := []string{"--mode manifold --keep note a.csv", "whole.csv", "--exact --join whole.csv a.csv"}
	for k, job := range jobs {
		args := strings.Fields(job)
		for _, cut := range []string{"", "--cut c.cut"} {
			plan := append([]string{"plan", "-q", "--tiles", "3", "-o", "plan.json"}, strings.Fields(cut)...)
			if k == 1 { // what merge is to write is not what shards are asked for
				plan = append(plan, "--format", "geojson")
			}
			done(t, "", append(plan, args...)...)
			n := tilesOf(t, "plan.json")
			if n < 2 {
				t.Fatalf("%s: %d shards", job, n)
			}
			for _, format := range output.OfContacts {
				one := "one" + format.Ending()
				done(t, "", append([]string{"collide", "-q", "-o", one}, args...)...)
				dir := fmt.Sprintf("%s-%d-%d", format, k, len(cut))
				done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("0-%d/%d", n-1, n), "--format", string(format), "-o", dir)
				var got []string
				for i := range n {
					name := filepath.Join(dir, fmt.Sprintf("part-%05d%s", i, format.Ending()))
					part := read(t, name)
					done(t, "", "collide", "-q", "--plan", "plan.json", "--shard", fmt.Sprintf("%d/%d", i, n), "-o", "part"+format.Ending(), "--workers", "2")
					if read(t, "part"+format.Ending()) != part {
						t.Errorf("%s %s: another table by the name of the output", job, name)
					}
					rows := rowsIn(t, part, format)
					if i > 0 && format != output.NDJSON && format != output.GeoJSON {
						if rows[0] != got[0] {
							t.Errorf("%s: header %q, and of the first %q", name, rows[0], got[0])
						}
						rows = rows[1:]
					}
					got = append(got, rows...)
					if format != output.Parquet && format != output.Arrow {
						continue
					}
					if types := typesOf(t, part, string(format)); types != typesOf(t, read(t, one), string(format)) {
						t.Errorf("%s: ids are %s", name, types)
					}
					if plan, shard := saysOfItself(t, part, format); len(plan) < 8 || shard != fmt.Sprintf("%d/%d", i, n) {
						t.Errorf("%s says that it is %q of plan %q", name, shard, plan)
					}
				}
				want := rowsIn(t, read(t, one), format)
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("%s %s: %d rows of shards are not the %d of one run", job, dir, len(got), len(want))
				}
			}
		}
	}
	if r := call(t, "", "merge", "--plan", "plan.json", "csv-0-0"); r.code == exitDone || !strings.Contains(r.stderr, "--format part") {
		t.Errorf("merge of tables: %d %s", r.code, r.stderr)
	}
}

// saysOfItself is what a part of Parquet or Arrow says which plan and shard it is of.
func saysOfItself(t *testing.T, data string, format output.Format) (plan, shard string) {
	t.Helper()
	if format == output.Parquet {
		f := must.Get(file.NewParquetReader(strings.NewReader(data)))(t)
		meta := f.MetaData().KeyValueMetadata()
		if p, s := meta.FindValue("daylight:plan"), meta.FindValue("daylight:shard"); p != nil && s != nil {
			return *p, *s
		}
		return "", ""
	}
	r := must.Get(ipc.NewFileReader(bytes.NewReader([]byte(data))))(t)
	meta := r.Schema().Metadata()
	plan, _ = meta.GetValue("daylight:plan")
	shard, _ = meta.GetValue("daylight:shard")
	return plan, shard
}
