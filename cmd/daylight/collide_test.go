// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden are calls whose output is kept in testdata, one file each.
var golden = []struct {
	name, args string
	picture    bool
}{
	{"kinds", "collide testdata/kinds.csv", false},
	{"kinds-ndjson", "collide --format ndjson testdata/kinds.csv", false},
	{"kinds-strict", "collide --strict testdata/kinds.csv", false},
	{"kinds-margin", "collide --margin 0.5 testdata/kinds.csv", false},
	{"kinds-overlap", "collide --mode overlap testdata/kinds.csv", false},
	{"kinds-pairs", "collide --mode pairs --format ndjson testdata/kinds.csv", false},
	{"objects", "collide --degrees testdata/objects.ndjson", false},
	{"crowd", "collide --columns id,world,x,y,_ --radius 0.2 --strict testdata/crowd.txt", false},
	{"cells", "collide testdata/cells.tsv", false},
	{"cells-strict", "collide --strict --mode overlap testdata/cells.tsv", false},
	{"wkt", "collide --radius 0.5 testdata/wkt.csv", false},
	{"filters", "collide testdata/filters.csv", false},
	{"both", "collide testdata/cells.tsv testdata/filters.csv", false},
	{"kinds-manifold", "collide --mode manifold testdata/kinds.csv", false},
	{"kinds-manifold-ndjson", "collide --mode manifold --format ndjson testdata/kinds.csv", false},
	{"cells-manifold", "collide --mode manifold testdata/cells.tsv", false},
	{"kinds-distance", "collide --mode distance --margin 0.5 testdata/kinds.csv", false},
	{"kinds-distance-ndjson", "collide --mode distance --margin 0.25 --format ndjson testdata/kinds.csv", false},
	{"bullets", "collide --mode swept --dt 0.04 testdata/bullets.csv", false},
	{"bullets-ndjson", "collide --mode swept --dt 0.04 --format ndjson testdata/bullets.csv", false},
	{"join", "collide --join testdata/filters.csv --join testdata/cells.tsv testdata/cells.tsv", false},
	{"join-crowd", "collide --columns id,world,x,y,_ --radius 0.2 --join testdata/walls.ndjson testdata/crowd.txt", false},
	{"join-distance", "collide --mode distance --margin 0.5 --join testdata/kinds.csv testdata/kinds.csv", false},
	{"query-rays", "query rays --all --holding --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-first", "query rays --dt 0.5 --format ndjson --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-casts", "query casts --radius 0.125 --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-points", "query points --near 1 --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-boxes", "query boxes --ask testdata/cells.tsv testdata/kinds.csv", false},
	{"query-nearest", "query nearest --count 2 --ask testdata/questions.csv testdata/kinds.csv", false},
	{"query-within", "query within --near 0.5 testdata/kinds.csv", false},
	{"query-inside", "query inside --ask testdata/questions.csv testdata/kinds.csv", false},
	{"gen-mixed", "gen mixed -n 6 --frames 2 --start 3", false},
	{"gen-mixed-ndjson", "gen mixed -n 6 --format ndjson", false},
	{"gen-circles", "gen circles -n 3", false},
	{"gen-polys", "gen polys -n 3", false},
	{"gen-heavy", "gen heavy -n 3 --seed 7", false},
	{"demo", "demo -n 12 --size 400 -o -", true},
	{"draw", "draw --degrees --labels --size 480 testdata/objects.ndjson", true},
}

func TestGolden(t *testing.T) {
	for _, g := range golden {
		t.Run(g.name, func(t *testing.T) {
			r := done(t, "", strings.Fields(g.args)...)
			if g.name == "demo" {
				r.out = strings.SplitAfter(r.out, "</svg>\n")[0] // the rest has times in it
			}
			name := filepath.Join("testdata", g.name+".golden")
			if *update {
				write(t, name, r.out)
			}
			if g.picture && runtime.GOARCH != "amd64" {
				t.Skip("pictures may differ in the last digit from one processor to another")
			}
			if want := read(t, name); r.out != want {
				t.Errorf("daylight %s\ngot:\n%s\nwant:\n%s", g.args, r.out, want)
			}
		})
	}
}
