// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/cmd/internal/shapes"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// placed is a row of a table of all kinds of shapes, and the AABB of its shape, found by its
// corners.
type placed struct {
	row                    string
	minX, minY, maxX, maxY float64
}

const placedHeader = "id,kind,x,y,r,hx,hy,angle,x1,y1,x2,y2,min_x,min_y,max_x,max_y,points,wkt,half_length\n"

// scatter makes rows of all kinds, in a square of 100.
func scatter(r *rand.Rand, n int) (list []placed) {
	for i := range n {
		x, y, a := r.Float64()*100, r.Float64()*100, r.Float64()*7
		sn, cs := math.Sincos(a)
		p, q, radius := 0.1+r.Float64()*2, 0.1+r.Float64()*2, r.Float64()
		var points [][2]float64
		var cells string
		turned := func(px, py float64) [2]float64 { return [2]float64{x + px*cs - py*sn, y + px*sn + py*cs} }
		switch i % 8 {
		case 0:
			cells, points = fmt.Sprintf("circle,%v,%v,%v,,,,,,,,,,,,,,", x, y, radius), [][2]float64{{x, y}}
		case 1:
			cells = fmt.Sprintf("capsule,,,%v,,,,%v,%v,%v,%v,,,,,,,", radius, x, y, x+p, y-q)
			points = [][2]float64{{x, y}, {x + p, y - q}}
		case 2:
			cells, radius = fmt.Sprintf("box,%v,%v,,%v,%v,%v,,,,,,,,,,,", x, y, p, q, a), 0
			points = [][2]float64{turned(p, q), turned(-p, q), turned(p, -q), turned(-p, -q)}
		case 3:
			cells = fmt.Sprintf("box,,,%v,,,,,,,,%v,%v,%v,%v,,,", radius, x, y, x+p, y+q)
			points = [][2]float64{{x, y}, {x + p, y + q}}
		case 4:
			cells, radius = fmt.Sprintf("polygon,%v,%v,,,,%v,,,,,,,,,%v %v;%v %v;%v %v,,", x, y, a, p, 0, 0, q, -p, -q), 0
			points = [][2]float64{turned(p, 0), turned(0, q), turned(-p, -q)}
		case 5: // concave
			cells, radius = fmt.Sprintf(`,,,,,,,,,,,,,,,,"POLYGON ((%v %v, %v %v, %v %v, %v %v, %v %v))",`, x, y, x+3, y, x+1, y+1, x, y+3, x, y), 0
			points = [][2]float64{{x, y}, {x + 3, y}, {x, y + 3}}
		case 6:
			cells = fmt.Sprintf(`,,,%v,,,,,,,,,,,,,"LINESTRING (%v %v, %v %v, %v %v)",`, radius, x, y, x+p, y, x+p, y+q)
			points = [][2]float64{{x, y}, {x + p, y + q}}
		case 7:
			cells = fmt.Sprintf("capsule,%v,%v,%v,,,%v,,,,,,,,,,,%v", x, y, radius, a, p)
			points = [][2]float64{turned(p, 0), turned(-p, 0)}
		}
		one := placed{fmt.Sprintf("s%d,%s\n", i, cells), math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for _, v := range points {
			one.minX, one.maxX = min(one.minX, v[0]-radius), max(one.maxX, v[0]+radius)
			one.minY, one.maxY = min(one.minY, v[1]-radius), max(one.maxY, v[1]+radius)
		}
		list = append(list, one)
	}
	return list
}

// tableOf is a table of those rows that touch a box, each grown by a margin, or of all.
func tableOf(rows []placed, box *[4]float64, margin float64) string {
	var b strings.Builder
	b.WriteString(placedHeader)
	for _, p := range rows {
		if box == nil || p.minX-margin <= box[2] && p.maxX+margin >= box[0] && p.minY-margin <= box[3] && p.maxY+margin >= box[1] {
			b.WriteString(p.row)
		}
	}
	return b.String()
}

// TestBBox: with --bbox every mode gives what it gives of a table that has only the rows whose
// shapes' bounding boxes touch it, grown by the margin.
func TestBBox(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(28, 2))
	rows, joined := scatter(r, 3000), scatter(r, 1000)
	box := [4]float64{20, 30, 61.5, 52.25}
	write(t, "all.csv", tableOf(rows, nil, 0))
	write(t, "some.csv", tableOf(rows, &box, 0))
	write(t, "near.csv", tableOf(rows, &box, 1.5))
	write(t, "all-join.csv", tableOf(joined, nil, 0))
	write(t, "some-join.csv", tableOf(joined, &box, 0))
	if a, b := strings.Count(read(t, "all.csv"), "\n"), strings.Count(read(t, "some.csv"), "\n"); b < a/20 || b > a/4 {
		t.Fatalf("%d rows of %d", b, a)
	}
	for _, line := range []string{
		"collide -q AT.csv", "collide -q --mode manifold AT.csv", "collide -q --exact --relation overlaps AT.csv", "collide -q --mode pairs AT.csv",
		"collide -q --join AT-join.csv AT.csv", "collide -q --workers 2 --margin -0.1 AT.csv",
		"query within -q --near 2 AT.csv", "query nearest -q --count 2 --ask AT-join.csv AT.csv", "query boxes -q --ask AT-join.csv AT.csv", "collide -q --mode manifold --margin 1.5 AT.csv",
	} {
		args := func(at string) []string { return strings.Fields(strings.ReplaceAll(line, "AT", at)) }
		some := "some"
		if strings.Contains(line, "--margin 1.5") {
			some = "near"
		}
		want := done(t, "", args(some)...).out
		if got := done(t, "", append(args("all"), "--bbox", "20,30,61.5,52.25")...).out; got != want || strings.Count(got, "\n") < 20 {
			t.Errorf("%s: %s", line, first(got, want))
		}
	}
	// Rows that go by their number keep it.
	r1 := call(t, `{"x":0,"y":0,"r":1}`+"\n"+`{"x":50,"y":0,"r":1}`+"\n"+`{"x":9,"y":0,"r":1}`+"\n"+`{"x":9.5,"y":0,"r":1}`+"\n", "collide", "-q", "--bbox", "8,-1,10,1", "-")
	if r1.code != exitDone || r1.out != "world,id_a,id_b,depth,nx,ny\n0,2,3,1.5,1,0\n" {
		t.Errorf("%+v", r1)
	}
	// Pairs within the margin, and pairs that meet on their way, are not lost at the edge of the
	// box.
	for flags, text := range map[string]string{
		"--margin 2": "id,x,y,r\na,9,0,0.5\nb,11.5,0,0.5\n", "--mode swept": "id,x,y,r,vx,vy\na,9,0,0.5,0,0\nb,14,0,0.5,-8,0\n",
		"--mode swept --dt 2": "id,x,y,hx,hy,vx,vy,omega\na,9,0,0.5,0.5,0,0,0\nb,14,0,5,0.1,0,0,3\n",
	} {
		write(t, "edge.csv", text)
		for _, box := range []string{"0,-5,10,5", "-inf,-inf,inf,inf"} {
			flag := "--bbox"
			if box[0] == '-' {
				flag = "--tile"
			}
			if got := done(t, "", append(strings.Fields("collide -q "+flags+" "+flag+" "+box), "edge.csv")...).out; strings.Count(got, "\n") != 2 {
				t.Errorf("%s %s %s: %s", flags, flag, box, got)
			}
		}
	}
	for _, bad := range []string{"1,2,3", "1,2,3,inf", "1,2,0,4", "1,2,3,nan", "a,b,c,d", "", "1,2,3,4,5"} {
		if r := call(t, "", "collide", "--bbox", bad, "all.csv"); r.code != exitBad || !strings.Contains(r.stderr, "--bbox") {
			t.Errorf("%s: %+v", bad, r)
		}
	}
}

// TestBBoxBad: tables whose rows are outside of the box or bad, and none inside, have an empty
// answer, and so have tiles.
func TestBBoxBad(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.csv", "id,x,y,r\na,0,0,1\nb,1,0,x\n")
	write(t, "b.csv", "id,x,y,r\nc,6,6,1\n")
	for _, tables := range []string{"a.csv", "--join a.csv b.csv"} {
		for _, flag := range []string{"--bbox", "--tile"} {
			args := append(strings.Fields("collide -q --skip-bad "+flag+" 5,5,7,7"), strings.Fields(tables)...)
			if got := done(t, "", args...).out; got != "world,id_a,id_b,depth,nx,ny\n" {
				t.Errorf("%q: %s", args, got)
			}
		}
	}
}

// groupsOf writes a table in Parquet with so many rows in a group. The footer has the statistics of
// the groups.
func groupsOf(t *testing.T, name, geo string, each int, fields []arrow.Field, fill func(b *array.RecordBuilder)) []byte {
	t.Helper()
	meta := arrow.Metadata{}
	if geo != "" {
		meta = arrow.NewMetadata([]string{"geo"}, []string{geo})
	}
	schema := arrow.NewSchema(fields, &meta)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	fill(b)
	var out bytes.Buffer
	w := must.Get(pqarrow.NewFileWriter(schema, &out, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(int64(each))), pqarrow.DefaultWriterProps()))(t)
	if geo != "" {
		must.Do(t, w.AppendKeyValueMetadata("geo", geo))
	}
	must.Do(t, w.Write(b.NewRecordBatch()))
	must.Do(t, w.Close())
	write(t, name, out.String())
	return out.Bytes()
}

// shapeField is a column of geometries, which boxOf covers with boxes of a type of numbers, as
// covered says beside what it says of other columns.
var shapeField = arrow.Field{Name: "geometry", Type: arrow.BinaryTypes.Binary}

func boxOf(number arrow.DataType) arrow.Field {
	var sides []arrow.Field
	for _, name := range []string{"xmin", "ymin", "xmax", "ymax"} {
		sides = append(sides, arrow.Field{Name: name, Type: number})
	}
	return arrow.Field{Name: "bbox", Type: arrow.StructOf(sides...)}
}

func covered(others string) (geo string) {
	return `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"WKB","geometry_types":["Polygon"],"crs":null,"covering":{"bbox":{"xmin":["bbox","xmin"],"ymin":["bbox","ymin"],"xmax":["bbox","xmax"],"ymax":["bbox","ymax"]}}}` + others + "}}"
}

func appendBox(t *testing.T, b array.Builder, sides ...float64) {
	box := b.(*array.StructBuilder)
	box.Append(true)
	for k, v := range sides {
		must.Do(t, box.FieldBuilder(k).AppendValueFromString(fmt.Sprint(v)))
	}
}

// TestBBoxOfGroups: of Parquet that lies in order of place only the groups that may have something
// in the box are read, by the statistics of columns and by the boxes that cover geometries.
func TestBBoxOfGroups(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(28, 3))
	const rows, each = 40000, 1000
	type place struct{ x, y, r float64 }
	var list []place
	for range rows {
		list = append(list, place{r.Float64() * 1000, r.Float64() * 1000, 0.5 + r.Float64()})
	}
	cell := func(p place) int { return int(p.x/50)*20 + int(p.y/50) }
	slices.SortFunc(list, func(a, b place) int { return cell(a) - cell(b) })
	num := func(names ...string) (fields []arrow.Field) {
		for _, name := range names {
			fields = append(fields, arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Float64})
		}
		return fields
	}
	put := func(b *array.RecordBuilder, k int, v float64) { b.Field(k).(*array.Float64Builder).Append(v) }
	tables := map[string]func() []byte{
		"circles": func() []byte {
			return groupsOf(t, "circles.parquet", "", each, num("x", "y", "r"), func(b *array.RecordBuilder) {
				for _, p := range list {
					put(b, 0, p.x)
					put(b, 1, p.y)
					put(b, 2, p.r)
				}
			})
		},
		"boxes": func() []byte {
			return groupsOf(t, "boxes.parquet", "", each, num("min_x", "min_y", "max_x", "max_y"), func(b *array.RecordBuilder) {
				for _, p := range list {
					put(b, 0, p.x-p.r)
					put(b, 1, p.y-p.r)
					put(b, 2, p.x+p.r)
					put(b, 3, p.y+p.r)
				}
			})
		},
		"covered": func() []byte {
			return groupsOf(t, "covered.parquet", covered(""), each, []arrow.Field{shapeField, boxOf(arrow.PrimitiveTypes.Float64)}, func(b *array.RecordBuilder) {
				for _, p := range list {
					b.Field(0).(*array.BinaryBuilder).Append(wkbTriangle(p.x, p.y, p.r))
					appendBox(t, b.Field(1), p.x-p.r, p.y-p.r, p.x+p.r, p.y+p.r)
				}
			})
		},
	}
	for name, table := range tables {
		if testenv.Race && name != "covered" { // groups of all tables are read by the same goroutines
			continue
		}
		data := table()
		all := done(t, "", "collide", "-q", name+".parquet").out
		within := func(all, text string) string { // rows of two shapes in a box
			box := must.Get(shapes.ParseBox(text))(t)
			inside := func(id string) bool {
				p := list[must.Get(strconv.Atoi(id))(t)]
				return p.x+p.r >= box.MinX && p.x-p.r <= box.MaxX && p.y+p.r >= box.MinY && p.y-p.r <= box.MaxY
			}
			var b strings.Builder
			for line := range strings.Lines(all) {
				if cells := strings.Split(line, ","); cells[1] == "id_a" || inside(cells[1]) && inside(cells[2]) {
					b.WriteString(line)
				}
			}
			return b.String()
		}
		for _, box := range []string{"100,100,200,200", "0,0,1,1", "999,-5,2000,2000", "-9,-9,-8,-8", "-1e9,-1e9,1e9,1e9"} {
			before := bytesRead()
			got := done(t, "", "collide", "-q", "--bbox", box, name+".parquet").out
			took := bytesRead() - before
			if want := within(all, box); got != want {
				t.Errorf("%s in %s: %s", name, box, first(got, want))
			}
			if box[0] != '-' && took > len(data)/4+1<<18 {
				t.Errorf("%s in %s: %d bytes of %d were read", name, box, took, len(data))
			}
			switch box {
			case "-9,-9,-8,-8":
				if strings.Count(got, "\n") != 1 {
					t.Errorf("%s: contacts where nothing is", name)
				}
			case "-1e9,-1e9,1e9,1e9":
				if got != all {
					t.Errorf("%s: not all", name)
				}
			case "100,100,200,200":
				n := 0
				for _, p := range list {
					if p.x+p.r >= 100 && p.x-p.r <= 200 && p.y+p.r >= 100 && p.y-p.r <= 200 {
						n++
					}
				}
				if r := call(t, "", "collide", "--bbox", box, name+".parquet"); !strings.Contains(r.stderr, fmt.Sprintf("%d of %d rows are outside", rows-n, rows)) {
					t.Errorf("%s: %d are inside: %s", name, n, r.stderr)
				}
			}
		}
	}
}

// bytesRead is how many bytes this process has read. It is 0 on systems other than Linux.
func bytesRead() (n int) {
	text, _ := os.ReadFile("/proc/self/io")
	_, _ = fmt.Sscanf(string(text), "rchar: %d", &n)
	return n
}

// TestBBoxOfRoundedCover: columns that cover geometries may be float32, which are rounded to the
// nearest and not outwards.
func TestBBoxOfRoundedCover(t *testing.T) {
	t.Chdir(t.TempDir())
	const x, r = 1<<24 - 1, 2 // so that x+r is between two float32
	groupsOf(t, "covered.parquet", covered(""), 2, []arrow.Field{shapeField, boxOf(arrow.PrimitiveTypes.Float32)}, func(b *array.RecordBuilder) {
		for range 2 {
			b.Field(0).(*array.BinaryBuilder).Append(wkbTriangle(x, 0, r))
			appendBox(t, b.Field(1), x-r, -r, x+r, r)
		}
	})
	if got := done(t, "", "collide", "-q", "--bbox", fmt.Sprintf("%v,-9,%v,9", x+r-0.25, x+9), "covered.parquet").out; strings.Count(got, "\n") != 2 {
		t.Errorf("the group was left out: %s", got)
	}
}

// TestBBoxOfOtherGeometry: what covers the first geometry of a file says nothing of another one
// that --geometry takes.
func TestBBoxOfOtherGeometry(t *testing.T) {
	t.Chdir(t.TempDir())
	moved := arrow.Field{Name: "moved", Type: arrow.BinaryTypes.Binary}
	geo := covered(`,"moved":{"encoding":"WKB","geometry_types":["Polygon"],"crs":null}`)
	groupsOf(t, "two.parquet", geo, 2, []arrow.Field{shapeField, moved, boxOf(arrow.PrimitiveTypes.Float64)}, func(b *array.RecordBuilder) {
		for range 2 {
			b.Field(0).(*array.BinaryBuilder).Append(wkbTriangle(0, 0, 1))
			b.Field(1).(*array.BinaryBuilder).Append(wkbTriangle(100, 0, 1))
			appendBox(t, b.Field(2), -1, -1, 1, 1)
		}
	})
	for box, rows := range map[string]int{"90,-9,110,9": 1, "-9,-9,9,9": 0} {
		if got := done(t, "", "collide", "-q", "--geometry", "moved", "--bbox", box, "two.parquet").out; strings.Count(got, "\n") != 1+rows {
			t.Errorf("%s: %s", box, got)
		}
	}
}

// wkbTriangle is a polygon as Well-Known Binary, whose bounding box is that of a circle.
func wkbTriangle(x, y, r float64) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32(le.AppendUint32(le.AppendUint32([]byte{1}, 3), 1), 4)
	for _, p := range [][2]float64{{x - r, y - r}, {x + r, y - r}, {x, y + r}, {x - r, y - r}} {
		for _, v := range p {
			b = le.AppendUint64(b, math.Float64bits(v))
		}
	}
	return b
}
