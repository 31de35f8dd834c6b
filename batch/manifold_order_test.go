// SPDX-License-Identifier: MIT

package batch_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/simd/isa"
	"daylight/internal/simd/pair"
	"daylight/internal/testenv"
	"daylight/soa"
)

// pointHash is hash with contact points.
func pointHash(c *batch.Contacts) uint64 {
	h := fnv.New64a()
	var buf [17]byte
	for i := range c.Len() {
		m := c.At(i)
		for k, p := range m.Points {
			buf[0] = byte(m.N<<1 | k)
			binary.LittleEndian.PutUint32(buf[1:], math.Float32bits(p.X))
			binary.LittleEndian.PutUint32(buf[5:], math.Float32bits(p.Y))
			binary.LittleEndian.PutUint32(buf[9:], math.Float32bits(p.Depth))
			binary.LittleEndian.PutUint32(buf[13:], p.Feature)
			h.Write(buf[:])
		}
	}
	return h.Sum64() ^ hash(c)
}

// TestManifoldSteps: the contacts are those of contact mode, bit for bit, and the
// points are those whose hashes are committed, whatever the kernels and workers. Run it
// with -update after a change that is meant to change answers.
func TestManifoldSteps(t *testing.T) {
	const file = "testdata/manifolds.txt"
	committed := readGolden(t, file)
	var b strings.Builder
	b.WriteString("# Hashes of all contacts with their points, a frame each; see manifold_order_test.go.\n")
	defer func() {
		if *update {
			must.Do(t, os.WriteFile(file, []byte(b.String()), 0o644))
		}
	}()
	for _, kind := range scene.Kinds() {
		for _, order := range []string{"canonical", "kept", "reordered"} {
			if testing.Short() && order != "canonical" {
				continue
			}
			g := golden{kind, 6000, 3, order}
			plain, _, _ := frames(t, kind, g.n, g.count, g.order, g.options(batch.Config{Workers: 1}))
			want := committed[g.String()]
			for _, table := range isa.All() {
				for _, workers := range []int{1, 3} {
					if testenv.Race && (workers == 1 || table != isa.Best()) {
						continue
					}
					name := fmt.Sprintf("scene=%s/order=%s/kernels=%s/workers=%d", kind, order, table.Name, workers)
					t.Run(name, func(t *testing.T) {
						got := manifoldFrames(t, g, plain, batch.Config{Workers: workers, Kernels: table.Name})
						line := goldenLine(got)
						if *update && table.Name == "go" && workers == 1 {
							fmt.Fprintf(&b, "%s: %s\n", g, line)
							want = line
						}
						if line != want {
							t.Errorf("hashes\n got %s\nwant %s", line, want)
						}
					})
				}
			}
		}
	}
}

func manifoldFrames(t *testing.T, g golden, plain []uint64, opts batch.Config) (hashes []uint64) {
	t.Helper()
	shapes, r := running(t, g.kind, g.n, soa.Attrs{})
	cfg := opts
	cfg.Mode = batch.ModeManifolds
	e := must.Get(batch.New(shapes, g.options(cfg)))(t)
	for frame := range g.count {
		r.Step()
		c := must.Get(e.Step(context.Background()))(t)
		if h := hash(c); h != plain[frame] {
			t.Errorf("frame %d: contacts differ from those of contact mode", frame)
		}
		hashes = append(hashes, pointHash(c))
		if frame > 0 {
			continue
		}
		clone := c.Clone()
		if pointHash(clone) != hashes[0] {
			t.Error("a clone differs")
		}
		for i := range c.Len() {
			if err := soundPoints(c, i); err != nil {
				t.Fatalf("contact %+v: %v", c.At(i), err)
			}
		}
	}
	return hashes
}

// soundPoints checks what holds for every manifold, whatever the shapes.
func soundPoints(c *batch.Contacts, i int) error {
	m, k := c.At(i), c.At(i)
	if m.N != 1 && m.N != 2 {
		return fmt.Errorf("%d points", m.N)
	}
	deepest := math.Inf(-1)
	for _, p := range m.Points[:m.N] {
		deepest = max(deepest, float64(p.Depth))
		_, va := pair.Feature(p.Feature).A()
		_, vb := pair.Feature(p.Feature).B()
		if p.Feature == 0 || !va && !vb {
			return fmt.Errorf("feature %#x", p.Feature)
		}
	}
	if deepest != float64(k.Depth) {
		return fmt.Errorf("deepest point %v", deepest)
	}
	if m.N == 1 && m.Points[1] != (batch.Point{}) {
		return fmt.Errorf("one point, but %+v", m.Points[1])
	}
	if m.N == 2 {
		p, q := m.Points[0], m.Points[1]
		along := float64(q.Y-p.Y)*float64(k.NX) - float64(q.X-p.X)*float64(k.NY)
		if !(along > 0) || p.Feature == q.Feature {
			return fmt.Errorf("points %+v and %+v", p, q)
		}
	}
	return nil
}

// TestManifoldsByBruteForce: step, one-off call, brute force and both halves of a join
// agree, with margins, open sets and a shape in quarantine.
func TestManifoldsByBruteForce(t *testing.T) {
	ctx := context.Background()
	for _, margin := range []float64{0, 0.3, -0.2} {
		for _, open := range []bool{false, true} {
			r := seeded(t, 31)
			shapes, first, second := soa.New(), soa.New(), soa.New()
			for i := range 300 {
				p := somewhere(r, 0, 0, 25)
				id := addAny(t, shapes, r, p, 1, soa.Attrs{})
				part := first
				if i >= 150 {
					part = second
				}
				addAny(t, part, r, p, 1, soa.Attrs{})
				if i == 77 {
					x, _ := livetest.Positions(shapes)
					slot, _ := livetest.Slot(shapes, id)
					x[slot] = math.NaN()
				}
			}
			opts := batch.Config{Mode: batch.ModeManifolds, Margin: margin, Canonical: true}
			if open {
				opts.Strict = true
			}
			want := must.Get(batchtest.BruteForce(ctx, shapes, opts))(t)
			got, stats := must.Both(batch.Collide(ctx, shapes, opts))(t)
			if pointHash(got) != pointHash(want) || got.Len() != want.Len() || stats.Quarantined != 1 {
				t.Errorf("margin %v, open %v: Collide and BruteForce differ", margin, open)
			}
			joined, _ := must.Both(batch.Join(ctx, first, second, opts))(t)
			half, _ := must.Both(batch.Join(ctx, second, first, opts))(t)
			if joined.Len() == 0 || joined.Len() != half.Len() {
				t.Fatalf("margin %v: joins of %d and %d", margin, joined.Len(), half.Len())
			}
			for i := range joined.Len() {
				if err := soundPoints(joined, i); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestManifoldStepAllocations: a warm step allocates nothing.
func TestManifoldStepAllocations(t *testing.T) {
	s := must.Get(scene.New(scene.Mixed, 3000, 1))(t)
	shapes := soa.New()
	if _, err := s.Fill(shapes, soa.Attrs{}); err != nil {
		t.Fatal(err)
	}
	for _, opts := range []batch.Config{{}, {Canonical: true}} {
		cfg := opts
		cfg.Workers = 1
		cfg.Mode = batch.ModeManifolds
		e := must.Get(batch.New(shapes, cfg))(t)
		if got := allocations(t, e, nil, 20, 10); got != 0 {
			t.Errorf("%v allocations a step", got)
		}
	}
}
