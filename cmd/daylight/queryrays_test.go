// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// number is a cell with all digits of v.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// fractions are what rays of a table meet, in order: the shape, and how far along.
func fractions(t *testing.T, args ...string) string {
	t.Helper()
	done(t, "", append([]string{"query", "rays", "--verify", "-o", "met.csv"}, args...)...)
	var met []string
	for _, row := range strings.Split(strings.TrimSpace(read(t, "met.csv")), "\n")[1:] {
		cells := strings.Split(row, ",")
		met = append(met, cells[2]+" "+cells[3])
	}
	return strings.Join(met, ";")
}

// TestQueryRaysOfFloat64: a ray goes where its float64 coordinates say, in any notation and format.
// It meets the shapes that it just reaches, and not the shapes that it just misses.
func TestQueryRaysOfFloat64(t *testing.T) {
	t.Chdir(t.TempDir())
	for i, c := range []struct {
		shapes         string
		x1, y1, x2, y2 float64
		want           string
	}{
		{"id,min_x,min_y,max_x,max_y\nw,500999.5,0,501001.5,10\n", 499000.3, 5, 500999.5, 5, "w 1"},
		{"id,min_x,min_y,max_x,max_y\nw,500999.5,0,501001.5,10\n", 500000.1, 5, 500999.5, 5, "w 1"},
		{"id,min_x,min_y,max_x,max_y\nw,500999.5,0,501001.5,10\n", 480000.7, 5, 500999.5, 5, "w 1"},
		{"id,x,y,r\nc,16777217.5,0,1\n", 0, 0, 16777217, 0, "c " + number(16777216.5/16777217)},
		{"id,x,y,r\nc,1.3,0,1\n", 0, 0, 0.3, 0, ""},
		{"id,x,y,r\nc,5,0,1\n", 0, 0, 1e15, 0, "c 4e-15"},
	} {
		write(t, "shapes.csv", c.shapes)
		vx, vy := c.x2-c.x1, c.y2-c.y1
		inAll(t, "ends", fmt.Sprintf("id,x1,y1,x2,y2\nr,%s,%s,%s,%s\n", number(c.x1), number(c.y1), number(c.x2), number(c.y2)))
		inAll(t, "ways", fmt.Sprintf("id,x,y,vx,vy\nr,%s,%s,%s,%s\n", number(c.x1), number(c.y1), number(vx), number(vy)))
		inAll(t, "slow", fmt.Sprintf("id,x,y,vx,vy\nr,%s,%s,%s,%s\n", number(c.x1), number(c.y1), number(vx/4), number(vy/4)))
		inAll(t, "lines", fmt.Sprintf("id,wkt\nr,\"LINESTRING(%s %s,%s %s)\"\n", number(c.x1), number(c.y1), number(c.x2), number(c.y2)))
		write(t, "lines.geojson", fmt.Sprintf(`{"type":"FeatureCollection","features":[{"type":"Feature","id":"r","properties":{},"geometry":{"type":"LineString","coordinates":[[%s,%s],[%s,%s]]}}]}`,
			number(c.x1), number(c.y1), number(c.x2), number(c.y2)))
		asked := [][]string{{"lines.geojson"}}
		for _, format := range sameTables {
			asked = append(asked, []string{"ends." + format}, []string{"ways." + format}, []string{"lines." + format}, []string{"slow." + format, "--dt", "4"})
		}
		for _, args := range asked {
			if got := fractions(t, append([]string{"shapes.csv", "--ask"}, args...)...); got != c.want {
				t.Errorf("%d, %s: met %q, want %q", i, strings.Join(args, " "), got, c.want)
			}
		}
	}
}

// TestQueryRaysAreThoseOfTheLibrary: the program's rays are those of package query to the last bit,
// far from the origin too, shapes of several parts among what they meet or not, and in jobs tile by
// tile.
func TestQueryRaysAreThoseOfTheLibrary(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, far := range []float64{0, 5e5, 5e6} {
		r := rand.New(rand.NewPCG(31, uint64(far)))
		s := soa.New()
		var shapes, rays strings.Builder
		shapes.WriteString("id,x,y,angle,r,hx,hy\n")
		rays.WriteString("id,x1,y1,x2,y2\n")
		names := map[soa.ID]string{}
		var ox, oy, dx, dy []float64
		for i := range 300 {
			x, y := far+float64(1000*r.Float64()), far+float64(1000*r.Float64())
			size, name := float64(float32(1+20*r.Float64())), "s"+strconv.Itoa(i)
			var id soa.ID
			var err error
			row := ""
			if i%2 == 0 {
				id, err = s.AddCircle(soa.At(x, y, 0), size, soa.Attrs{})
				row = fmt.Sprintf("%s,%s,%s,,%s,,\n", name, number(x), number(y), number(size))
			} else {
				id, err = s.AddBox(soa.At(x, y, 0.5), size, 3, soa.Attrs{})
				row = fmt.Sprintf("%s,%s,%s,0.5,,%s,3\n", name, number(x), number(y), number(size))
			}
			if err != nil {
				t.Fatal(err)
			}
			names[id] = name
			shapes.WriteString(row)
			// Half of the rays end about where they touch.
			u, v := far+float64(1000*r.Float64()), far+float64(1000*r.Float64())
			end := 1 + 3*r.Float64()
			if i%2 == 0 {
				end = 1 - size/math.Hypot(x-u, y-v)
			}
			a, b := u+float64(end*(x-u)), v+float64(end*(y-v))
			fmt.Fprintf(&rays, "q%d,%s,%s,%s,%s\n", i, number(u), number(v), number(a), number(b))
			ox, oy, dx, dy = append(ox, u), append(oy, v), append(dx, a-u), append(dy, b-v)
		}
		write(t, "shapes.csv", shapes.String())
		write(t, "rays.csv", rays.String())
		write(t, "cut.csv", "id,wkt\nu,\"POLYGON((-9 -9,-1 -9,-5 -6,-1 -1,-9 -9))\"\n")
		ix := must.Get(query.New(s, query.Config{}))(t)
		a := must.Get(ix.NewAsker(query.AskerConfig{}))(t)
		h := must.Get(a.CastRays(context.Background(), ox, oy, dx, dy, query.Options{}))(t)
		var met []string
		for _, h := range h {
			if h.Shape != 0 {
				met = append(met, names[h.Shape]+" "+number(h.Fraction))
			}
		}
		if len(met) < 100 {
			t.Errorf("at %v: %d hits only", far, len(met))
		}
		want := strings.Join(met, ";")
		for _, args := range [][]string{{"shapes.csv"}, {"shapes.csv", "cut.csv"}, {"shapes.csv", "--tile", "-inf,-inf,inf,inf"}} {
			if got := fractions(t, append([]string{"--ask", "rays.csv"}, args...)...); got != want {
				t.Errorf("at %v, %s: another answer than the library: %.300s; %.300s", far, strings.Join(args, " "), got, want)
			}
		}
	}
}
