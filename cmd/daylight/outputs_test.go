// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/table"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// columnsOf reads Parquet or Arrow by the library, each value as CSV would have it.
func columnsOf(t *testing.T, data []byte, isParquet bool) (rows [][]string) {
	t.Helper()
	var all arrow.Table
	if isParquet {
		f := must.Get(file.NewParquetReader(bytes.NewReader(data), file.WithReadProps(parquet.NewReaderProperties(nil))))(t)
		r, err := pqarrow.NewFileReader(f, pqarrow.ArrowReadProperties{}, memory.DefaultAllocator)
		if err != nil {
			t.Fatal(err)
		}
		if all, err = r.ReadTable(context.Background()); err != nil {
			t.Fatal(err)
		}
	} else {
		r := must.Get(ipc.NewFileReader(bytes.NewReader(data)))(t)
		var batches []arrow.RecordBatch
		for i := range r.NumRecords() {
			b := must.Get(r.RecordBatchAt(i))(t)
			batches = append(batches, b)
		}
		all = array.NewTableFromRecords(r.Schema(), batches)
	}
	var head []string
	for _, f := range all.Schema().Fields() {
		head = append(head, f.Name)
	}
	rows = append(rows, head)
	tr := array.NewTableReader(all, -1)
	for tr.Next() {
		b := tr.RecordBatch()
		for i := range int(b.NumRows()) {
			var row []string
			for _, c := range b.Columns() {
				cell := ""
				switch c := c.(type) {
				case *array.String:
					cell = c.Value(i)
				case *array.Binary:
					cell = string(c.Value(i))
				case *array.Int64:
					cell = strconv.FormatInt(c.Value(i), 10)
				case *array.Float32:
					cell = strconv.FormatFloat(float64(c.Value(i)), 'g', -1, 32)
				case *array.Float64:
					cell = strconv.FormatFloat(c.Value(i), 'g', -1, 64)
				case *array.Uint32:
					cell = strconv.FormatUint(uint64(c.Value(i)), 10)
				default:
					t.Fatalf("a column of %T", c)
				}
				if c.IsNull(i) {
					cell = ""
				}
				row = append(row, cell)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// unpacked reads a file that is gzipped or by Zstandard.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	in := must.Get(table.Open(context.Background(), name, nil, nil, nil))(t)
	defer in.Close()
	return string(must.Get(io.ReadAll(in))(t))
}

// TestOutputs: the same answer in every format, to the last bit, and columns carried along.
func TestOutputs(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.csv", strings.Replace(moving("s", 900, 9), "body", "Body Name", 1))
	write(t, "other.ndjson", `{"id":"o","world":"w1","x":20,"y":20,"r":9,"Body-name":"né","long":"`+strings.Repeat("long ", 9)+`"}`+"\n")
	for k, args := range []string{"--mode manifold --keep body_name", "--mode distance --margin 0.5", "--mode swept", "--mode overlap", "--mode distance --join other.ndjson --keep body_name,long", "--exact", "--mode area --skip-bad"} {
		if testenv.Race && k%4 != 0 { // ten times as slow, and the rows are seen without
			continue
		}
		run := append([]string{"collide", "in.csv"}, strings.Fields(args)...)
		text := done(t, "", run...).out
		want, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(want) < 20 {
			t.Fatalf("%s: %d rows, %v", args, len(want), err)
		}
		for n, name := range []string{"o.parquet", "o.arrow", "o.ndjson.zst", "o.csv.gz"} {
			numbers := []string{"1", "3"}
			if testenv.Race {
				numbers = numbers[1:]
			} else if !testenv.Full() { // each format by each number of workers
				numbers = numbers[(k+n)%2:][:1]
			}
			for _, workers := range numbers {
				done(t, "", append(run, "--workers", workers, "-o", name)...)
				var got [][]string
				switch data := read(t, name); name {
				case "o.parquet":
					got = columnsOf(t, []byte(data), true)
				case "o.arrow":
					got = columnsOf(t, []byte(data), false)
				case "o.csv.gz":
					if got := unpacked(t, name); got != text {
						t.Errorf("%s, %s: %s", args, name, first(got, text))
					}
					continue
				default:
					if n := strings.Count(unpacked(t, name), "\n"); n != len(want)-1 {
						t.Errorf("%s, %s: %d rows, want %d", args, name, n, len(want)-1)
					}
					continue
				}
				if a, b := fmt.Sprint(got), fmt.Sprint(want); a != b {
					t.Errorf("%s, %s: got %.300s\nwant %.300s", args, name, a, b)
				}
			}
		}
		places := strings.Contains(args, "manifold") || strings.Contains(args, "distance") || strings.Contains(args, "area")
		r := call(t, "", append(run, "--format", "geojson")...)
		if !places {
			if n := strings.Count(r.out, `"type":"GeometryCollection"`); r.code != exitDone || n != len(want)-1 {
				t.Errorf("%s: exit %d, %d of %d rows have outlines: %s", args, r.code, n, len(want)-1, r.stderr)
			}
			if r := call(t, "", append(run, "--format", "geojson", "--geometry-out", "points")...); r.code != exitBad || !strings.Contains(r.stderr, "the contacts have no places") {
				t.Errorf("%s: exit %d, %s", args, r.code, r.stderr)
			}
			continue
		}
		list := featuresOf(t, r.out)
		if len(list) != len(want)-1 {
			t.Fatalf("%s: %d features", args, len(list))
		}
		shown := 0
		for i, f := range list {
			if f.Properties["id_a"] != want[i+1][1] || len(f.Properties) != len(want[0]) {
				t.Fatalf("%s: feature %d is %v, want %v", args, i, f.Properties, want[i+1])
			}
			if string(f.Geometry) != "null" {
				shown++
			}
		}
		if shown < len(list)/4 {
			t.Errorf("%s: %d of %d features have a geometry", args, shown, len(list))
		}
	}
	// collide reads its own output: contact points as circles.
	done(t, "", "collide", "--mode", "manifold", "in.csv", "-o", "points.geojson")
	write(t, "two.geojson", `{"type":"FeatureCollection","features":[`+"\n"+strings.TrimSuffix(strings.Split(read(t, "points.geojson"), "\n")[1], ",")+"]}")
	if r := call(t, "", "collide", "--rename", "points=_,x1=_,y1=_,x2=_,y2=_", "--radius", "1", "two.geojson"); r.code != exitDone && !strings.Contains(r.stderr, "MULTIPOINT") && !strings.Contains(r.stderr, "MultiPoint") {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
}

// TestSecondsApart: phases that follow each other take no longer together than all of the job.
func TestSecondsApart(t *testing.T) {
	t.Chdir(t.TempDir())
	done(t, "", strings.Fields("gen boxes -q -n 100 --frames 5 --out in.csv")...)
	for _, how := range []string{"in.csv", "--tile 2,-inf,inf,inf in.csv", "--exact --verify in.csv"} {
		done(t, "", append(strings.Fields("collide -q --out out.csv --stats s.json"), strings.Fields(how)...)...)
		var s answer.Stats
		must.Do(t, json.Unmarshal([]byte(read(t, "s.json")), &s))
		took := s.Seconds
		if sum := took["read"] + took["collide"] + took["order"] + took["verify"] + took["write"]; took["read"] <= 0 || sum > took["total"]*1.0001 {
			t.Errorf("%s: %v seconds of %v: %v", how, sum, took["total"], took)
		}
	}
}
