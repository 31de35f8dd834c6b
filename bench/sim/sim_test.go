// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

func start(t testing.TB, name string, n int, opts batch.Config) World {
	t.Helper()
	return must.Get(New(name, n, 1, opts))(t)
}

func advance(t testing.TB, w World, frames int) {
	t.Helper()
	for range frames {
		must.Do(t, w.Step(context.Background()))
	}
}

// hash is over every shape's pose, in the order of IDs' indices.
func hash(w World) uint64 {
	s := w.Shapes()
	poses := make([][4]uint64, s.Len())
	x, y := livetest.Positions(s)
	c, sin := livetest.Rotations(s)
	for i, id := range livetest.IDs(s) {
		poses[id.Index()] = [4]uint64{math.Float64bits(x[i]), math.Float64bits(y[i]),
			uint64(math.Float32bits(c[i])), uint64(math.Float32bits(sin[i]))}
	}
	h := fnv.New64a()
	binary.Write(h, binary.LittleEndian, poses)
	return h.Sum64()
}

// TestSameBits: every kernel and number of workers gives the same frames; a scene says
// what it is and refuses what makes no sense.
func TestSameBits(t *testing.T) {
	for _, info := range Scenes() {
		t.Run(info.Name, func(t *testing.T) {
			n, frames := 5000, 20 // enough for several workers and for reordering
			if testing.Short() {
				n, frames = 600, 3
			}
			var want uint64
			for _, table := range isa.All() {
				for _, workers := range []int{1, 2, 3} {
					w := start(t, info.Name, n, batch.Config{Workers: workers, Kernels: table.Name})
					if w.Contacts() == nil || w.Contacts().Len() != 0 {
						t.Error("there are contacts before the first frame")
					}
					advance(t, w, frames)
					if want == 0 {
						want = hash(w)
					}
					if got := hash(w); got != want {
						t.Errorf("%s with %d workers: hash %x, want %x", table.Name, workers, got, want)
					}
					if w.Engine().Stats().Contacts != w.Contacts().Len() {
						t.Error("contacts are not the engine's")
					}
				}
			}
			for _, n := range []int{0, -1, 1 << 30} {
				if _, err := New(info.Name, n, 1, batch.Config{}); !errors.Is(err, ErrCount) {
					t.Errorf("%d shapes: error %v", n, err)
				}
			}
			for _, n := range []int{1, 2, 3, 10} {
				advance(t, start(t, info.Name, n, batch.Config{}), 10)
			}
			if _, err := New(info.Name, 10, 1, batch.Config{Workers: -1}); err == nil {
				t.Error("an option that makes no sense is accepted")
			}
			if info.About == "" || info.DefaultN < 1 {
				t.Errorf("it says nothing of itself: %+v", info)
			}
		})
	}
	if _, err := New("spheres", 10, 1, batch.Config{}); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "crowd, grains") {
		t.Errorf("unknown scene: error %v", err)
	}
}

// TestCrowdWalls: nobody passes a wall, in any press. Everyone's centre stays in
// the room or the corridor, and changes between the two through the door alone.
func TestCrowdWalls(t *testing.T) {
	frames, n := 10_000, 600
	if testing.Short() {
		frames = 300
	}
	w := start(t, "crowd", n, batch.Config{Workers: 1}).(*crowd)
	type place struct{ x, y float64 }
	last := map[uint32]place{}
	came := map[uint32]int{} // when someone came in again, perhaps on top of someone
	passed := 0
	var deepPeople, deepWalls float64
	for frame := range frames {
		advance(t, w, 1)
		x, y := livetest.Positions(w.shapes)
		for i, id := range livetest.IDs(w.shapes) {
			if livetest.Data(w.speed)[i] == 0 {
				continue
			}
			p := place{x[i], y[i]}
			if p.x < -wallThick || p.y < -wallThick || p.y > w.side+wallThick || p.x > w.side+4+wallThick {
				t.Fatalf("frame %d: person %v is outside, at %+v", frame, id, p)
			}
			q, ok := last[id.Index()]
			if ok && q.x < w.side && p.x >= w.side {
				passed++
				// Where the line between the two places meets the wall's.
				at := q.y + (p.y-q.y)*(w.side-q.x)/(p.x-q.x)
				if math.Abs(at-w.side/2) > w.door {
					t.Fatalf("frame %d: person %v went through the wall, from %+v to %+v", frame, id, q, p)
				}
			}
			if !ok || q.x > w.side && p.x < w.side {
				came[id.Index()] = frame
			}
			last[id.Index()] = p
		}
		for _, k := range w.contacts.All() {
			a, _ := livetest.Slot(w.shapes, k.A)
			b, _ := livetest.Slot(w.shapes, k.B)
			if frame < max(came[k.A.Index()], came[k.B.Index()])+120 || min(x[a], x[b]) < w.side/2 {
				continue // newcomers, and whom they push, at the far end from the door
			}
			if livetest.Data(w.speed)[a] != 0 && livetest.Data(w.speed)[b] != 0 {
				deepPeople = max(deepPeople, float64(k.Depth))
			} else {
				deepWalls = max(deepWalls, float64(k.Depth))
			}
		}
	}
	t.Logf("%d people, %d frames: %d went through the door; deepest overlap after a step: people %.3f, with a wall %.3f", n, frames, passed, deepPeople, deepWalls)
	if passed < frames/100 {
		t.Errorf("only %d people got through the door", passed)
	}
}

// TestGrainsRest: the grains come to rest, each on something. A handful of thousands may go on
// trembling by less than a millimetre, between two answers to a tight spot.
func TestGrainsRest(t *testing.T) {
	n, frames := 4000, 1200
	if testing.Short() {
		n, frames = 200, 400
	}
	w := start(t, "grains", n, batch.Config{}).(*grains)
	var wasX, wasY, x, y []float64
	for f := range frames {
		advance(t, w, 1)
		if (f+1)%100 == 0 {
			fast, mean := speeds(&w.world)
			sum, deep := depths(w)
			t.Logf("frame %d: fastest %.3g m/s, mean %.3g, overlap mean %.3g, deepest %.3g", f+1, fast, mean, sum/float64(w.contacts.Len()), deep)
			wasX, wasY = x, y
			x, y = inOrder(w)
		}
	}
	moved, still := 0.0, 0
	for i := range x {
		d := math.Hypot(x[i]-wasX[i], y[i]-wasY[i])
		moved = max(moved, d)
		if d == 0 {
			still++
		}
	}
	fast, _ := speeds(&w.world)
	t.Logf("in the last hundred frames %d of %d have not moved at all, none farther than %.2g m; the fastest does %.2g m/s", still, len(x), moved, fast)
	if moved > 0.002 || fast > gravity*dt || still < len(x)*99/100 {
		t.Error("that is no rest")
	}
	touched := map[uint32]bool{}
	for _, k := range w.contacts.All() {
		// rest holds a grain that moves by less than a tenth of its fall in a frame, which may be
		// that far above another; the margin is 200 times as wide.
		if k.Depth > -0.1*gravity*dt*dt {
			touched[k.A.Index()], touched[k.B.Index()] = true, true
		}
	}
	floating := 0
	for i, id := range livetest.IDs(w.shapes) {
		if !livetest.Static(w.shapes)[i] && !touched[id.Index()] {
			floating++
		}
	}
	if floating > 0 {
		t.Errorf("%d grains float", floating)
	}
}

// inOrder is the positions by the order in which shapes were added.
func inOrder(w World) (x, y []float64) {
	px, py := livetest.Positions(w.Shapes())
	x, y = make([]float64, len(px)), make([]float64, len(px))
	for i, id := range livetest.IDs(w.Shapes()) {
		x[id.Index()], y[id.Index()] = px[i], py[i]
	}
	return x, y
}

func speeds(w *world) (fastest, mean float64) {
	for i, vx := range livetest.Data(w.motion.VX) {
		v := math.Hypot(float64(vx), float64(livetest.Data(w.motion.VY)[i]))
		fastest = max(fastest, v)
		mean += v / float64(w.shapes.Len())
	}
	return fastest, mean
}

func depths(w World) (sum, deepest float64) {
	for _, d := range w.Contacts().Depth {
		sum += max(0, float64(d))
		deepest = max(deepest, float64(d))
	}
	return sum, deepest
}

// TestBulletsStay: no bullet leaves the box, slows down, or passes through anything, which
// is a matter of distances between where it flew and what stands there.
func TestBulletsStay(t *testing.T) {
	n, frames := 400, 600
	if testing.Short() {
		n, frames = 50, 120
	}
	w := start(t, "bullets", n, batch.Config{}).(*bullets)
	e0 := energy(w)
	x, y := livetest.Positions(w.shapes)
	type point struct{ x, y float64 }
	from := make(map[soa.ID]point)
	for i, id := range livetest.IDs(w.shapes) {
		from[id] = point{x[i], y[i]}
	}
	// The edges of what stands there, and how thick they are.
	type edge struct{ ax, ay, bx, by, thick float64 }
	var edges []edge
	cols := livetest.Columns(w.shapes)
	cos, sin := livetest.Rotations(w.shapes)
	for i, class := range cols.Class {
		p, q, c, s := float64(cols.P[i]), float64(cols.Q[i]), float64(cos[i]), float64(sin[i])
		corner := func(u, v float64) (float64, float64) { return x[i] + c*u - s*v, y[i] + s*u + c*v }
		add := func(u0, v0, u1, v1, thick float64) {
			ax, ay := corner(u0, v0)
			bx, by := corner(u1, v1)
			edges = append(edges, edge{ax, ay, bx, by, thick})
		}
		switch class {
		case soa.ClassCapsule:
			add(-p, 0, p, 0, q)
		case soa.ClassBox:
			add(-p, -q, p, -q, 0)
			add(p, -q, p, q, 0)
			add(p, q, -p, q, 0)
			add(-p, q, -p, -q, 0)
		}
	}
	hits, closest := 0, math.Inf(1)
	for frame := range frames {
		advance(t, w, 1)
		hits += w.contacts.Len()
		x, y = livetest.Positions(w.shapes)
		for i, id := range livetest.IDs(w.shapes) {
			if livetest.Static(w.shapes)[i] {
				continue
			}
			old := from[id]
			from[id] = point{x[i], y[i]}
			for _, e := range edges {
				if max(min(e.ax, e.bx)-max(old.x, x[i]), min(old.x, x[i])-max(e.ax, e.bx), min(e.ay, e.by)-max(old.y, y[i]), min(old.y, y[i])-max(e.ay, e.by)) > 1 {
					continue
				}
				gap := betweenSegments(old.x, old.y, x[i], y[i], e.ax, e.ay, e.bx, e.by) - e.thick - w.radius
				if closest = min(closest, gap); gap < -1e-5 {
					t.Fatalf("frame %d: bullet %v is %v deep in a wall", frame, id, -gap)
				}
			}
		}
	}
	side := 4 * math.Ceil(math.Sqrt(float64(n)))
	for i := range x {
		if min(x[i], y[i]) < -0.1 || max(x[i], y[i]) > side+0.1 {
			t.Errorf("shape %d is outside, at %v, %v", i, x[i], y[i])
		}
	}
	e1 := energy(w)
	t.Logf("%d bullets, %d frames, %d hits; energy %.4g, then %.4g; deepest in a wall %.2g", n, frames, hits, e0, e1, -closest)
	if math.Abs(e1-e0) > 1e-5*e0 {
		t.Errorf("energy was %v and is %v", e0, e1)
	}
	if hits < n*frames/10 {
		t.Errorf("only %d hits", hits)
	}
}

// betweenSegments is the distance of two segments.
func betweenSegments(ax, ay, bx, by, cx, cy, dx, dy float64) float64 {
	side := func(px, py, qx, qy, x, y float64) float64 { return (qx-px)*(y-py) - (qy-py)*(x-px) }
	if side(ax, ay, bx, by, cx, cy)*side(ax, ay, bx, by, dx, dy) < 0 && side(cx, cy, dx, dy, ax, ay)*side(cx, cy, dx, dy, bx, by) < 0 {
		return 0
	}
	to := func(x, y, px, py, qx, qy float64) float64 {
		ux, uy := qx-px, qy-py
		t := 0.0
		if l := ux*ux + uy*uy; l > 0 {
			t = max(0, min(1, ((x-px)*ux+(y-py)*uy)/l))
		}
		return math.Hypot(x-px-t*ux, y-py-t*uy)
	}
	return min(to(ax, ay, cx, cy, dx, dy), to(bx, by, cx, cy, dx, dy), to(cx, cy, ax, ay, bx, by), to(dx, dy, ax, ay, bx, by))
}

func energy(w *bullets) (sum float64) {
	for i, vx := range livetest.Data(w.vx) {
		sum += vx*vx + livetest.Data(w.vy)[i]*livetest.Data(w.vy)[i]
	}
	return sum
}

// TestDrumHolds: the drum loses no grain, and carries grains up its rising side.
func TestDrumHolds(t *testing.T) {
	frames := testenv.Rounds(240, 1200, 1200)
	w := start(t, "drum", 600, batch.Config{}).(*drum)
	advance(t, w, frames)
	x, y := livetest.Positions(w.shapes)
	static := livetest.Static(w.shapes)
	var sx, sy float64
	for i := range x {
		if static[i] {
			continue
		}
		sx, sy = sx+x[i]/600, sy+y[i]/600
		if r := math.Hypot(x[i], y[i]); !(r < w.radius) {
			t.Errorf("shape %d is %v from the centre of a drum of radius %v", i, r, w.radius)
		}
	}
	t.Logf("after %d frames the grains' centre is at %.2f, %.2f in a drum of radius %.1f", frames, sx, sy, w.radius)
	// It turns anticlockwise: the right side goes up.
	if sx < 0.03*w.radius || sy > 0 {
		t.Errorf("the grains' centre is at %v, %v: the drum does not carry them", sx, sy)
	}
}

// TestPackingSettles: the box loses no polygon, and a shaken heap is lower than one
// that was not.
func TestPackingSettles(t *testing.T) {
	testenv.Sequential(t)
	const rounds = 8
	n := testenv.Rounds(100, 500, 500)
	w := start(t, "packing", n, batch.Config{Workers: 1}).(*packing)
	height := func() float64 {
		_, y := livetest.Positions(w.shapes)
		sum := 0.0
		for i := range y {
			if !livetest.Static(w.shapes)[i] {
				sum += y[i] / float64(n)
			}
		}
		return sum
	}
	var first, last float64
	for r := range rounds {
		advance(t, w, shakeFrames)
		last = height()
		if r == 0 {
			first = last
		}
		_, deep := depths(w)
		t.Logf("round %d: mean height %.3f, deepest overlap %.3f", r+1, last, deep)
	}
	x, y := livetest.Positions(w.shapes)
	for i := range x {
		if side := math.Sqrt(float64(n)); !livetest.Static(w.shapes)[i] && (x[i] < 0 || x[i] > 1.2*side || y[i] < 0 || y[i] > 4*side) {
			t.Errorf("polygon %d is outside, at %v, %v", i, x[i], y[i])
		}
	}
	if last > first+0.01 {
		t.Errorf("mean height was %v after the first round, %v after the last", first, last)
	}
}
