// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/tools/txtar"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/table"
	"daylight/internal/must"
)

// corpusInputs are the tables that all calls find in their directory.
func corpusInputs(t *testing.T) map[string]string {
	inputs := map[string]string{}
	names, _ := filepath.Glob("testdata/*.*")
	for _, name := range names {
		if filepath.Ext(name) != ".golden" {
			inputs[filepath.Base(name)] = read(t, name)
		}
	}
	inputs["in.csv"] = "id,world,x,y,r,note\na,0,0,0,1,n\nb,0,1.5,0,1,\"m, k\"\nc,1,0,0,1,\nd,1,0.5,0.5,2,o\n"
	inputs["bad.csv"] = "id,x,y,r\na,0,0,1\nb,zero,0,1\na,9,9,1\nc,1,0,1\n"
	inputs["moving.csv"], inputs["other.csv"] = moving("s", 150, 3), moving("s", 60, 4)
	inputs["rings.csv"] = rings(60)
	inputs["empty.csv"] = "id,x,y,r\n"
	inputs["ask.csv"] = "id,x,y,vx,vy,world\np,0,0,1,0,0\nq,1,1,0,3,w1\nr,20,20,-9,-9,w0\n"
	t.Chdir(t.TempDir())
	for _, name := range []string{"boxes.parquet", "boxes.arrow", "boxes.ndjson", "boxes.csv.gz"} {
		done(t, "", "gen", "mixed", "-n", "120", "--frames", "2", "-o", name)
		inputs[name] = read(t, name)
	}
	done(t, "", "collide", "-q", "--format", "geojson", "--mode", "area", "--outline", "-o", "areas.geojson", write(t, "rings.csv", inputs["rings.csv"]))
	inputs["areas.geojson"] = read(t, "areas.geojson")
	return inputs
}

// rings are concave polygons that overlap.
func rings(n int) string {
	var b strings.Builder
	b.WriteString("id;wkt\n")
	for i := range n {
		x, y := i%8*2, i/8*2
		fmt.Fprintf(&b, "p%d;POLYGON ((%d %d, %d %d, %d %d, %d %d, %[2]d %[3]d))\n", i, x, y, x+3, y, x+1, y+1, x, y+3)
	}
	return b.String()
}

// words splits a line as a shell does, up to a comment, a pipe or what is more than words.
func wordsOf(line string) (list []string) {
	for _, m := range regexp.MustCompile(`'((?:[^']|'')*)'|"([^"]*)"|[^\s'"]+`).FindAllStringSubmatch(line, -1) {
		switch {
		case strings.ContainsAny(m[0][:1], "#|>;&(<\\"):
			return list
		case m[0][0] == '\'':
			list = append(list, strings.ReplaceAll(m[1], "''", "'"))
		case m[0][0] == '"':
			list = append(list, m[2])
		default:
			list = append(list, m[0])
		}
	}
	return list
}

// corpusCalls are some thousands. Tiles are not among them: older programs have none.
func corpusCalls(t *testing.T) []calling {
	calls := slices.Concat(scriptCalls(t), documentCalls(t), damagedCalls(t), flagCalls(), matrixCalls())
	return slices.DeleteFunc(calls, func(c calling) bool {
		return c.args[0] == "tiles" || slices.ContainsFunc(c.args, func(a string) bool { return strings.HasPrefix(a, "--tile") })
	})
}

func scriptCalls(t *testing.T) (calls []calling) {
	names, _ := filepath.Glob("testdata/script/*.txtar")
	for _, name := range names {
		archive := txtar.Parse([]byte(read(t, name)))
		given := map[string]string{}
		for _, f := range archive.Files {
			given[f.Name] = string(f.Data)
		}
		for line := range strings.Lines(string(archive.Comment)) {
			args := wordsOf(strings.TrimPrefix(line, "! "))
			switch {
			case len(args) > 1 && args[0] == "daylight":
				args = args[1:]
			case len(args) > 2 && args[0] == "refused":
				args = args[2:]
			default:
				continue
			}
			_, in, _ := strings.Cut(strings.TrimSpace(line), " <")
			stdin := given[in]
			if last := len(args) - 1; strings.HasPrefix(args[last], "<<") {
				stdin, args = must.Get(unescaped(args[last][2:]))(t), args[:last]
			}
			calls = append(calls, calling{"scripts", args, stdin, given})
		}
	}
	return calls
}

// slow are commands that measure, or that show something until they are ended.
var slow = regexp.MustCompile(`^(bench|sim|draw --help|--version|kernels)\b|--(open|listen|live)\b`)

// documentCalls are the lines of documents and of help that call the program, over tables of the
// names they have.
func documentCalls(t *testing.T) (calls []calling) {
	pages, _ := filepath.Glob("../../docs/*.md")
	var text strings.Builder
	for _, page := range append(pages, "../../README.md") {
		text.WriteString(read(t, page))
	}
	everyCommand(func(c *cobra.Command) { text.WriteString("\n" + c.Example + "\n") })
	for _, m := range regexp.MustCompile(`(?m)^(?:\$ |.*\| )? *daylight (.*)$`).FindAllStringSubmatch(strings.ReplaceAll(text.String(), "\\\n", " "), -1) {
		args := wordsOf(m[1])
		if slow.MatchString(m[1]) || len(args) == 0 {
			continue
		}
		given, output := map[string]string{}, false
		for _, a := range args {
			if filepath.Ext(a) == ".csv" && !output && filepath.Base(a) == a {
				given[a] = moving("s", 40, 5)
			}
			output = a == "-o" || a == "--out" || a == "--stats" || a == "--bad-rows"
		}
		calls = append(calls, calling{"documents", args, moving("s", 20, 6), given})
	}
	return calls
}

// damagedCalls are tables that cannot be read, of tests and of fuzzing, for every command that
// reads tables.
func damagedCalls(t *testing.T) (calls []calling) {
	seeds, _ := filepath.Glob("../internal/table/testdata/fuzz/*/*")
	for _, name := range seeds {
		for _, m := range regexp.MustCompile(`(?m)^(?:\[\]byte|string)\((".*")\)$`).FindAllStringSubmatch(read(t, name), -1) {
			if text, err := strconv.Unquote(m[1]); err == nil {
				for _, args := range []string{"collide -", "collide --skip-bad -", "query inside -"} {
					calls = append(calls, calling{"fuzz corpora", strings.Fields(args), text, nil})
				}
			}
		}
	}
	for line := range strings.Lines(read(t, "testdata/script/malformed.txtar")) {
		m := wordsOf(line)
		if len(m) < 3 {
			continue
		}
		text := must.Get(unescaped(m[2]))(t)
		for _, args := range []string{"collide damaged", "collide --skip-bad damaged", "query inside damaged", "draw -o o.svg damaged"} {
			list := append(strings.Fields(args), m[3:]...)
			calls = append(calls, calling{"damaged tables", list, "", map[string]string{"damaged": text}})
		}
	}
	return calls
}

// modes are those of collide.
func modes() (list []string) {
	for mode := batch.ModeContacts; ; mode++ {
		if _, err := batch.ParseMode(mode.String()); err != nil {
			return append(list, "area")
		}
		list = append(list, mode.String())
	}
}

// values are what flags take that are no names of files and no numbers.
var values = map[string][]string{
	"mode": modes(), "fold": {"shape", "body"}, "input": table.FormatNames(),
	"relation": {"intersects", "touches", "overlaps", "overlaps-partly", "contains", "within", "covers", "covered-by", "equals"},
	"format":   {"csv", "ndjson", "geojson", "parquet", "arrow", "svg", "png"}, "geometry-out": {"points", "both", "a", "b", "none"},
	"scene": scene.Names(),
}

// flagCalls give every flag of every command values of many kinds.
func flagCalls() (calls []calling) {
	bases := map[string][]string{
		"collide": {"in.csv", "rings.csv", "--mode swept moving.csv"}, "query": {"nearest in.csv", "rays --ask ask.csv in.csv", "within --near 1 rings.csv"},
		"draw": {"in.csv"}, "gen": {"boxes -n 10"}, "demo": {"-n 50 -o o.svg"}, "sim": {"boxes -n 10 --frames 2"},
	}
	everyCommand(func(c *cobra.Command) {
		calls = append(calls, calling{"flags", append(strings.Fields(c.CommandPath())[1:], "--nonsense"), "", nil})
		for _, base := range bases[c.Name()] {
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if f.Name == "help" || f.Name == "open" || f.Name == "listen" || f.Name == "kernels" || f.Name == "version" {
					return
				}
				for _, v := range append(slices.Clone(values[f.Name]), "", "1", "0", "-1", "1e9", "true", "a,b", "x", "x=note", "in.csv", "o.csv", "64MiB", "0/1") {
					if c.Name() == "sim" && (f.Name == "frames" || f.Name == "fps" || f.Name == "shapes") && v != "1" {
						continue
					}
					calls = append(calls, calling{"flags", append([]string{c.Name(), "--" + f.Name + "=" + v}, strings.Fields(base)...), "", nil})
				}
			})
		}
	})
	return calls
}

// matrixCalls ask every question of every input, in one format after the other.
func matrixCalls() (calls []calling) {
	formats := []string{"csv", "ndjson", "geojson", "parquet", "arrow"}
	tables := []string{"kinds.csv", "moving.csv", "--join other.csv moving.csv", "rings.csv", "--join rings.csv boxes.parquet", "boxes.ndjson boxes.arrow --skip-bad", "empty.csv", "--skip-bad bad.csv"}
	questions := []string{"", "--margin 0.5", "--strict", "--keep id", "--parts", "--fold shape", "--fold body", "--exact", "--mode area --outline", "--verify", "--mode manifold --geometry-out points", "--geometry-out b"}
	for _, mode := range modes() {
		questions = append(questions, "--mode "+mode, "--margin 0.25 --mode "+mode)
	}
	for _, relation := range values["relation"] {
		questions = append(questions, "--relation "+relation)
	}
	k := 0
	add := func(line string) {
		calls = append(calls, calling{"matrix", append(strings.Fields(line), "--format", formats[k%len(formats)]), "", nil})
		k++
	}
	for _, from := range tables {
		for _, q := range questions {
			add("collide -q " + q + " " + from)
		}
		for _, kind := range answer.Kinds {
			for _, q := range []string{"", "--near 1", "--near 1 --both", "--count 3", "--all", "--keep id", "--verify", "--solid"} {
				ask := "--ask ask.csv"
				if slices.Contains([]string{"within", "inside"}, string(kind)) {
					ask = ""
				}
				if !strings.Contains(from, "--join") {
					add("query -q " + string(kind) + " " + q + " " + ask + " " + from)
				}
			}
		}
	}
	return calls
}
