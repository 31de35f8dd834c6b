// SPDX-License-Identifier: MIT

package shapes

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"daylight/batch"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/region"
)

// The names of columns that rows at random have: of numbers, and of text.
var (
	numberNames = []string{"x", "y", "angle", "r", "hx", "hy", "width", "height", "half_length", "x1", "y1", "x2", "y2", "min_x", "min_y", "max_x", "max_y", "vx", "vy", "omega"}
	textNames   = []string{"points", "wkt"}
)

// waysByNumbers is how many ways to write a shape wayOf knows that have numbers alone; allWays is
// all of them.
const (
	waysByNumbers = 7
	allWays       = 15
)

// wayOf is a row at random: of a shape of about a size, near (at, at), that is written in a way.
func wayOf(r *rand.Rand, way int, at, size float64) map[string]any {
	u := func() float64 { return size * (0.1 + r.Float64()) }
	x, y := at+20*size*r.Float64(), at-20*size*r.Float64()
	row := map[string]any{}
	set := func(names string, values ...float64) {
		for k, name := range strings.Fields(names) {
			row[name] = values[k]
		}
	}
	v := func(dx, dy float64) string { return fmt.Sprintf("%v %v", x+dx*size, y+dy*size) }
	l := func(dx, dy float64) string { return v(dx, dy) + "," + v(dx+1, dy) + "," + v(dx+1, dy+2) }
	bent := "(" + v(0, 0) + "," + v(3, 0) + "," + v(1, 1) + "," + v(0, 3) + "," + v(0, 0) + ")"
	switch way {
	case 0:
		set("x y r", x, y, u())
	case 1: // with the radius of all
		set("x y", x, y)
	case 2:
		set("x y angle half_length r", x, y, 7*r.Float64(), u(), u())
	case 3:
		set("x1 y1 x2 y2 r", x, y, x+u(), y-u(), u())
	case 4:
		set("x y angle hx hy r", x, y, 7*r.Float64(), u(), u(), u())
	case 5:
		set("x y angle width height", x, y, 7*r.Float64(), u(), u())
	case 6:
		set("min_x min_y max_x max_y r", x, y, x+u(), y+u(), u())
	case 7:
		row["points"] = strings.ReplaceAll(strings.Trim(bent, "()"), ",", ";")
		row["points"] = row["points"].(string)[:strings.LastIndex(row["points"].(string), ";")]
	case 8:
		set("x y angle r", x, y, 7*r.Float64(), u())
		row["points"] = fmt.Sprintf("%v %v;%v %v;%v %v", u(), 0.0, 2*u(), u(), u(), 3*size)
	case 9:
		row["wkt"] = "POINT(" + v(0, 0) + ")"
	case 10:
		set("r", u())
		row["wkt"] = "LINESTRING(" + l(0, 0) + ")"
	case 11:
		row["wkt"] = "POLYGON(" + bent + ")"
	case 12:
		row["wkt"] = "MULTIPOINT(" + l(0, 0) + ")"
	case 13: // its points have the radius of all
		row["wkt"] = "GEOMETRYCOLLECTION(POINT(" + v(0, 0) + "),LINESTRING(" + v(1, 1) + "," + v(2, 1) + "),POLYGON(" + bent + "),POINT(" + v(3, 3) + "))"
	case 14:
		set("r", u())
		row["wkt"] = "GEOMETRYCOLLECTION(POINT(" + v(0, 0) + "),LINESTRING(" + v(1, 1) + "," + v(2, 1) + "))"
	}
	if r.IntN(3) > 0 {
		set("vx vy", 3*size*r.NormFloat64(), 3*size*r.NormFloat64())
	}
	if r.IntN(3) > 0 {
		set("omega", r.NormFloat64())
	}
	return row
}

// textOf is a table of rows, with their numbers as ids.
func textOf(rows []map[string]any) string {
	var b strings.Builder
	names := slices.Concat(numberNames, textNames)
	b.WriteString("id," + strings.Join(names, ",") + "\n")
	for i, row := range rows {
		fmt.Fprint(&b, i)
		for _, name := range names {
			if v, ok := row[name]; ok {
				fmt.Fprintf(&b, ",\"%v\"", v)
			} else {
				b.WriteString(",")
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// boxesOf are the boxes of rows, by their numbers.
func boxesOf(t *testing.T, text string, c Config) map[string]region.Box {
	t.Helper()
	boxes := map[string]region.Box{}
	c.Scan = func(row int64, _ string, box region.Box) error {
		boxes[fmt.Sprint(row)] = box
		return nil
	}
	l := NewLoader(c)
	must.Do(t, l.Read(strings.NewReader(text), "in"))
	must.Get(l.Set())(t)
	return boxes
}

func inside(a, b region.Box) bool {
	return a.MinX >= b.MinX && a.MinY >= b.MinY && a.MaxX <= b.MaxX && a.MaxY <= b.MaxY
}

// TestBoxCovers: the box of a row covers those by which the engine finds pairs of the parts of its
// shape, wherever and however large they are, and is hardly larger where nothing moves.
func TestBoxCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 1))
	for _, place := range []struct{ at, size float64 }{{0, 1}, {1000, 0.01}, {1e9, 1e-3}, {1e9, 1}, {-1e9, 1e-5}, {1e9, 1e4}, {1e15, 0.5}, {0, 1e-40}, {3, 1e6}} {
		var rows []map[string]any
		for i := range 40 * allWays {
			rows = append(rows, wayOf(r, i%allWays, place.at, place.size))
		}
		text := textOf(rows)
		for _, c := range []Config{
			{}, {Reach: Reach{Margin: 0.3 * place.size}}, {Time: 0.7, Reach: Reach{Moves: true}}, {Time: 2, Reach: Reach{Moves: true, Margin: 5 * place.size}, Degrees: true}, {Time: 0.7},
		} {
			c.Concave, c.SkipBad, c.HasRadius, c.Radius = true, true, true, place.size/3
			boxes, s := boxesOf(t, text, c), load(t, text, c)
			cfg := batch.Config{Mode: batch.ModeContacts, Margin: c.Reach.Margin}
			if c.Reach.Moves {
				cfg.Mode, cfg.Columns[0].Motion = batch.ModeSwept, s.Moves
			}
			var bounds batch.Bounds
			must.Do(t, bounds.Fill(s.Shapes, cfg))
			all := livetest.IDs(s.Shapes)
			found := 0
			for k := range s.Len() {
				var i int
				fmt.Sscan(string(s.Label(k)), &i)
				box, ok := boxes[string(s.Label(k))]
				whole := nothing
				from, to := s.Slots(k)
				for slot := from; slot < to; slot++ {
					b := bounds.Box(all[slot])
					if b.MinX > b.MaxX { // in quarantine
						continue
					}
					found++
					if !ok || !inside(b, box) {
						t.Fatalf("%+v, %+v: %v: a part has %v, the row %v", place, c.Reach, rows[i], b, box)
					}
					extend(&whole, point{X: b.MinX, Y: b.MinY}, 0, 0)
					extend(&whole, point{X: b.MaxX, Y: b.MaxY}, 0, 0)
				}
				most := Widened(whole, 0.51*c.Reach.Margin+1e-3*place.size+0x1p-124)
				if _, turns := rows[i]["omega"]; !c.Reach.Moves && (c.Time == 0 || !turns) && i%allWays != 8 && whole.MinX <= whole.MaxX && !inside(box, most) { // 8 covers its position
					t.Fatalf("%+v, %+v: %v: the row has %v, which is larger than %v", place, c.Reach, rows[i], box, whole)
				}
			}
			if found < len(rows)/2 {
				t.Errorf("%+v: %d parts of %d rows", place, found, len(rows))
			}
		}
	}
}

// labelsOf are the labels of the shapes of a table.
func labelsOf(t *testing.T, data []byte, c Config) (labels []string) {
	t.Helper()
	l := NewLoader(c)
	must.Do(t, l.Read(bytes.NewReader(data), "in"))
	s := must.Get(l.Set())(t)
	for k := range s.Len() {
		labels = append(labels, string(s.Label(k)))
	}
	return labels
}

// TestPassedOver: a tile, or a box, has the same rows of Parquet, whose groups are passed over by
// what the file says of their numbers, as its edge says of each row: an edge that a row just
// touches.
func TestPassedOver(t *testing.T) {
	r := rand.New(rand.NewPCG(36, 2))
	for _, place := range []struct{ at, size float64 }{{0, 1}, {1000, 0.01}, {1e9, 1e-3}, {1e9, 10}, {-3, 1e6}, {0, 1e-40}} {
		for way := range waysByNumbers + 1 {
			var rows []map[string]any
			for range 8 {
				w := way
				if way == waysByNumbers { // of all, in one table
					w = r.IntN(waysByNumbers)
				}
				row := wayOf(r, w, place.at, place.size)
				if way%2 == 0 { // or what turning may cover hides what else is to be covered
					delete(row, "omega")
				}
				rows = append(rows, row)
			}
			names := slices.DeleteFunc(slices.Clone(numberNames), func(name string) bool {
				return !slices.ContainsFunc(rows, func(row map[string]any) bool { return row[name] != nil })
			})
			cell := func(name string, i int) any {
				if name == "id" {
					return int64(i)
				}
				if v, ok := rows[i][name]; ok {
					return v
				}
				return nil
			}
			text := textOf(rows)
			file := columnsFile(t, append([]string{"id"}, names...), len(rows), int64(1+way%3), cell)
			for k, c := range []Config{{}, {Reach: Reach{Margin: 2 * place.size}}, {Time: 0.7, Reach: Reach{Moves: true}}, {Time: 3, Reach: Reach{Moves: true, Margin: place.size}}} {
				c.HasRadius, c.Radius, c.Workers = true, 0.3*place.size, 1+k%2
				boxes := boxesOf(t, text, c)
				for i := range rows {
					b, inf := boxes[fmt.Sprint(i)], math.Inf(1)
					edge := region.Box{MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf}
					switch i % 4 {
					case 0:
						edge.MinX = b.MaxX
					case 1:
						edge.MaxX = math.Nextafter(b.MinX, inf)
					case 2:
						edge.MinY = b.MaxY
					case 3:
						edge.MaxY = math.Nextafter(b.MinY, inf)
					}
					c := c
					tile := &Tile{Box: edge}
					switch (i + k) % 3 {
					case 0:
						c.Box = &edge
					case 1:
						c.Tile = tile
					case 2:
						c.Tile = &Tile{Takes: Answers, reached: map[string]region.Box{DefaultWorld: edge}}
					}
					var want []string
					for k := range rows {
						if b := boxes[fmt.Sprint(k)]; c.Tile != nil && c.Tile.Takes == Touching && tile.Touched(&b) || (c.Tile == nil || c.Tile.Takes == Answers) && !apart(&b, &edge) {
							want = append(want, fmt.Sprint(k))
						}
					}
					if got := labelsOf(t, file, c); !slices.Equal(got, want) || !slices.Contains(got, fmt.Sprint(i)) {
						t.Fatalf("%+v, %+v, %d: %v, which %v touches: %q, want %q", place, c.Reach, (i+k)%3, edge, rows[i], got, want)
					}
				}
			}
		}
	}
}

// counted counts the bytes that are read of a file.
type counted struct {
	*bytes.Reader
	read atomic.Int64
}

func (c *counted) ReadAt(p []byte, at int64) (n int, err error) {
	n, err = c.Reader.ReadAt(p, at)
	c.read.Add(int64(n))
	return n, err
}

// At gives access to any place of the file.
func (c *counted) At() (io.ReaderAt, int64, bool) { return c, c.Size(), true }

// TestUnsignedStatistics: what a file says of numbers without a sign counts for nothing, since old
// writers compare them as if they had one; of others only the groups are read that may be in the
// tile.
func TestUnsignedStatistics(t *testing.T) {
	const rows, each = 20000, 1000
	file := func(of arrow.DataType) []byte {
		fields := []arrow.Field{{Name: "x", Type: of}, {Name: "y", Type: of}, {Name: "r", Type: arrow.PrimitiveTypes.Float64}}
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema(fields, nil))
		for i := range rows {
			must.Do(t, b.Field(0).AppendValueFromString(fmt.Sprint(i)))
			must.Do(t, b.Field(1).AppendValueFromString(fmt.Sprint(i*7919%rows)))
			b.Field(2).(*array.Float64Builder).Append(0.25 + float64(i)/rows)
		}
		var out bytes.Buffer
		all := array.NewTableFromRecords(b.Schema(), []arrow.RecordBatch{b.NewRecordBatch()})
		must.Do(t, pqarrow.WriteTable(all, &out, each, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(each)), pqarrow.DefaultWriterProps()))
		return out.Bytes()
	}
	tile := region.Box{MinX: 5100, MinY: math.Inf(-1), MaxX: 5200, MaxY: math.Inf(1)}
	for _, of := range []arrow.DataType{arrow.PrimitiveTypes.Int16, arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Uint16, arrow.PrimitiveTypes.Uint32, arrow.PrimitiveTypes.Uint64} {
		data := file(of)
		in := &counted{Reader: bytes.NewReader(data)}
		l := NewLoader(Config{Tile: &Tile{Box: tile}, Workers: 1})
		must.Do(t, l.Read(in, "in"))
		s := must.Get(l.Set())(t)
		if n := s.Len(); n < 100 || n > 103 || s.Rows != rows || s.Outside != rows-n {
			t.Errorf("%v: %d shapes of %d rows, %d outside", of, n, s.Rows, s.Outside)
		}
		if part := float64(in.read.Load()) / float64(len(data)); arrow.IsUnsignedInteger(of.ID()) != (part > 0.9) || part < 0.02 {
			t.Errorf("%v: %.2f of the file was read", of, part)
		}
	}
}

// covered is GeoParquet, a row in each group, whose column bbox covers the geometries.
func covered(t *testing.T, rings [][][2]float64) []byte {
	t.Helper()
	number := arrow.PrimitiveTypes.Float64
	sides := arrow.StructOf(arrow.Field{Name: "xmin", Type: number}, arrow.Field{Name: "ymin", Type: number}, arrow.Field{Name: "xmax", Type: number}, arrow.Field{Name: "ymax", Type: number})
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "geometry", Type: arrow.BinaryTypes.Binary}, {Name: "bbox", Type: sides}}, nil))
	for _, ring := range rings {
		le := binary.LittleEndian
		wkb := le.AppendUint32(le.AppendUint32(le.AppendUint32([]byte{1}, 3), 1), uint32(len(ring)))
		all := nothing
		for _, p := range ring {
			wkb = le.AppendUint64(le.AppendUint64(wkb, math.Float64bits(p[0])), math.Float64bits(p[1]))
			extend(&all, point{X: p[0], Y: p[1]}, 0, 0)
		}
		b.Field(0).(*array.BinaryBuilder).Append(wkb)
		box := b.Field(1).(*array.StructBuilder)
		box.Append(true)
		for k, v := range []float64{all.MinX, all.MinY, all.MaxX, all.MaxY} {
			box.FieldBuilder(k).(*array.Float64Builder).Append(v)
		}
	}
	var out bytes.Buffer
	w := must.Get(pqarrow.NewFileWriter(b.Schema(), &out, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(1)), pqarrow.DefaultWriterProps()))(t)
	must.Do(t, w.AppendKeyValueMetadata("geo", `{"version":"1.1.0","primary_column":"geometry","columns":{"geometry":{"encoding":"WKB","geometry_types":["Polygon"],"crs":null,`+
		`"covering":{"bbox":{"xmin":["bbox","xmin"],"ymin":["bbox","ymin"],"xmax":["bbox","xmax"],"ymax":["bbox","ymax"]}}}}}`))
	must.Do(t, w.Write(b.NewRecordBatch()))
	must.Do(t, w.Close())
	return out.Bytes()
}

// TestCutInTiles: a set says that shapes are cut into parts if any shape of the tables is, be it in
// the tile or not, in every format; and the rows of a file that are passed over are not looked at
// for it once there is one.
func TestCutInTiles(t *testing.T) {
	for _, bent := range []int{-1, 0, 7, 39} {
		var rings [][][2]float64
		table := "id,wkt,points,x,y\n"
		for i := range 40 {
			x := 10 * float64(i)
			ring := [][2]float64{{x, 0}, {x + 4, 0}, {x, 4}, {x, 0}}
			if i == bent {
				ring = [][2]float64{{x, 0}, {x + 4, 0}, {x + 1, 1}, {x, 4}, {x, 0}}
			}
			rings = append(rings, ring)
			var points []string
			for _, p := range ring {
				points = append(points, fmt.Sprint(p[0], " ", p[1]))
			}
			if i%2 > 0 {
				table += fmt.Sprintf("%d,\"POLYGON((%s))\",,,\n", i, strings.Join(points, ","))
			} else {
				table += fmt.Sprintf("%d,,%s,%v,0\n", i, strings.Join(points[:len(points)-1], ";"), 1+float64(i)) // posed
			}
		}
		file := covered(t, rings)
		for name, data := range map[string][]byte{"CSV": []byte(table), "Parquet": file} {
			for _, edge := range []float64{-100, 0, 75, 395, 1e6} {
				for _, concave := range []bool{true, false} {
					if !concave && bent >= 0 {
						continue
					}
					in := &counted{Reader: bytes.NewReader(data)}
					c := Config{Concave: concave, Workers: 1 + int(edge)&1, Tile: &Tile{Box: region.Box{MinX: edge, MinY: math.Inf(-1), MaxX: edge + 20, MaxY: math.Inf(1)}}}
					l := NewLoader(c)
					must.Do(t, l.Read(in, "in"))
					s := must.Get(l.Set())(t)
					if s.Cut() != (bent >= 0) || s.Rows != 40 {
						t.Errorf("%s, %d is bent, tile from %v: cut: %v, %d rows", name, bent, edge, s.Cut(), s.Rows)
					}
					if part := float64(in.read.Load()) / float64(len(data)); name == "Parquet" && bent == 0 && edge >= 395 && c.Workers == 1 && part > 0.9 {
						t.Errorf("%.2f of the file was read", part)
					}
				}
			}
		}
	}
}

// TestPassedOverAlike: which rows of a file are passed over depends on the rows before them alone,
// not on how far the parsers are: a bad row behind the first shape that is cut never counts, and
// one before it always does.
func TestPassedOverAlike(t *testing.T) {
	for _, bent := range []int{10, 30} {
		var rings [][][2]float64
		for i := range 40 {
			x := 10 * float64(i)
			rings = append(rings, [][2]float64{{x, 0}, {x + 4, 0}, {x, 4}, {x, 0}})
		}
		x := rings[bent][0][0]
		rings[bent] = [][2]float64{{x, 0}, {x + 4, 0}, {x + 1, 1}, {x, 4}, {x, 0}}
		rings[20][3][0]++ // so that the ring is not closed
		file := covered(t, rings)
		for range 50 {
			l := NewLoader(Config{Concave: true, Workers: 4, Tile: &Tile{Box: region.Box{MinX: 1e6, MinY: 0, MaxX: 2e6, MaxY: 1}}})
			if err := l.Read(bytes.NewReader(file), "in"); (err != nil) != (bent > 20) {
				t.Fatalf("%d is bent: %v", bent, err)
			}
			if bent > 20 {
				continue
			}
			if s := must.Get(l.Set())(t); !s.Cut() || s.Rows != 40 || s.Outside != 40 {
				t.Fatalf("cut: %v, %d of %d rows outside", s.Cut(), s.Outside, s.Rows)
			}
		}
	}
}

// TestParseTile: what is no box and no tile is refused in words that say why.
func TestParseTile(t *testing.T) {
	const want = "want min x, min y, max x and max y with commas between them, such as 0,0,100,50"
	const empty = "nothing lies in it: its right and upper edges belong to the next tiles"
	inf := math.Inf(1)
	for _, c := range []struct {
		text, box, tile string // what is wrong with it
		is              region.Box
	}{
		{"0,1,2,3", "", "", region.Box{MinY: 1, MaxX: 2, MaxY: 3}},
		{" -1e3 , 1,2 ,\t3", "", "", region.Box{MinX: -1000, MinY: 1, MaxX: 2, MaxY: 3}},
		{"-inf,-inf,inf,+Inf", want, "", region.Box{MinX: -inf, MinY: -inf, MaxX: inf, MaxY: inf}},
		{"-inf,0,1,1", want, "", region.Box{MinX: -inf, MaxX: 1, MaxY: 1}},
		{"0,0,1,infinity", want, "", region.Box{MaxX: 1, MaxY: inf}},
		{"0,0,0,1", "", empty, region.Box{MaxY: 1}},
		{"0,1,1,1", "", empty, region.Box{MinY: 1, MaxX: 1, MaxY: 1}},
		{"inf,0,inf,1", want, empty, region.Box{MinX: inf, MaxX: inf, MaxY: 1}},
		{"2,0,1,1", "min x, 2, is above max x, 1: want min x, min y, max x, max y", "min x, 2, is above max x, 1: want min x, min y, max x, max y", region.Box{}},
		{"0,2,1,1", "min y, 2, is above max y, 1: want min x, min y, max x, max y", "min y, 2, is above max y, 1: want min x, min y, max x, max y", region.Box{}},
		{"inf,0,-inf,1", "min x, +Inf, is above max x, -Inf: want min x, min y, max x, max y", "min x, +Inf, is above max x, -Inf: want min x, min y, max x, max y", region.Box{}},
		{"0,0,1", want, want, region.Box{}}, {"0,0,1,1,1", want, want, region.Box{}}, {"", want, want, region.Box{}}, {",,,", want, want, region.Box{}},
		{"0,0,1,nan", want, want, region.Box{}}, {"0,0,1,1e999", want, want, region.Box{}}, {"a,0,1,1", want, want, region.Box{}}, {"0 0 1 1", want, want, region.Box{}}, {"0;0;1;1", want, want, region.Box{}},
	} {
		b, err := ParseBox(c.text)
		tile, wrong := ParseTile(c.text)
		if fmt.Sprint(err) != or(c.box) || fmt.Sprint(wrong) != or(c.tile) {
			t.Errorf("%q: %v, %v", c.text, err, wrong)
		}
		if err == nil && *b != c.is || wrong == nil && tile.Box != c.is {
			t.Errorf("%q: %v, %v", c.text, *b, tile.Box)
		}
	}
}

func or(text string) string {
	if text == "" {
		return "<nil>"
	}
	return text
}
