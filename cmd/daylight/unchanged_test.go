// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
	"daylight/internal/testenv"
)

var recordUnchanged = flag.Bool("record-unchanged", false, "write testdata/unchanged.golden anew: only where the meaning of an answer was wrong")

// tongue writes the same rows in one way of writing tables.
type tongue struct {
	name           string
	head, cut, end string
	quote          func(r *rand.Rand, cell string) string
}

// spelled writes a number in one of the ways people do.
func spelled(r *rand.Rand, v float64) string {
	switch r.IntN(8) {
	case 0:
		return strconv.FormatFloat(v, 'e', 12, 64)
	case 1:
		return strconv.FormatFloat(v, 'f', 6, 64)
	case 2:
		return strconv.FormatFloat(v, 'f', 25, 64)
	case 3:
		return strings.TrimPrefix(strconv.FormatFloat(v, 'f', 3, 64), "0")
	case 4:
		if v >= 0 {
			return "+" + strconv.FormatFloat(v, 'E', -1, 64)
		}
	case 5:
		if v >= 2 {
			return strconv.FormatFloat(v, 'f', 0, 64) + "."
		}
	case 6:
		return "000" + strings.TrimPrefix(strconv.FormatFloat(v, 'g', -1, 32), "-")
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

var unchangedColumns = strings.Split("id,world,kind,x,y,angle,r,hx,hy,half_length,points,wkt,body,static,mask,vx,omega,remark", ",")

// unchangedRows makes rows of every kind, their cells in the order of unchangedColumns.
func unchangedRows(n int, seed uint64) [][]string {
	r := rand.New(rand.NewPCG(seed, 15))
	num := func(v float64) string { return spelled(r, v) }
	var rows [][]string
	for i := range n {
		c := map[string]string{"id": strconv.Itoa(i), "world": "w" + strconv.Itoa(i%3), "remark": "-"}
		x, y, s := r.Float64()*float64(n)/40-9, float64(r.Float64()*40), 0.25+r.Float64() // not fused into y+s
		place := func() { c["x"], c["y"] = num(x), num(y) }
		switch i % 9 {
		case 0:
			place()
			c["r"] = num(s)
		case 1:
			place()
			c["kind"], c["hx"], c["hy"], c["angle"] = "Box", num(s), num(s/2), num(7*r.Float64())
		case 2:
			place()
			c["half_length"], c["r"], c["angle"] = num(s), num(s/3), num(-r.Float64())
		case 3:
			place()
			c["points"], c["angle"] = fmt.Sprintf("-1 0;%.4f -1;1 0;0 %.4f", r.Float64()-0.5, s), num(r.Float64())
		case 4:
			c["points"] = fmt.Sprintf("[[%.5f, %.5f],[%.5f,%.5f],[%.5f,%.5f]]", x, y, x+s, y, x, y+s)
		case 5:
			c["wkt"], c["r"] = fmt.Sprintf("POINT (%.5f %.5f)", x, y), num(s)
		case 6:
			c["wkt"], c["r"] = fmt.Sprintf("LINESTRING(%.5f %.5f,%.5f %.5f)", x, y, x+s, y-s), num(s/4)
		case 7:
			c["wkt"] = fmt.Sprintf("POLYGON((%[1]g %[2]g,%[3]g %[2]g,%[3]g %[4]g,%[1]g %[4]g,%[1]g %[2]g))", x, y, x+s, y+s)
		default:
			c["wkt"] = fmt.Sprintf("Polygon Z ((%[1]f %[2]f 1, %[3]f %[2]f 2, %[3]f %[4]f 3, %[1]f %[2]f 1))", x, y, x+s, y+s)
		}
		if i%5 == 0 {
			c["body"], c["mask"], c["static"] = "b"+strconv.Itoa(i/10), "0xff", "no"
		}
		c["vx"] = num(r.Float64() - 0.5)
		if i%4 == 0 {
			c["omega"] = num(r.Float64())
		}
		if i%7 == 0 {
			c["id"] = fmt.Sprintf("n\u00e9 %d", i)
			c["remark"] = "it's # \u00e9, {odd}"
		}
		row := make([]string, len(unchangedColumns))
		for k, name := range unchangedColumns {
			row[k] = c[name]
		}
		rows = append(rows, row)
	}
	return rows
}

func inQuotes(cell string) string { return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"` }

func quoteNeeded(cut string) func(*rand.Rand, string) string {
	return func(_ *rand.Rand, cell string) string {
		if strings.ContainsAny(cell, cut+"\"\n") {
			return inQuotes(cell)
		}
		return cell
	}
}

var tongues = []tongue{
	{"csv", "", ",", "\n", quoteNeeded(",")},
	{"quotes", "\xef\xbb\xbf", ",", "\n", func(r *rand.Rand, cell string) string {
		switch {
		case r.IntN(3) == 0:
			return inQuotes(cell)
		case r.IntN(9) == 0 && strings.HasPrefix(cell, "it's"):
			return inQuotes(cell + "\r\n# \"no\"\n\ncomment")
		}
		return quoteNeeded(",")(r, " "+cell+" ")
	}},
	{"crlf", "# \"a comment\r\n", ",", "\r\n", quoteNeeded(",")},
	{"semicolon", "", ";", "\n", quoteNeeded(";")},
	{"tsv", "", "\t", "\n", quoteNeeded("\t")},
}

func (g *tongue) write(rows [][]string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 3))
	var b strings.Builder
	b.WriteString(g.head + strings.Join(unchangedColumns, g.cut) + g.end)
	for i, row := range rows {
		if i%11 == 0 {
			b.WriteString("# row " + strconv.Itoa(i) + " has a \" in its comment" + g.end + g.end)
		}
		for k, cell := range row {
			if k > 0 {
				b.WriteString(g.cut)
			}
			b.WriteString(g.quote(r, cell))
		}
		b.WriteString(g.end)
	}
	return b.String()
}

// objectsOf writes rows as NDJSON: cells that are empty are left out or null, fields come
// in various orders.
func objectsOf(rows [][]string, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 5))
	var b strings.Builder
	for i, row := range rows {
		var fields []string
		for k, cell := range row {
			name := unchangedColumns[k]
			key := strconv.Quote(name)
			if r.IntN(9) == 0 {
				key = `"` + strings.ToUpper(name[:1]) + fmt.Sprintf(`\u%04x`, name[len(name)-1]) + `"`
				if len(name) != 2 {
					key = strconv.Quote(strings.ToUpper(name))
				}
			}
			switch {
			case cell == "" && r.IntN(4) > 0:
			case cell == "":
				fields = append(fields, key+": null")
			case strings.HasPrefix(cell, "[") && r.IntN(2) == 0:
				fields = append(fields, key+":"+cell)
			default:
				if r.IntN(2) == 0 {
					cell = strings.ReplaceAll(cell, "é", `\u00E9`)
				}
				fields = append(fields, key+`:"`+cell+`"`)
			}
		}
		if r.IntN(6) == 0 {
			r.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
			fields = append(fields, `"more":{"a":[1,{"b":"]}\""}],"c":null}`)
		}
		if i%13 == 0 {
			b.WriteString(" \n# a comment\n")
		}
		b.WriteString(" { " + strings.Join(fields, " , ") + "}\r\n")
	}
	return b.String()
}

// words writes circles separated by blanks.
func words(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		if i%9 == 0 {
			fmt.Fprintf(&b, "  s%d\t%s %s   %s .5 \n\n", i, row[1], row[3], row[4])
		}
	}
	return b.String()
}

var clock = regexp.MustCompile(`[0-9.e-]+ s\b|, [0-9]+ workers?`)

// unchanged runs the program over large tables in every way of writing them, with and
// without mistakes in them, and sums up what it wrote, an entry for each run. Only every nth run is
// done, beginning with the last of the first n. The entries of other runs are empty.
func unchanged(t *testing.T, workers string, nth int) (entries []string) {
	t.Chdir(t.TempDir())
	due := func(n int) bool { return (len(entries)+n)/nth > len(entries)/nth } // whether any of the next n runs is done
	run := func(name string, args ...string) {
		if !due(1) {
			entries = append(entries, "")
			return
		}
		os.Remove("o")
		r := call(t, "", append([]string{"collide", "--workers", workers, "--kernels", "go", "-o", "o"}, args...)...)
		out, _ := os.ReadFile("o")
		entries = append(entries, fmt.Sprintf("%s | %s | exit %d, %d bytes, %x | %s\n", name, strings.Join(args, " "), r.code, len(out), sha256.Sum256(out), strings.TrimSpace(clock.ReplaceAllString(r.stderr, "-"))))
	}
	rows := unchangedRows(9000, 1)
	for _, g := range tongues {
		if due(1) {
			write(t, "in", g.write(rows, 2))
		}
		run(g.name, "in")
	}
	if due(1) {
		write(t, "objects", objectsOf(rows, 4))
	}
	run("objects", "--mode", "manifold", "objects")
	write(t, "words", words(rows))
	run("words", "--columns", "id,world,x,y,r", "--input", "blank", "words")
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write([]byte(tongues[1].write(rows, 2)))
	w.Close()
	write(t, "packed.gz", z.String())
	run("gzip", "--mode", "swept", "--dt", "0.5", "--format", "ndjson", "packed.gz")
	write(t, "short.gz", z.String()[:z.Len()/2])
	run("gzip cut short", "short.gz")
	write(t, "in", tongues[0].write(rows, 2))
	run("twice the same", "in", "in")
	write(t, "other", tongues[2].write(unchangedRows(1000, 6), 2))
	run("join", "--mode", "distance", "--margin", "0.5", "--join", "other", "in")
	run("beside", "--rename", "id=_", "in", "words", "other")
	run("renamed", "--rename", "remark=id,id=_", "--skip-bad", "in")

	// Mistakes, deep in the file.
	column := map[string]int{}
	for k, name := range unchangedColumns {
		column[name] = k
	}
	for _, m := range []struct{ name, text string }{
		{"x", "abc"}, {"x", "1e999"}, {"y", ""}, {"r", "-1"}, {"kind", "blob"}, {"kind", "capsule"}, {"angle", "1,5"}, {"id", "17"}, {"id", "\xff"},
		{"world", ""}, {"points", "0 0;1 1"}, {"points", "[[1,2]"}, {"wkt", "POLYGON((0 0,4 4,4 0,0 4,0 0))"}, {"wkt", "POINT EMPTY"},
		{"mask", "x"}, {"static", "maybe"}, {"vx", "nan"}, {"hx", "0"}, {"remark", "a\"b"},
	} {
		bad := append([][]string{}, rows...)
		for _, i := range []int{8001, 8015, 8800} {
			row := append([]string{}, rows[i]...)
			row[column[m.name]] = m.text
			bad[i] = row
		}
		name := m.name + "=" + strconv.Quote(m.text)
		if due(2) {
			write(t, "bad", tongues[1].write(bad, 2))
		}
		run(name, "bad")
		run(name, "--skip-bad", "bad")
		if due(2) {
			write(t, "bad", objectsOf(bad, 4))
		}
		run(name+", objects", "bad")
		run(name+", objects", "--skip-bad", "bad")
	}
	text := tongues[0].write(rows, 2)
	at := strings.Index(text, "\n7001,") + 1
	for _, insert := range []string{"a,b\n", "a\"b\n", "\"a,b\n", "\"a\"b\n"} {
		write(t, "bad", text[:at]+insert+text[at:])
		run(strconv.Quote(insert), "bad")
		run(strconv.Quote(insert), "--skip-bad", "bad")
	}
	return entries
}

// entry matches where an entry of a run begins.
var entry = regexp.MustCompile(`(?m)^.* \| exit [0-9]+, [0-9]+ bytes, `)

// TestUnchanged: the program writes what it wrote when this was recorded, to the last
// byte, errors and notes included, with any number of workers.
func TestUnchanged(t *testing.T) {
	golden := must.Get(filepath.Abs(filepath.Join("testdata", "unchanged.golden")))(t)
	if *recordUnchanged {
		must.Do(t, os.WriteFile(golden, []byte(strings.Join(unchanged(t, "1", 1), "")), 0o666))
	}
	var want []string
	text := read(t, golden)
	begins := entry.FindAllStringIndex(text, -1)
	for k, at := range begins {
		end := len(text)
		if k+1 < len(begins) {
			end = begins[k+1][0]
		}
		want = append(want, text[at[0]:end])
	}
	nth := map[string]int{"1": 9, "3": 5}
	if testenv.Full() {
		nth["1"], nth["3"] = 1, 1
	}
	if testenv.Race {
		nth["3"] = 9
	}
	for _, workers := range []string{"1", "3"} {
		if testenv.Race && workers == "1" {
			continue
		}
		t.Run(workers, func(t *testing.T) {
			got := unchanged(t, workers, nth[workers])
			if len(got) != len(want) {
				t.Fatalf("%d runs, want %d", len(got), len(want))
			}
			for i := range got {
				if done := (i+1)%nth[workers] == 0; done && got[i] != want[i] {
					t.Fatalf("run %d:\ngot  %s\nwant %s", i+1, got[i], want[i])
				}
			}
		})
	}
}
