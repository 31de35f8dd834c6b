// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"

	"daylight/internal/must"
)

// inDirs writes tables of directories, each in a directory of its own of dir: the rows of CSV that
// text has, in that format.
func inDirs(t *testing.T, dir, format string, tables map[string]string) {
	t.Helper()
	for path, text := range tables {
		must.Do(t, os.MkdirAll(filepath.Join(dir, path), 0o777))
		var b bytes.Buffer
		lines := strings.Split(strings.TrimSpace(text), "\n")
		switch format {
		case "csv":
			b.WriteString(text)
		case "ndjson", "geojson":
			names := strings.Split(lines[0], ",")
			for _, line := range lines[1:] {
				cells := strings.Split(line, ",")
				var members []string
				for k, name := range names {
					members = append(members, fmt.Sprintf("%q:%q", name, cells[k]))
				}
				object := "{" + strings.Join(members, ",") + "}"
				if format == "geojson" {
					object = `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":` + object + "}]}"
				}
				b.WriteString(object + "\n")
			}
		case "parquet":
			b.WriteString(parquetOf(t, record(t, text), 350))
		case "arrow":
			all := record(t, text)
			w := ipc.NewWriter(&b, ipc.WithSchema(all.Schema()))
			must.Do(t, w.Write(all))
			must.Do(t, w.Close())
		}
		write(t, filepath.Join(dir, path, "part-0."+format), b.String())
	}
}

// TestHive: the parts k=v of a path below a directory or from a pattern on are columns, in every
// format and every way that a job is done.
func TestHive(t *testing.T) {
	t.Chdir(t.TempDir())
	const rows = "a,0,0,1\nb,1.5,0,1\nc,3,0.25,1\n"
	worlds := []struct{ dir, name, sort string }{{"world=0/sort=x%3Dy", "0", "x=y"}, {"world=1/sort=__HIVE_DEFAULT_PARTITION__", "1", ""}, {"world=a%20b/sort=%zz", "a b", "%zz"}}
	one := "world,sort,id,x,y,r\n"
	for _, w := range worlds {
		for _, row := range strings.Fields(rows) {
			one += w.name + "," + w.sort + "," + row + "\n"
		}
	}
	write(t, "one.csv", one)
	write(t, "ask.csv", "world,id,x,y\n0,p,0.75,0\na b,q,0.75,0\n")
	inDirs(t, "ask", "csv", map[string]string{"world=0": "id,x,y\np,0.75,0\n", "world=a b": "id,x,y\nq,0.75,0\n"})
	for _, format := range []string{"csv", "ndjson", "geojson", "arrow", "sparse"} {
		tables := map[string]string{}
		for _, w := range worlds {
			tables[w.dir] = "id,x,y,r\n" + rows
			if format == "sparse" { // which is read row by row
				tables[w.dir] = "id,x,y,r,vx\n" + strings.ReplaceAll(rows, ",1\n", ",1,\n")
			}
		}
		inDirs(t, format, strings.Replace(format, "sparse", "parquet", 1), tables)
		want := func(args ...string) string { return done(t, "", append(args, "one.csv")...).out }
		check := func(what, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%s %s: got\n%s\nwant\n%s", format, what, got, want)
			}
		}
		done := func(t *testing.T, stdin string, args ...string) result {
			if format == "geojson" { // whose properties mean something if they are named
				args = append(args, "--rename", "x=x,y=y,r=r")
			}
			return done(t, stdin, args...)
		}
		for _, args := range [][]string{
			{"collide"}, {"collide", "--keep", "sort,r"}, {"collide", "--exact"}, {"collide", "--join", "one.csv"}, {"query", "points", "--ask", "ask.csv"},
			{"query", "within", "--near", "1"}, {"query", "nearest"}, {"collide", "--rename", "sort=body", "--fold", "body"}, {"collide", "--rename", "sort=body", "--keep", "sort"},
		} {
			check(strings.Join(args, " "), done(t, "", append(args, format)...).out, want(args...))
		}
		found := want("collide")
		check("pattern", done(t, "", "collide", format+"/*").out, found)
		check("long pattern", done(t, "", "collide", "./"+format+"/*=*/*/part-?.*").out, found)
		check("join", done(t, "", "collide", "--join", format, "one.csv").out, want("collide", "--join", "one.csv"))
		check("ask", done(t, "", "query", "points", "--ask", "ask", format).out, want("query", "points", "--ask", "ask.csv"))
		check("tile", done(t, "", "collide", "--tile", "0.5,-inf,inf,inf", "--keep", "sort", format).out, want("collide", "--tile", "0.5,-inf,inf,inf", "--keep", "sort"))
		done(t, "", "draw", "--out", "drawn.svg", format)
	}
	for _, c := range []struct{ dir, text, wrong string }{
		{"world=0", "world,x,y,r\n0,0,0,1\n", "column world is there twice, and world=0 in the path is one of them"},
		{"world=__HIVE_DEFAULT_PARTITION__", "x,y,r\n0,0,1\n", "column world: the cell is empty"},
		{"world=%ff", "x,y,r\n0,0,1\n", "not valid UTF-8"},
		{"r=big", "x,y\n0,0\n", `column r: "big" is not a number`},
	} {
		os.RemoveAll("wrong")
		inDirs(t, "wrong", "parquet", map[string]string{c.dir: c.text})
		if r := call(t, "", "collide", "wrong"); r.code != exitBad || !strings.Contains(r.stderr, c.wrong) || !strings.Contains(r.stderr, filepath.Join("wrong", c.dir)) || strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d: %s", c.dir, r.code, r.stderr)
		}
	}
}
