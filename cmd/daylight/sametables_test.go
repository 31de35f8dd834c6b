// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

// sameTables are the formats that a table of a test is written in.
var sameTables = []string{"csv", "ndjson", "parquet", "arrow"}

// inAll writes a table of CSV in each of sameTables. Columns that are numbers are stored as such.
func inAll(t *testing.T, name, text string) {
	t.Helper()
	write(t, name+".csv", text)
	rows := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	var lines strings.Builder
	for _, row := range rows[1:] {
		var members []string
		for k, column := range rows[0] {
			value := row[k]
			switch {
			case value == "":
				continue
			case !slices.Contains(numeric, column):
				quoted := must.Get(json.Marshal(value))(t)
				value = string(quoted)
			}
			members = append(members, fmt.Sprintf("%q:%s", column, value))
		}
		fmt.Fprintf(&lines, "{%s}\n", strings.Join(members, ","))
	}
	write(t, name+".ndjson", lines.String())
	byColumns(t, name, record(t, text))
}

// shapesOfAllWays are rows of every way to write a shape in cells of numbers and texts: with and
// without a pose, a radius and a geometry.
const shapesOfAllWays = `id,world,kind,x,y,angle,r,hx,hy,half_length,points,wkt
a,0,circle,1,1,,1.5,,,,,
b,0,box,2,1,0.5,,1,0.75,,,
c,0,box,2.5,2,,0.25,1,0.5,,,
d,0,capsule,1.5,2,0.25,0.5,,,1,,
e,0,segment,2,2,1,,,,2,,
f,0,polygon,2,1,0.125,,,,,-1 -1;1 -1;0 1,
g,0,polygon,,,,,,,,0 0;4 0;4 4;2 1;0 4,
h,0,polygon,1.25,1,0.5,,,,,0 0;2 0;2 2;1 0.5;0 2,
i,0,,,,,0.5,,,,,POINT(1 2)
j,0,,,,,2,,,,,POINT(3 3)
k,0,,,,,,,,,,"LINESTRING(0 0,3 3,5 1)"
l,0,,,,,,,,,,"POLYGON((0 0,6 0,6 6,0 6,0 0),(1 1,1 2,2 2,2 1,1 1))"
n,1,circle,1,1,,1.5,,,,,
o,1,,,,,0.75,,,,,POINT(2 1)
p,1,box,20,20,,,1,1,,,
q,1,box,22,20,,,1,1,,,
`

// TestSameTables: what a command answers about tables is the same to the last byte, whether they
// are CSV, NDJSON, Parquet or Arrow: every question of query and every mode of collide, of every
// scene.
func TestSameTables(t *testing.T) {
	t.Chdir(t.TempDir())
	inAll(t, "rays", "id,x,y,vx,vy\np,0.5,0.25,9,8\nq,9,7,-8,-7\n")
	inAll(t, "casts", "id,x,y,r,vx,vy,omega\np,0.5,0.25,0.5,9,8,0\nq,9,7,1,-8,-7,0.5\n")
	inAll(t, "asked", "id,x,y,r\np,1.5,1.25,\nq,5,4,0.125\nr,2,1,0.01\n")
	inAll(t, "boxed", "id,x,y,angle,hx,hy\np,1.5,1.25,0.5,2,1\nq,5,4,,1,1\nr,2,2,,0.001,0.001\n")
	inAll(t, "polygons", "id,x,y,angle,points\np,1.5,1.25,0.5,0 0;2 0;2 2;1 0.5;0 2\nq,2,1,0,0 0;0.01 0;0 0.01\n")
	inAll(t, "ways", shapesOfAllWays)
	const grown = "id,world,r,wkt\na,0,0.5,\"MULTIPOINT(3 3,0 3)\"\nb,0,0.25,\"LINESTRING(0 0,3 3,5 1)\"\nc,0,1,\"POLYGON((0 0,6 0,6 6,2 1,0 6,0 0))\"\nd,0,0.125,POINT(1 1)\n"
	inAll(t, "grown", grown)
	scenes := []string{"ways", "grown"}
	for _, scene := range []string{"circles", "boxes", "polys", "mixed"} {
		text := done(t, "", "gen", scene, "-n", "30", "--frames", "2", "--density", "0.8").out
		inAll(t, scene, text)
		scenes = append(scenes, scene)
	}
	commands := []string{
		"query rays --ask rays.EXT --all", "query casts --ask casts.EXT", "query points --ask asked.EXT --near 1", "query boxes --ask boxed.EXT",
		"query nearest --ask asked.EXT --count 3", "query nearest", "query within --near 0.5", "query within --near 0.5 --centres",
		"query inside", "query inside --skip-bad", "query inside --keep world", "query inside --ask asked.EXT", "query inside --ask boxed.EXT",
		"query inside --ask polygons.EXT", "query inside --verify --workers 3",
		"collide", "collide --mode pairs", "collide --mode overlap", "collide --mode manifold --keep world", "collide --mode distance --margin 0.5", "collide --margin 0.5 --verify",
		"collide --exact", "collide --exact --skip-bad", "collide --exact --verify", "collide --exact --strict --keep world", "collide --exact --join polygons.EXT", "collide --exact --join boxed.EXT --radius 1",
		"collide --relation covers", "collide --relation touches --skip-bad", "collide --mode area --skip-bad", "collide --mode area --skip-bad --outline --join polygons.EXT",
		"collide --fold shape", "collide --fold body", "collide --parts", "collide --join asked.EXT --radius 0.5", "collide --join boxed.EXT --mode manifold",
		"collide --tile 1,1,inf,inf", "collide --tile 2,-inf,inf,2 --exact", "collide --tile -inf,-inf,3,inf --mode area --skip-bad", "collide --tile 1,1,inf,inf --join polygons.EXT --exact",
		"query nearest --tile 1,1,inf,inf", "query points --ask asked.EXT --near 1 --tile -inf,-inf,3,2", "query rays --ask rays.EXT --tile 0,0,5,5", "collide --bbox 1,1,4,4",
	}
	few := []string{"query inside", "collide --exact --strict --keep world", "collide --exact --skip-bad", "collide --mode manifold --keep world"}
	answered := map[string]int{}
	refused := map[string][]string{ // what is not convex
		"grown": slices.DeleteFunc(slices.Clone(commands), func(c string) bool { return !strings.Contains(c, "inside") }),
	}
	for _, scene := range scenes {
		for _, command := range commands {
			all := scene == "ways" || scene == "mixed" || testenv.Full()
			all = all && !testenv.Race
			if !all && !slices.Contains(few, command) {
				continue
			}
			var want result
			var stderr string
			for _, format := range sameTables {
				got := call(t, "", append(strings.Fields(strings.ReplaceAll(command, "EXT", format)), "-q", scene+"."+format)...)
				told := got.stderr // which names the line
				if got.stderr = ""; format == sameTables[0] {
					want, stderr = got, told
					answered[command] += max(strings.Count(got.out, "\n")-1, 0) // a header is no answer
				} else if got != want {
					t.Errorf("%s %s.%s: exit %d, %d bytes, want exit %d, %d: %.300s", command, scene, format, got.code, len(got.out), want.code, len(want.out), told)
				}
			}
			if want.code != exitDone && !slices.Contains(refused[scene], command) {
				t.Errorf("%s %s: exit %d: %s", command, scene, want.code, stderr)
			}
		}
	}
	for command, rows := range answered {
		if rows == 0 {
			t.Errorf("%s: no answers in any scene", command)
		}
	}
}
