// SPDX-License-Identifier: MIT

package solver_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/batch/solver"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// soundShapes fails if anything of a shape is infinite or NaN.
func soundShapes(t *testing.T, s *turned, what string) {
	t.Helper()
	must.Do(t, s.shapes.Update(func(l soa.Live) {
		vx, vy, spin := s.vx.Data(l), s.vy.Data(l), s.spin.Data(l)
		for i := range l.X {
			for _, v := range []float64{l.X[i], l.Y[i], float64(l.C[i]), float64(l.S[i]), float64(vx[i]), float64(vy[i]), float64(spin[i])} {
				if v-v != 0 {
					t.Fatalf("%s: shape %v is at %v, %v, turned to %v, %v, and does %v, %v, %v", what, l.ID[i], l.X[i], l.Y[i], l.C[i], l.S[i], vx[i], vy[i], spin[i])
				}
			}
		}
	}))
}

// wildWorld is a few shapes on top of each other, with masses, sizes and velocities of many orders
// of magnitude.
func wildWorld(t testing.TB, r *rand.Rand) *turned {
	log := func(lo, hi float64) float64 { return math.Exp2(lo + (hi-lo)*r.Float64()) }
	range10 := 10.0
	if r.IntN(4) == 0 {
		range10 = 55
	}
	s := turning(t, log(-10, 3), soa.Point{X: log(-20, range10) - 1, Y: -log(-20, range10)}, solver.Config{
		SubSteps: 1 + r.IntN(5), RelaxIterations: r.IntN(3), Iterations: r.IntN(3), Friction: log(-9, 6), Restitution: r.Float64(), RollingResistance: log(-9, 3), Slop: log(-20, 0)})
	inv := soa.Attach[float64](s.shapes)
	size := log(-range10, range10)
	for range 12 + r.IntN(30) {
		pose := soa.At(size*r.NormFloat64(), size*r.NormFloat64(), 7*r.Float64())
		scale := size * log(-4, 4)
		attrs := soa.Attrs{Static: r.IntN(6) == 0, Body: uint32(r.IntN(8) / 6 * r.IntN(4)), Sensor: r.IntN(9) == 0}
		var id soa.ID
		switch r.IntN(5) {
		case 0:
			id = must.Get(s.shapes.AddCircle(pose, scale*float64(r.IntN(3)), attrs))(t)
		case 1:
			id = must.Get(s.shapes.AddCapsule(pose, scale, scale*r.Float64()*float64(r.IntN(2)), attrs))(t)
		case 2:
			id = must.Get(s.shapes.AddBox(pose, scale, scale*log(-6, 0), attrs))(t)
		default:
			id = must.Get(s.shapes.AddEllipse(pose, scale, scale*log(-3, 0), 3+r.IntN(7), scale*r.Float64()*float64(r.IntN(2)), attrs))(t)
		}
		must.Do(t, inv.Set(id, log(-10, 10)*float64(min(r.IntN(9), 1))))
		s.throw(t, id, log(-9, range10)*r.NormFloat64(), log(-9, range10)*r.NormFloat64(), log(-9, range10)*r.NormFloat64())
	}
	s.solving = must.Get(solver.New(s.shapes, solver.Config{Columns: [2]solver.Columns{{InvMass: inv, Motion: soa.Motion{VX: s.vx, VY: s.vy, Spin: s.spin}}},
		Duration: log(-12, 3), SubSteps: 1 + r.IntN(5), RelaxIterations: r.IntN(3), Iterations: r.IntN(3), Gravity: soa.Point{X: log(-20, range10) - 1, Y: -log(-20, range10)},
		Friction: log(-9, 6), Restitution: r.Float64(), RollingResistance: log(-9, 3), Slop: log(-20, 0)}))(t)
	return s
}

// TestTurnWild: masses of 1:1e6, sizes and velocities of all orders of magnitude give finite
// numbers.
func TestTurnWild(t *testing.T) {
	worlds := testenv.Rounds(60, 600, 600)
	for k := range worlds {
		s := wildWorld(t, rand.New(rand.NewPCG(uint64(k), 5)))
		for range 8 {
			s.frames(t, 1)
			soundShapes(t, s, fmt.Sprintf("world %d", k))
		}
	}
}

func FuzzTurn(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) {
		s := wildWorld(t, rand.New(rand.NewPCG(seed, 6)))
		for range 8 {
			s.frames(t, 1)
			soundShapes(t, s, "fuzzed")
		}
	})
}

// TestTurnNaN: a velocity that is NaN, or too large, stays where it is, and harms no other shape.
func TestTurnNaN(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.MaxFloat32, 0x1p63} {
		s := turning(t, 0.1, soa.Point{Y: -gravity}, solver.Config{Friction: 0.5})
		must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 100, 1, static))(t)
		var boxes []soa.ID
		for k := range 10 {
			boxes = append(boxes, must.Get(s.shapes.AddBox(soa.At(0, 0.5+float64(k), 0), 0.5, 0.5, soa.Attrs{}))(t))
		}
		s.throw(t, boxes[4], 0, bad, 0)
		s.frames(t, 10)
		if _, vy, _ := s.motion(t, boxes[4]); !(vy == bad || vy != vy && bad != bad) {
			t.Errorf("%v became %v", bad, vy)
		}
		must.Do(t, s.vy.Set(boxes[4], 0))
		soundShapes(t, s, "one is bad")
		if _, vy, _ := s.motion(t, boxes[3]); math.Abs(vy) > 0.1 {
			t.Errorf("the box below does %v", vy)
		}
	}
}

// turnHash is over what everything is at after some frames of a heap of mixed shapes, regions
// included, in one set or two; with materials of their own, over the impulses, too.
func turnHash(t *testing.T, n, frames, workers int, kernels string, joined, materials bool) uint64 {
	var sets [2]*soa.Shapes
	sets[0] = soa.New()
	sets[1] = sets[0]
	if joined {
		sets[1] = soa.New()
	}
	var cols [2]solver.Columns
	inv := soa.Attach[float64](sets[0])
	var invs [2]*soa.Column[float64]
	for k := range sets {
		if k == 1 && !joined {
			cols[1], invs[1] = cols[0], inv
			break
		}
		invs[k] = inv
		if k == 1 {
			invs[k] = soa.Attach[float64](sets[k])
		}
		cols[k] = solver.Columns{InvMass: invs[k], Motion: soa.AttachMotion(sets[k])}
	}
	r := rand.New(rand.NewPCG(8, 9))
	var ids [2][]soa.ID
	var begun [2][][3]float64 // positions and spins
	side := math.Sqrt(float64(n))
	for i := range n {
		k := i % 2 // those of one set are far from each other where there are two
		pose := soa.At(side*r.Float64(), side*r.Float64(), 7*r.Float64())
		if joined || n < 100 {
			pose = soa.At(float64(i%10)*0.9, float64(i/10)*0.9, 7*r.Float64())
			k = (i%10 + i/10) % 2
		}
		attrs := soa.Attrs{Body: uint32(i%7/6*(i/21+1)) * 1, Static: i%31 == 0}
		var id soa.ID
		switch i % 4 {
		case 0:
			id = must.Get(sets[k].AddCircle(pose, 0.45, attrs))(t)
		case 1:
			id = must.Get(sets[k].AddBox(pose, 0.4, 0.3, attrs))(t)
		case 2:
			id = must.Get(sets[k].AddRoundedBox(pose, 0.3, 0.2, 0.1, attrs))(t)
		default:
			id = must.Get(sets[k].AddEllipse(pose, 0.5, 0.5, 5, 0, attrs))(t)
		}
		ids[k] = append(ids[k], id)
		must.Do(t, invs[k].Set(id, 0.5+r.Float64()))
		vx, vy, spin := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		must.Do(t, errors.Join(cols[k].VX.Set(id, float32(vx)), cols[k].VY.Set(id, float32(vy)), cols[k].Spin.Set(id, float32(spin))))
		begun[k] = append(begun[k], [3]float64{pose.X, pose.Y, spin})
	}
	cfg := solver.Config{Workers: workers, Kernels: kernels, Slop: 0.01, Columns: [2]solver.Columns{cols[0]}, Duration: 0.02, SubSteps: 3, Gravity: soa.Point{X: 0.1, Y: -1}, Restitution: 0.5, RestitutionAbove: 0.1, Friction: 0.5, RollingResistance: 0.02}
	if materials {
		if !joined {
			cfg.Friction, cfg.Restitution, cfg.RollingResistance = 0, 0, 0
		}
		cfg.Impulses, cfg.Columns[0].Material = true, soa.Attach[solver.Material](sets[0])
		for k, id := range ids[0] {
			must.Do(t, cfg.Columns[0].Material.Set(id, solver.Material{Friction: r.Float32(), Restitution: r.Float32() * float32(k%2), RollingResistance: r.Float32() / 8, SurfaceSpeed: r.Float32() * float32(k%3-1)}))
		}
	}
	opts := batch.Config{Margin: 0.05, Workers: workers, Kernels: kernels, Mode: batch.ModeManifolds, Canonical: joined}
	ctx := context.Background()
	var step func() (*batch.Contacts, error)
	var solving *solver.Solver
	if joined {
		cfg.Columns[1] = cols[1]
		solving = must.Get(solver.NewJoin(sets[0], sets[1], cfg))(t)
		step = func() (*batch.Contacts, error) {
			c, _, err := batch.Join(ctx, sets[0], sets[1], opts)
			return c, err
		}
	} else {
		solving = must.Get(solver.New(sets[0], cfg))(t)
		engine := must.Get(batch.New(sets[0], opts))(t)
		step = func() (*batch.Contacts, error) { return engine.Step(ctx) }
	}
	h := fnv.New64a()
	contacts := 0
	for range frames {
		c := must.Get(step())(t)
		contacts += c.Len()
		must.Get(solving.Solve(ctx, c))(t)
		if materials {
			must.Do(t, binary.Write(h, binary.LittleEndian, solving.Impulses()[0]))
			must.Do(t, binary.Write(h, binary.LittleEndian, solving.Impulses()[1]))
		}
	}
	if contacts < frames*n/4 {
		t.Errorf("only %d contacts", contacts)
	}
	for k := range sets {
		for i, id := range ids[k] {
			p := must.Get(sets[k].Pose(id))(t)
			spin := float64(must.Get(cols[k].Spin.Get(id))(t))
			if was := begun[k][i]; p.X == was[0] && p.Y == was[1] { // it does not move
				if spin != float64(float32(was[2])) {
					t.Errorf("shape %v stands still, and its spin of %v became %v", id, was[2], spin)
				}
				spin = was[2]
			}
			fmt.Fprintf(h, "%x %x %x %x %x\n", math.Float64bits(p.X), math.Float64bits(p.Y), math.Float32bits(p.C), math.Float32bits(p.S), math.Float64bits(spin))
		}
	}
	return h.Sum64()
}

// TestTurnGolden: the same bits for every number of workers and all kernels, on every platform.
func TestTurnGolden(t *testing.T) {
	n, frames := 9000, 10 // enough for four workers to have slots
	if testing.Short() {
		n = 4200
	}
	want := map[int][2]uint64{9000: {0x5b7671e9260a2e6d, 0x247b4b0732539ff5}, 4200: {0x3069ace9f22dc122, 0x376e7fb86a4277e7}}[n]
	for _, table := range isa.All() {
		for _, workers := range []int{1, 2, 4} {
			if testenv.Race && workers != 4 {
				continue
			}
			for k, want := range want {
				if got := turnHash(t, n, frames, workers, table.Name, false, k == 1); got != want {
					t.Errorf("%s with %d workers, materials %v: %#x, want %#x", table.Name, workers, k == 1, got, want)
				}
			}
		}
	}
	if got, want := turnHash(t, 60, 30, 1, "", true, false), uint64(0x1943a13b9c1c3a89); got != want {
		t.Errorf("a join: %#x, want %#x", got, want)
	}
	if got, want := turnHash(t, 60, 30, 1, "", true, true), uint64(0x9357b86facfc3788); got != want {
		t.Errorf("a join with materials: %#x, want %#x", got, want)
	}
}

// TestTurnCrowded: a shape with more contacts than there are colours stops what falls on it as
// others do.
func TestTurnCrowded(t *testing.T) {
	s := turning(t, 0.05, soa.Point{Y: -gravity}, solver.Config{Friction: 0.5, Density: 1})
	must.Get(s.shapes.AddBox(soa.At(0, -1, 0), 300, 1, static))(t)
	must.Get(s.shapes.AddBox(soa.At(0, 0.5, 0), 150, 0.5, soa.Attrs{}))(t)
	var discs []soa.ID
	for k := range 290 {
		discs = append(discs, must.Get(s.shapes.AddCircle(soa.At(float64(k)-145, 1.45, 0), 0.4, soa.Attrs{}))(t))
	}
	s.frames(t, 120)
	for _, id := range discs {
		p := must.Get(s.shapes.Pose(id))(t)
		if vx, vy, _ := s.motion(t, id); math.Abs(p.Y-1.4) > 0.01 || math.Hypot(vx, vy) > 0.01 {
			t.Fatalf("a disc is at %v and does %v, %v", p.Y, vx, vy)
		}
	}
}
