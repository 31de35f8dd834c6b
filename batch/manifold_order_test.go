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
	"daylight/internal/kernels/isa"
	"daylight/internal/kernels/pair"
	"daylight/internal/must"
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

// TestManifoldSteps: the contacts equal those of contact mode, bit for bit, and the
// points have the committed hashes, for any kernels and workers. Run it with -update
// after a change that is meant to change answers.
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
	for turn, kind := range scene.Kinds() {
		for _, order := range []string{"canonical", "kept", "reordered"} {
			if testing.Short() && order != "canonical" {
				continue
			}
			g := golden{kind, 6000, 3, order}
			plain, _, _ := frames(t, kind, g.n, g.count, g.order, g.options(batch.Config{Workers: 1}))
			want := committed[g.String()]
			for k, table := range isa.All() {
				for _, workers := range []int{1, 3} {
					if testenv.Race && (workers == 1 || table != isa.Best()) {
						continue
					}
					if testing.Short() && !testenv.Race && !*update && (workers == 1) == ((k+turn)%2 == 0) {
						continue // the workers take turns
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

// soundPoints checks the properties of every manifold, for any shapes.
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
