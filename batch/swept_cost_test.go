// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// TestSweptStepAllocations: a warm swept step allocates nothing, cut motions and all.
func TestSweptStepAllocations(t *testing.T) {
	testenv.OwnMemory(t)
	f := randomField(t, seeded(t, 11), 1000, 80, 3)
	e := must.Get(batch.New(f.shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(true)}, Workers: 1, Canonical: true}))(t)
	step := func() { must.Get(e.Step(context.Background()))(t) }
	for range 20 {
		step()
	}
	if got := testing.AllocsPerRun(10, step); got != 0 {
		t.Errorf("%v allocations a step", got)
	}
	if e.Stats().Detail().Pieces == 0 {
		t.Error("no motion was cut")
	}
}

// TestFastShapesCostWhatTheyPass: a few bullets that cross the whole scene add
// candidates in proportion to their way, not to the box around it.
func TestFastShapesCostWhatTheyPass(t *testing.T) {
	ctx := context.Background()
	for _, n := range []int{2000, 32000} {
		r := seeded(t, 12)
		f := newField()
		side := 2.5 * math.Sqrt(float64(n))
		var ids []soa.ID
		for range n {
			id := must.Get(f.shapes.AddBox(somewhere(r, 0, 0, side), 0.5+r.Float64()*0.5, 0.5+r.Float64()*0.5, soa.Attrs{}))(t)
			ids = append(ids, id)
		}
		candidates := func() (int, batch.Stats) {
			_, stats := must.Both(batch.Collide(ctx, f.shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(false)}}))(t)
			return stats.Candidates, stats
		}
		before, _ := candidates()
		const bullets = 10
		for k := range bullets {
			must.Do(t, f.shapes.SetPosition(ids[k], 0, side*float64(k)/bullets))
			f.set(t, ids[k], float32(side), float32(side*(1-2*float64(k)/bullets)), 0)
		}
		after, stats := candidates()
		// Boxes are 0.16 to a unit of area; a bullet passes a lane of two boxes' width.
		each := float64(after-before) / bullets
		t.Logf("%d boxes: %.0f candidates a bullet, %.2f for each unit of its way; %d pieces", n, each, each/side, stats.Detail().Pieces)
		if each > 6*side {
			t.Errorf("%d boxes: %.0f candidates a bullet on a way of %.0f", n, each, side)
		}
	}
}

// TestSweptGolden compares a committed hash of a swept step, every bit of it. A change
// that is meant to change answers brings a new one.
func TestSweptGolden(t *testing.T) {
	const want = uint64(0x82853127d0a1b401)
	f := newField()
	s := must.Get(scene.New(scene.Mixed, 5000, scene.DefaultSeed))(t)
	must.Get(s.Fill(f.shapes, soa.Attrs{}))(t)
	r := rand.New(rand.NewPCG(1234, 0))
	for i := range livetest.Data(f.dx) {
		far := 1.0
		if i%100 == 0 {
			far = 64
		}
		some := func() float32 { return float32(far * float64(r.IntN(257)-128) / 256) }
		livetest.Data(f.dx)[i], livetest.Data(f.dy)[i], livetest.Data(f.turn)[i] = some(), some(), some()
	}
	for _, table := range isa.All() {
		c, _ := must.Both(batch.Collide(context.Background(), f.shapes, batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(true)}, Canonical: true, Kernels: table.Name}))(t)
		h := fnv.New64a()
		var buf [12]byte
		binary.LittleEndian.PutUint64(buf[:], hash(c))
		h.Write(buf[:8])
		for _, time := range c.Time {
			binary.LittleEndian.PutUint32(buf[:], math.Float32bits(time))
			h.Write(buf[:4])
		}
		if got := h.Sum64(); got != want {
			t.Errorf("%s: hash %#x, want %#x", table.Name, got, want)
		}
	}
}

// TestPointsInMotion: shapes of no size take at most 4096 pieces more than there
// are shapes. Each of their motions is longer than they are.
func TestPointsInMotion(t *testing.T) {
	ctx := context.Background()
	for _, spread := range []float64{0, 100} {
		r := seeded(t, 13)
		f := newField()
		for range 600 {
			id := must.Get(f.shapes.AddCircle(somewhere(r, 0, 0, spread), 0, soa.Attrs{}))(t)
			f.set(t, id, float32(r.NormFloat64()), float32(r.NormFloat64()), 0)
		}
		opts := batch.Config{Mode: batch.ModeSwept, Columns: [2]batch.Columns{f.moves(false)}, Canonical: true}
		got, stats := must.Both(batch.Collide(ctx, f.shapes, opts))(t)
		t.Logf("spread over %v: %d contacts, %d candidates, %d pieces", spread, got.Len(), stats.Candidates, stats.Detail().Pieces)
		if stats.Detail().Pieces > 600+4096 {
			t.Errorf("%d pieces of 600 shapes", stats.Detail().Pieces)
		}
		want := must.Get(batchtest.BruteForce(ctx, f.shapes, opts))(t)
		if err := sameContacts(got, want); err != nil {
			t.Error(err)
		}
	}
}
