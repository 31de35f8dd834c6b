// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daylight/internal/must"
)

// stop is where a car is at a time, and heading in degrees.
type stop struct{ time, x, y, angle float64 }

// car is a rectangle that goes straight from stop to stop. Stops that are more than longestLeg
// apart are not joined.
type car struct {
	id            string
	length, width float64
	stops         []stop
}

const longestLeg = 2 // seconds, as the recipe has it

// TestDocumentedRecording runs the recipe of tables.md for first meetings on generated recordings.
// Brute force looks at all pairs at 250 times in a second: no pair may overlap before its first
// meeting, and each must touch then.
func TestDocumentedRecording(t *testing.T) {
	d := newDocuments(t)
	text := must.Get(os.ReadFile(filepath.FromSlash("../../docs/tables.md")))(t)
	_, section, found := strings.Cut(string(text), "\n## First meetings in a recording\n")
	b := block.FindStringSubmatch(section)
	if !found || b == nil {
		t.Fatal("tables.md has no recipe for first meetings")
	}
	example, recipe, found := strings.Cut(b[2], "\nEND\n")
	if !found || !strings.Contains(example, "cars.csv") {
		t.Fatalf("the recipe does not begin with a recording:\n%s", b[2])
	}
	for name, unit := range map[string]float64{"times of their own": 0.001, "common times": 0.25} {
		t.Run(name, func(t *testing.T) {
			cars := someCars(rand.New(rand.NewPCG(5, 6)), unit)
			dir := t.TempDir()
			must.Do(t, os.WriteFile(filepath.Join(dir, "cars.csv"), []byte(carRecording(cars)), 0o666))
			var rows []struct {
				A     string  `json:"id_a"`
				B     string  `json:"id_b"`
				First float64 `json:"first"`
			}
			must.Do(t, json.Unmarshal([]byte(d.run(t, dir, b[1], recipe)), &rows))
			first := map[string]float64{}
			for _, row := range rows {
				first[row.A+" "+row.B] = row.First
			}
			if len(first) != len(rows) {
				t.Errorf("%d rows are of %d pairs", len(rows), len(first))
			}
			met := 0
			for j := range cars {
				for i := range j {
					p, q := &cars[i], &cars[j]
					key := p.id + " " + q.id
					at, meets := first[key]
					if gap, there := between(p, q, at); meets && !(there && gap <= 1e-4) {
						t.Errorf("%s: meet at %v, where they are %v apart", key, at, gap)
					}
					delete(first, key)
					for tick := range 3500 {
						now := float64(tick) / 250
						if gap, there := between(p, q, now); !there || gap > 0 {
							continue
						}
						if met++; !meets || at > now+1e-5 {
							t.Errorf("%s: overlap at %v, and the recipe has %v, %v", key, now, at, meets)
						}
						break
					}
				}
			}
			if met < 40 || met == len(cars)*(len(cars)-1)/2 || len(first) > 0 {
				t.Errorf("%d pairs meet; of other pairs there are %v", met, first)
			}
		})
	}
}

// someCars have stops at multiples of a unit of time, and are out of sight for long now and then.
func someCars(r *rand.Rand, unit float64) (list []car) {
	for i := range 30 {
		one := car{id: fmt.Sprintf("c%02d", i), length: 2 + 3*r.Float64(), width: 1 + r.Float64()}
		now := math.Floor(4 * r.Float64() / unit)
		at := stop{x: 20 * r.NormFloat64(), y: 20 * r.NormFloat64(), angle: 360*r.Float64() - 180}
		for range 9 {
			at.time = now * unit
			one.stops = append(one.stops, at)
			wait := 0.3 + r.Float64()
			if r.IntN(6) == 0 {
				wait += longestLeg
			}
			now += math.Ceil(wait / unit)
			at.x, at.y = 0.7*at.x+10*r.NormFloat64(), 0.7*at.y+10*r.NormFloat64()
			at.angle = math.Remainder(at.angle+60*r.NormFloat64(), 360)
		}
		list = append(list, one)
	}
	return list
}

// carRecording is the recording of cars, its rows in no order.
func carRecording(cars []car) string {
	var b strings.Builder
	b.WriteString("id,time,x,y,angle,length,width\n")
	for k := range cars[0].stops {
		for _, c := range cars {
			s := c.stops[len(c.stops)-1-k]
			fmt.Fprintf(&b, "%s,%v,%v,%v,%v,%v,%v\n", c.id, s.time, s.x, s.y, s.angle, c.length, c.width)
		}
	}
	return b.String()
}

// at is where a car is, if it is in sight. A leg counts for a microsecond more at both ends.
func (c *car) at(time float64) (s stop, there bool) {
	for i := 1; i < len(c.stops); i++ {
		p, q := c.stops[i-1], c.stops[i]
		if q.time-p.time > longestLeg || time < p.time-1e-6 || time > q.time+1e-6 {
			continue
		}
		share := (time - p.time) / (q.time - p.time)
		turn := math.Remainder(q.angle-p.angle, 360)
		return stop{time, p.x + share*(q.x-p.x), p.y + share*(q.y-p.y), p.angle + share*turn}, true
	}
	return s, false
}

// between is the widest gap between two cars along a direction of one of their sides; they overlap
// if it is below 0.
func between(p, q *car, time float64) (gap float64, there bool) {
	a, seen := p.at(time)
	b, also := q.at(time)
	if !seen || !also {
		return 0, false
	}
	gap = math.Inf(-1)
	for _, turn := range []float64{a.angle, a.angle + 90, b.angle, b.angle + 90} {
		sin, cos := math.Sincos(turn * math.Pi / 180)
		far := math.Abs((b.x-a.x)*cos + (b.y-a.y)*sin)
		gap = max(gap, far-p.reach(turn-a.angle)-q.reach(turn-b.angle))
	}
	return gap, true
}

// reach is how far a car reaches from its middle in a direction, in degrees from its heading.
func (c *car) reach(turn float64) float64 {
	sin, cos := math.Sincos(turn * math.Pi / 180)
	return (math.Abs(cos)*c.length + math.Abs(sin)*c.width) / 2
}
