// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
)

// stop is where a track is at a time.
type stop struct{ t, x, y, angle float64 }

// track is a thing and where it is, in order of time.
type track struct {
	id, shape string // the shape's cells
	stops     []stop
}

const trackColumns = "id,time,x,y,angle,kind,r,hx,hy,half_length,points\n"

// trackShapes are cells of every kind of shape that can be on a track.
var trackShapes = []string{"circle,0.5,,,,", "box,,0.7,0.3,,", "box,0.1,0.5,0.25,,", "capsule,0.2,,,0.6,", "polygon,,,,,-0.6 -0.4;0.7 -0.3;0.1 0.6", "polygon,,,,,0 0;1 0;1 1;0.5 0.3;0 1"}

// scatteredTracks are n tracks of all kinds that go about in a square at times of their own.
func scatteredTracks(r *rand.Rand, n, stops int, side float64) (list []track) {
	for i := range n {
		one := track{id: fmt.Sprintf("t%d", i), shape: trackShapes[i%len(trackShapes)]}
		at := stop{t: rounded(4 * r.Float64()), x: side * r.Float64(), y: side * r.Float64(), angle: 6 * r.Float64()}
		for range stops {
			one.stops = append(one.stops, at)
			at = stop{rounded(at.t + 0.05 + r.Float64()), at.x + r.NormFloat64(), at.y + r.NormFloat64(), at.angle + 2*r.NormFloat64()}
		}
		list = append(list, one)
	}
	return list
}

// rounded is a time of whole milliseconds.
func rounded(t float64) float64 { return math.Round(t*1000) / 1000 }

func exactly64(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// rowsOf are the rows of tracks, those of each together.
func rowsOf(list []track) (rows []string) {
	for _, one := range list {
		for _, s := range one.stops {
			rows = append(rows, fmt.Sprintf("%s,%s,%s,%s,%s,%s\n", one.id, exactly64(s.t), exactly64(s.x), exactly64(s.y), exactly64(s.angle), one.shape))
		}
	}
	return rows
}

// at is where a track is, the obviously right way; it is false before it begins and after it ends.
func (k *track) at(t float64) (stop, bool) {
	for i, s := range k.stops {
		if s.t == t {
			return s, true
		}
		if i > 0 && k.stops[i-1].t < t && t < s.t {
			p := k.stops[i-1]
			// Times are kept as nanoseconds, of which shares are made.
			share := (math.Round(t*1e9) - math.Round(p.t*1e9)) / (math.Round(s.t*1e9) - math.Round(p.t*1e9))
			return stop{t, p.x + share*(s.x-p.x), p.y + share*(s.y-p.y), p.angle + share*math.Remainder(s.angle-p.angle, 2*math.Pi)}, true
		}
	}
	return stop{}, false
}

// sampled are tracks at all multiples of a time, as rows of worlds; how many times there are in a second is a whole number.
func sampled(list []track, perSecond, until int) string {
	var b strings.Builder
	b.WriteString(strings.Replace(trackColumns, "time", "world", 1))
	for i := range until*perSecond + 1 {
		t := float64(i) / float64(perSecond)
		for _, one := range list {
			if s, ok := one.at(t); ok {
				fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%s\n", one.id, exactly64(t), exactly64(s.x), exactly64(s.y), exactly64(s.angle), one.shape)
			}
		}
	}
	return b.String()
}

// TestTracksAtTimes: what there is at common times is, in every mode, format and order of rows, what the same samples have as rows of
// worlds.
func TestTracksAtTimes(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(5, 6))
	list := scatteredTracks(r, 40, 12, 8)
	rows := rowsOf(list)
	inAll(t, "tracks", trackColumns+strings.Join(rows, ""))
	r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	write(t, "shuffled.csv", trackColumns+strings.Join(rows, ""))
	write(t, "worlds.csv", sampled(list, 4, 20))
	write(t, "walls.csv", "id,x1,y1,x2,y2\nwest,1,-9,1,20\nnorth,-9,6,20,6\n")
	var walls strings.Builder
	walls.WriteString("id,world,x1,y1,x2,y2\n")
	for i := range 81 {
		fmt.Fprintf(&walls, "west,%[1]s,1,-9,1,20\nnorth,%[1]s,-9,6,20,6\n", exactly64(float64(i)/4))
	}
	write(t, "walls-in-worlds.csv", walls.String())
	for _, mode := range []string{"--mode contact", "--mode overlap", "--mode manifold", "--mode distance --margin 0.5", "--mode contact --margin 0.5 --strict", "--mode pairs", "--parts", "--mode contact --verify --keep kind", "--mode manifold --format geojson", "--fold body"} {
		args := append([]string{"collide", "-q"}, strings.Fields(mode)...)
		want := done(t, "", append(args, "worlds.csv")...).out
		if strings.Count(want, "\n") < 200 {
			t.Fatalf("%s: hardly any rows:\n%s", mode, want)
		}
		for _, format := range sameTables {
			if got := done(t, "", append(args, "--every", "250ms", "tracks."+format)...).out; got != want {
				t.Errorf("%s of %s: another answer than that of the samples: %s", mode, format, first(got, want))
			}
		}
		want = done(t, "", append(args, "--join", "walls-in-worlds.csv", "worlds.csv")...).out
		if got := done(t, "", append(args, "--every", "0.25", "--join", "walls.csv", "tracks.csv")...).out; got != want {
			t.Errorf("%s, joined: another answer than that of the samples: %s", mode, first(got, want))
		}
		want = sortedLines(done(t, "", append(args, "worlds.csv", "--join", "worlds.csv")...).out)
		if got := sortedLines(done(t, "", append(args, "--every", "0.25", "shuffled.csv", "--join", "tracks.csv")...).out); got != want {
			t.Errorf("%s, of rows in any order against all: another answer than that of the samples: %s", mode, first(got, want))
		}
	}
}

// encounter is a row of mode swept about tracks.
type encounter struct{ depth, nx, ny, time, x, y, worst, worstTime float64 }

func encounters(t *testing.T, text string) map[string]encounter {
	t.Helper()
	rows := must.Get(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	list := map[string]encounter{}
	for _, row := range rows[1:] {
		var v [8]float64
		for k := range v {
			v[k] = math.NaN()
			if row[3+k] != "" {
				v[k] = num(t, row[3+k])
			}
		}
		key := row[1] + " " + row[2]
		if _, twice := list[key]; twice {
			t.Fatalf("%s has two rows", key)
		}
		list[key] = encounter{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]}
	}
	return list
}

// TestTracksMeet: of all kinds of shapes, each two that touch at any of many times between the common ones have a row, and none
// says that they touch later; just before the time that it says none touch, and then they do. The depth at worst is the greatest at any
// time, within its bound.
func TestTracksMeet(t *testing.T) {
	t.Chdir(t.TempDir())
	list := scatteredTracks(rand.New(rand.NewPCG(7, 8)), 42, 9, 12)
	list = append(list, track{"far", trackShapes[0], []stop{{t: 0, x: 5000}, {t: 5, x: 5000}}}) // nothing depends on it
	write(t, "tracks.csv", trackColumns+strings.Join(rowsOf(list), ""))
	const common, fine = 4, 256 // times in a second
	coarse := make([]track, len(list))
	for i, one := range list { // what goes straight from one common time to the next
		coarse[i] = track{id: one.id, shape: one.shape}
		for k := range common*20 + 1 {
			if s, ok := one.at(float64(k) / common); ok {
				coarse[i].stops = append(coarse[i].stops, s)
			}
		}
	}
	got := encounters(t, done(t, "", "collide", "-q", "--every", "0.25", "--mode", "swept", "--verify", "tracks.csv").out)
	write(t, "fine.csv", sampled(coarse, fine, 20))
	_, deep := answer(t, done(t, "", "collide", "-q", "--fold", "shape", "fine.csv").out)
	type seen struct{ first, common, worst float64 }
	truth := map[string]seen{}
	for _, row := range deep {
		key, time, depth := row["id_a"]+" "+row["id_b"], num(t, row["world"]), num(t, row["depth"])
		s, known := truth[key]
		if !known {
			s = seen{math.Inf(1), math.Inf(-1), math.Inf(-1)}
		}
		s.first = min(s.first, time)
		if s.worst = max(s.worst, depth); math.Mod(time*common, 1) == 0 {
			s.common = max(s.common, depth)
		}
		truth[key] = s
	}
	if len(truth) < 60 {
		t.Fatalf("only %d pairs touch", len(truth))
	}
	way := 0.0 // of two against each other in a step, at most
	for _, one := range coarse {
		for i := 1; i < len(one.stops); i++ {
			p, q := one.stops[i-1], one.stops[i]
			way = max(way, 2*math.Hypot(q.x-p.x, q.y-p.y)+2*math.Abs(math.Remainder(q.angle-p.angle, 2*math.Pi)))
		}
	}
	near := 0
	for key, s := range truth {
		e, found := got[key] // which touch at that time, as is looked at below
		if math.Abs(e.worst-s.worst) < 0.01 {
			near++
		}
		switch {
		case !found:
			t.Errorf("%s: touch at %v, and have no row", key, s.first)
		case e.time > s.first+1e-6:
			t.Errorf("%s: touch at %v, and the row says at %v", key, s.first, e.time)
		case e.worst < max(s.common, e.depth)-1e-5 || e.worst < s.worst-way/16 || e.worst > s.worst+way/128:
			t.Errorf("%s: worst %v, want %v, at common times %v", key, e.worst, s.worst, s.common)
		}
	}
	if near*10 < len(truth)*9 {
		t.Errorf("only %d of %d worst depths are nearly what they are", near, len(truth))
	}
	// Where a row says that they touch they do, and before they do not: as they are at those times, with a margin for rounding.
	var then strings.Builder
	then.WriteString(strings.Replace(trackColumns, "time", "world", 1))
	byID := map[string]*track{}
	for i := range coarse {
		byID[coarse[i].id] = &coarse[i]
	}
	for key, e := range got {
		for _, name := range strings.Fields(key) {
			s := between(byID[name], e.time)
			fmt.Fprintf(&then, "%s,%s,%s,%s,%s,%s\n", name, strings.ReplaceAll(key, " ", "+"), exactly64(s.x), exactly64(s.y), exactly64(s.angle), byID[name].shape)
		}
	}
	write(t, "then.csv", then.String())
	// Both reach to where the row says that they touch.
	pegs := "id,world,x,y,r\n"
	for key, e := range got {
		name := strings.ReplaceAll(key, " ", "+")
		pegs += fmt.Sprintf("at,%s,%s,%s,%s\n", name, exactly64(e.x), exactly64(e.y), exactly64(max(1e-4, e.depth)))
	}
	write(t, "pegs.csv", pegs)
	if _, reached := answer(t, done(t, "", "collide", "-q", "--mode", "overlap", "then.csv", "--join", "pegs.csv").out); len(reached) != 2*len(got) {
		t.Errorf("%d of %d shapes are where they are said to touch", len(reached), 2*len(got))
	}
	_, rows := answer(t, done(t, "", "collide", "-q", "--margin", "0.1", "then.csv").out)
	if len(rows) != len(got) {
		t.Errorf("%d pairs touch when %d rows say so", len(rows), len(got))
	}
	for _, row := range rows {
		e := got[row["id_a"]+" "+row["id_b"]]
		if depth := num(t, row["depth"]); math.Abs(depth-e.depth) > 2e-5 && !(depth > 0 && e.depth >= 0 && e.depth < depth+2e-5) {
			t.Errorf("%s and %s: %v deep when they first touch, and the row says %v", row["id_a"], row["id_b"], depth, e.depth)
		}
	}
}

// between is where a track is at any time from its first stop to its last.
func between(k *track, t float64) stop {
	for i, s := range k.stops {
		if t <= s.t+1e-9 {
			p := k.stops[max(i-1, 0)]
			share := 0.0
			if s.t > p.t {
				share = (t - p.t) / (s.t - p.t)
			}
			return stop{t, p.x + share*(s.x-p.x), p.y + share*(s.y-p.y), p.angle + share*math.Remainder(s.angle-p.angle, 2*math.Pi)}
		}
	}
	return k.stops[len(k.stops)-1]
}

// TestTracksFar: where tracks are, far from the origin or near a thing that is far, says nothing about how they touch.
func TestTracksFar(t *testing.T) {
	for _, far := range []string{"20", "5000", "1e9"} {
		rows := fmt.Sprintf("floor,0,0,0,0,5,1\nfloor,1,0,0,0,5,1\nbox,0,0,10,0.1,2,.5\nbox,1,0,0,.1,2,.5\nfar,0,%[1]s,0,0,1,1\nfar,1,%[1]s,0,0,1,1\n", far)
		for key, e := range encounters(t, done(t, "id,t,x,y,angle,hx,hy\n"+rows, "collide", "-q", "--every", "1", "--mode", "swept", "-").out) {
			if key != "floor box" || math.Abs(e.x+1.94) > 0.01 || math.Abs(e.y-1) > 1e-5 {
				t.Errorf("%s away: %s: %+v", far, key, e)
			}
		}
	}
	r := rand.New(rand.NewPCG(11, 12))
	var circles strings.Builder
	circles.WriteString("id,t,x,y,r\n")
	for i := range 60 {
		for k := range 2 {
			fmt.Fprintf(&circles, "c%d,%d,%s,%s,.3\n", i, k, exactly64(1e14+12*r.Float64()-6), exactly64(-1e14+12*r.Float64()-6))
		}
	}
	met := encounters(t, done(t, circles.String(), "collide", "-q", "--every", "1", "--mode", "swept", "-").out)
	if len(met) < 100 {
		t.Errorf("only %d pairs meet far out", len(met))
	}
	for key, e := range met {
		if math.Abs(e.x-1e14) > 7 || math.Abs(e.y+1e14) > 7 || e.worst > 0.6+1e-6 || e.worst < e.depth {
			t.Errorf("%s: %+v", key, e)
		}
	}
}

// TestTracksMemory: what stands still counts at each time, before anything is made of it.
func TestTracksMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	var walls strings.Builder
	walls.WriteString("id,x,y,hx,hy\n")
	for i := range 20000 {
		fmt.Fprintf(&walls, "w%d,%d,100,1,1\n", i, 3*i)
	}
	write(t, "walls.csv", walls.String())
	write(t, "tracks.csv", "id,t,x,y,r\na,0,0,0,1\na,1,3,0,1\nb,0,9,0,1\nb,1,3,0,1\n")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := call(t, "", "collide", "-q", "--memory", "64MiB", "--every", "0.002", "--mode", "overlap", "tracks.csv", "--join", "walls.csv")
	runtime.ReadMemStats(&after)
	if got.code != 2 || !strings.Contains(got.stderr, "what stands still") {
		t.Errorf("exit code %d: %s", got.code, got.stderr)
	}
	if taken := (after.TotalAlloc - before.TotalAlloc) >> 20; taken > 200 {
		t.Errorf("%d MiB were taken", taken)
	}
}
