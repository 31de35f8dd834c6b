// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"daylight/cmd/internal/job"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// sameEncounters compares two answers, whose times may be some seconds apart.
func sameEncounters(t *testing.T, what string, got, want map[string]encounter, later float64) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Errorf("%s: %d pairs, want %d", what, len(got), len(want))
	}
	for key, w := range want {
		g := got[key]
		d := max(math.Abs(g.depth-w.depth), math.Abs(g.nx-w.nx), math.Abs(g.ny-w.ny), math.Abs(g.x-w.x), math.Abs(g.y-w.y), math.Abs(g.worst-w.worst)/200)
		if d = max(d, math.Abs(g.time-later-w.time)); !(d <= 2e-4) {
			t.Errorf("%s: %s is %+v, want %+v", what, key, g, w)
		}
	}
}

// TestTracksInvariant: what two tracks do does not depend on when the recording begins, in which order its rows stand, on rows that
// say what is so anyway, on whole turns, and on how much is looked at in one go.
func TestTracksInvariant(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(9, 10))
	list := scatteredTracks(r, testenv.Rounds(15, 15, 30), 10, 9)
	ask := func(rows []string, flags ...string) map[string]encounter {
		write(t, "in.csv", trackColumns+strings.Join(rows, ""))
		return encounters(t, done(t, "", slices.Concat([]string{"collide", "-q", "--mode", "swept", "in.csv"}, flags)...).out)
	}
	change := func(do func(stops []stop) []stop) (changed []track) {
		for _, one := range list {
			one.stops = do(slices.Clone(one.stops))
			changed = append(changed, one)
		}
		return changed
	}
	for _, every := range []string{"stamp", "0.125"} {
		want := ask(rowsOf(list), "--every", every)
		later := change(func(stops []stop) []stop {
			for i := range stops {
				stops[i].t += 1000
			}
			return stops
		})
		sameEncounters(t, every+", later", ask(rowsOf(later), "--every", every), want, 1000)
		turned := change(func(stops []stop) []stop {
			for i := range stops {
				stops[i].angle += float64(r.IntN(7)-3) * 2 * math.Pi
			}
			return stops
		})
		sameEncounters(t, every+", turned", ask(rowsOf(turned), "--every", every), want, 0)
		split := change(func(stops []stop) (more []stop) {
			for i, s := range stops {
				if more = append(more, s); i+1 < len(stops) {
					n := stops[i+1]
					more = append(more, stop{(s.t + n.t) / 2, (s.x + n.x) / 2, (s.y + n.y) / 2, s.angle + math.Remainder(n.angle-s.angle, 2*math.Pi)/2})
				}
			}
			return more
		})
		got := ask(rowsOf(split), "--every", every)
		sameEncounters(t, every+", split", got, want, 0)
		rows := rowsOf(list)
		slices.Reverse(rows)
		back := map[string]encounter{}
		for key, e := range ask(rows, "--every", every) { // b comes first
			a, b, _ := strings.Cut(key, " ")
			if e.nx, e.ny = -e.nx, -e.ny; want[b+" "+a].time == e.time {
				back[b+" "+a] = e
			} else {
				t.Errorf("reversed: %s touch at %v, want %v", key, e.time, want[b+" "+a].time)
			}
		}
		for key, e := range back { // of two that touch along an edge any point is one
			e.x, e.y = want[key].x, want[key].y
			back[key] = e
		}
		sameEncounters(t, every+", reversed", back, want, 0)
		text := read(t, "in.csv")
		whole := done(t, text, "collide", "-q", "--mode", "swept", "--every", every, "-").out
		inBits := func() string {
			defer func(was int) { job.AtOnce = was }(job.AtOnce)
			job.AtOnce = 64
			return done(t, text, "collide", "-q", "--mode", "swept", "--every", every, "-").out
		}()
		if inBits != whole {
			t.Errorf("%s, few at once: %s", every, first(inBits, whole))
		}
		for _, args := range []string{"--memory 40MB", "--workers 3", "--kernels go", "--verify"} {
			if got := done(t, text, append([]string{"collide", "-q", "--mode", "swept", "--every", every, "-"}, strings.Fields(args)...)...).out; got != whole {
				t.Errorf("%s, %s: %s", every, args, first(got, whole))
			}
		}
	}
}

// stampTables are a table of tracks with times of a type.
func stampTables(t *testing.T, name string, times arrow.DataType, stamps []string) {
	t.Helper()
	number := arrow.PrimitiveTypes.Float64
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.BinaryTypes.String}, {Name: "timestamp", Type: times}, {Name: "x", Type: number}, {Name: "y", Type: number}, {Name: "r", Type: number}}, nil))
	for i, s := range stamps {
		b.Field(0).AppendValueFromString("ab"[i%2 : i%2+1])
		must.Do(t, b.Field(1).AppendValueFromString(s))
		b.Field(2).(*array.Float64Builder).Append(float64(i/2*4)*float64(1-i%2) + 2*float64(i%2))
		b.Field(3).(*array.Float64Builder).Append(0)
		b.Field(4).(*array.Float64Builder).Append(0.5)
	}
	byColumns(t, name, b.NewRecordBatch())
}

// TestTrackTimes: times of columns are read as they come, and written in kind: dates, and seconds to the last digit.
func TestTrackTimes(t *testing.T) {
	t.Chdir(t.TempDir())
	const head, date = "world,id_a,id_b\n", "2024-02-29T12:00:0%s"
	iso := func(list ...string) (dates []string) {
		for _, s := range list {
			dates = append(dates, fmt.Sprintf(date, s))
		}
		return dates
	}
	zone := iso("0Z", "0Z", "1Z", "1Z")
	stampTables(t, "dates", arrow.FixedWidthTypes.Timestamp_us, zone)
	stampTables(t, "local", &arrow.TimestampType{Unit: arrow.Nanosecond}, iso("0", "0", "1", "1"))
	stampTables(t, "seconds", arrow.PrimitiveTypes.Float64, []string{"1700000000.1", "1700000000.1", "1700000001.1", "1700000001.1"})
	stampTables(t, "whole", arrow.PrimitiveTypes.Int64, []string{"1700000000", "1700000000", "1700000001", "1700000001"})
	stampTables(t, "floats", arrow.PrimitiveTypes.Float32, []string{"0.1", "0.1", "1.1", "1.1"})
	for name, want := range map[string]string{
		"dates": head + "2024-02-29T12:00:00.5Z,a,b\n", "local": head + "2024-02-29T12:00:00.5Z,a,b\n",
		"seconds": head + "1700000000.5,a,b\n1700000000.75,a,b\n", "whole": head + "1700000000.5,a,b\n", "floats": head + "0.5,a,b\n0.75,a,b\n",
	} {
		for _, format := range []string{"parquet", "arrow"} {
			if got := done(t, "", "collide", "-q", "--mode", "overlap", "--strict", "--every", "250ms", name+"."+format).out; got != want {
				t.Errorf("%s.%s: %q, want %q", name, format, got, want)
			}
		}
	}
}

// TestCrowdRecorded: in recordings of crowds the same pairs touch in each frame, and in all, as their truth has; and each two meet when
// the equations of their ways say.
func TestCrowdRecorded(t *testing.T) {
	dir := realData(t)
	for name, c := range map[string]struct {
		unit  float64 // of a metre
		pairs [3]int  // different ones
	}{"bottleneck_AO_300": {1, [3]int{365, 921, 1401}}, "bi_corr_400_b_03": {100, [3]int{40, 217, 557}}} {
		in := filepath.Join(dir, "crowd", name+".txt.gz")
		args := []string{"collide", "-q", "--columns", "id,frame,x,y,_", "--strict", "--every", "stamp", in, "--radius"}
		for k, radius := range []float64{0.15, 0.2, 0.25} {
			radius *= c.unit
			found := map[string]int{}
			firsts := map[string]float64{}
			_, rows := answer(t, done(t, "", append(args, exactly64(radius))...).out)
			for _, row := range rows {
				found[row["world"]]++
				key, at := row["id_a"]+" "+row["id_b"], num(t, row["world"])
				if first, known := firsts[key]; !known || at < first {
					firsts[key] = at
				}
			}
			countedPairs(t, dir, name, k, found)
			if len(firsts) != c.pairs[k] {
				t.Errorf("%s, radius %v: %d different pairs, want %d", name, radius, len(firsts), c.pairs[k])
			}
			met := encounters(t, done(t, "", append(args, exactly64(radius), "--mode", "swept")...).out)
			for key, first := range firsts {
				if e, ok := met[key]; !ok || e.time > first || e.time <= first-1 {
					t.Errorf("%s, radius %v: %s overlap in frame %v, and touch at %v", name, radius, key, first, e.time)
				}
			}
			if k == 1 {
				checkWays(t, name, peopleOf(t, crowdRows(t, dir, name)), radius, met)
			}
		}
	}
}

// way is where somebody is in each frame from the first on.
type way struct {
	first int
	at    [][2]float64
}

// peopleOf are the ways of people, of whom none is missing in a frame between others.
func peopleOf(t *testing.T, rows [][]string) map[string]*way {
	people := map[string]*way{}
	for _, f := range rows {
		frame := int(num(t, f[1]))
		if people[f[0]] == nil {
			people[f[0]] = &way{first: frame}
		}
		w := people[f[0]]
		if w.first+len(w.at) != frame {
			t.Fatalf("%s is missing before frame %d", f[0], frame)
		}
		w.at = append(w.at, [2]float64{num(t, f[2]), num(t, f[3])})
	}
	return people
}

// firstTouch finds by the equations of their ways when two people are first nearer than a distance, and how near they ever are.
func firstTouch(a, b *way, reach float64) (first, least float64) {
	first, least = math.Inf(1), math.Inf(1)
	last := min(a.first+len(a.at), b.first+len(b.at)) - 1
	for frame := max(a.first, b.first); frame <= last; frame++ {
		p, q := a.at[frame-a.first], b.at[frame-b.first]
		x, y := q[0]-p[0], q[1]-p[1]
		c := x*x + y*y - reach*reach
		least = min(least, math.Hypot(x, y))
		if c < 0 {
			first = min(first, float64(frame))
		}
		if frame == last {
			break
		}
		p1, q1 := a.at[frame-a.first+1], b.at[frame-b.first+1]
		u, v := q1[0]-p1[0]-x, q1[1]-p1[1]-y
		k, h := u*u+v*v, x*u+y*v
		if d := h*h - k*c; c > 0 && h < 0 && d > 0 && -h-math.Sqrt(d) < k {
			first = min(first, float64(frame)+(-h-math.Sqrt(d))/k)
		}
		if h < 0 && -h < k {
			least = min(least, math.Hypot(x-u*h/k, y-v*h/k))
		}
	}
	return first, least
}

// checkWays compares when each two people touch.
func checkWays(t *testing.T, name string, people map[string]*way, radius float64, met map[string]encounter) {
	t.Helper()
	ids := slices.Sorted(maps.Keys(people))
	pairs := 0
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			first, least := firstTouch(people[a], people[b], 2*radius)
			e, found := met[a+" "+b]
			if !found {
				e, found = met[b+" "+a]
			}
			if math.IsInf(first, 1) != !found || found && math.Abs(e.time-first) > 1e-4 {
				t.Errorf("%s: %s and %s touch at %v, and the row says %v, %v", name, a, b, first, found, e.time)
			}
			if deep := 2*radius - least; found && (e.worst > deep+1e-5*radius || e.worst < deep-0.02*radius) {
				t.Errorf("%s: %s and %s are %v deep, and the row says %v", name, a, b, deep, e.worst)
			}
			if found {
				pairs++
			}
		}
	}
	if pairs != len(met) {
		t.Errorf("%s: %d pairs touch, and there are %d rows", name, pairs, len(met))
	}
}

// TestTrafficRecorded: in recordings of traffic the same cars overlap at each step as their truth has.
func TestTrafficRecorded(t *testing.T) {
	dir := realData(t)
	t.Chdir(t.TempDir())
	truth := must.Get(csv.NewReader(strings.NewReader(read(t, filepath.Join(dir, "traffic", "truth_overlaps.csv")))).ReadAll())(t)
	for _, file := range must.Get(filepath.Glob(filepath.Join(dir, "traffic", "*.xml.gz")))(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".xml.gz")
		for _, margin := range []string{"0.0", "0.25", "0.5"} {
			write(t, "cars.csv", carTracks(t, file, num(t, margin)))
			want, worst := map[string]float64{}, map[string]float64{}
			for _, row := range truth[1:] {
				if strings.HasPrefix(row[0], name) && num(t, row[1]) == num(t, margin) {
					want[row[2]+" "+pairOf(row[3], row[4])] = num(t, row[5])
					worst[pairOf(row[3], row[4])] = max(worst[pairOf(row[3], row[4])], num(t, row[5]))
				}
			}
			_, rows := answer(t, done(t, "", "collide", "-q", "--strict", "--every", "0.1", "cars.csv").out)
			for _, row := range rows {
				key := fmt.Sprintf("%.0f %s", num(t, row["world"])*10, pairOf(row["id_a"], row["id_b"]))
				if depth, ok := want[key]; !ok || math.Abs(depth-num(t, row["depth"])) > 1e-5 {
					t.Errorf("%s, %s: %s overlap by %s, want %v, %v", name, margin, key, row["depth"], depth, ok)
				}
			}
			if len(rows) != len(want) {
				t.Errorf("%s, %s: %d rows, want %d", name, margin, len(rows), len(want))
			}
			met := encounters(t, done(t, "", "collide", "-q", "--strict", "--every", "100ms", "--mode", "swept", "--verify", "cars.csv").out)
			for key, e := range met {
				a, b, _ := strings.Cut(key, " ")
				if deep, ok := worst[pairOf(a, b)]; ok && (e.worst < deep-1e-5 || e.worst > deep+0.2) || !ok && e.worst > 0.2 {
					t.Errorf("%s, %s: %s are %v deep, want %v, %v", name, margin, key, e.worst, deep, ok)
				}
				delete(worst, pairOf(a, b))
			}
			if len(worst) > 0 {
				t.Errorf("%s, %s: no rows of %v", name, margin, worst)
			}
		}
	}
}

func pairOf(a, b string) string { return min(a, b) + " " + max(a, b) }
