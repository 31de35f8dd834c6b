// SPDX-License-Identifier: MIT

package batch_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/internal/kernels/isa"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

var update = flag.Bool("update", false, "write testdata/golden.txt anew")

// hash is over every bit of the contacts, in their order.
func hash(c *batch.Contacts) uint64 {
	h := fnv.New64a()
	var buf [28]byte
	float := func(col []float32, i int) uint32 {
		if len(col) == 0 {
			return 0
		}
		return math.Float32bits(col[i])
	}
	for i := range c.A {
		binary.LittleEndian.PutUint64(buf[0:], uint64(c.A[i]))
		binary.LittleEndian.PutUint64(buf[8:], uint64(c.B[i]))
		binary.LittleEndian.PutUint32(buf[16:], float(c.Depth, i))
		binary.LittleEndian.PutUint32(buf[20:], float(c.NX, i))
		binary.LittleEndian.PutUint32(buf[24:], float(c.NY, i))
		h.Write(buf[:])
	}
	return h.Sum64()
}

// frames steps a scene and hashes the contacts of some of its frames. The engine moves the shapes
// of the order "advance".
func frames(t testing.TB, kind scene.Kind, n, count int, order string, opts batch.Config) (hashes []uint64, reorders int, stats batch.Stats) {
	t.Helper()
	shapes, r := running(t, kind, n, soa.Attrs{})
	vx, vy, turn := r.Velocities()
	moving := order == "advance"
	if moving {
		opts.Columns[0] = batch.Columns{Motion: soa.Motion{VX: vx, VY: vy, Spin: turn}}
	}
	e := must.Get(batch.New(shapes, opts))(t)
	for range count {
		var c *batch.Contacts
		if moving {
			r.Bounce(0, n)
			c = must.Get(e.Advance(context.Background(), 1.0/60))(t)
		} else {
			r.Step()
			c = must.Get(e.Step(context.Background()))(t)
		}
		hashes = append(hashes, hash(c))
		stats = e.Stats()
		if stats.Detail().Reordered {
			reorders++
		}
	}
	return hashes, reorders, stats
}

type golden struct {
	kind  scene.Kind
	n     int
	count int
	order string
}

func (g golden) String() string {
	return fmt.Sprintf("scene=%s n=%d frames=%d order=%s", g.kind, g.n, g.count, g.order)
}

// goldens are the runs whose hashes are committed.
func goldens() (out []golden) {
	for _, k := range scene.Kinds() {
		// 20,000 shapes in random storage order are enough to be reordered.
		out = append(out, golden{k, 20000, 3, "canonical"}, golden{k, 20000, 3, "reordered"}, golden{k, 6000, 6, "kept"}, golden{k, 6000, 10, "skin"})
	}
	out = append(out, golden{scene.Boxes, 6000, 10, "advance"}, golden{scene.Mixed, 6000, 10, "advance"})
	return out
}

func (g golden) options(more batch.Config) batch.Config {
	switch g.order {
	case "canonical":
		more.Canonical = true
	case "skin", "advance":
		more = more.Listed(4)
	case "kept":
		more.FixedOrder = true
	}
	return more
}

func goldenLine(h []uint64) string {
	s := make([]string, len(h))
	for i, x := range h {
		s[i] = fmt.Sprintf("%016x", x)
	}
	return strings.Join(s, " ")
}

func readGolden(t *testing.T, file string) map[string]string {
	t.Helper()
	f := must.Get(os.Open(file))(t)
	defer f.Close()
	want := map[string]string{}
	for in := bufio.NewScanner(f); in.Scan(); {
		if key, value, ok := strings.Cut(in.Text(), ": "); ok {
			want[key] = value
		}
	}
	return want
}

// TestGolden compares committed hashes with every kernel table, worker count and hint setting: with
// a third of all combinations, a seventh with -short, or all if DAYLIGHT_FULL is set. Run it with
// -update after a change that is meant to change answers.
func TestGolden(t *testing.T) {
	if *update {
		var b strings.Builder
		b.WriteString("# Hashes of all contacts, a frame each; see determinism_test.go.\n")
		for _, g := range goldens() {
			h, _, _ := frames(t, g.kind, g.n, g.count, g.order, g.options(batch.Config{Workers: 1}))
			fmt.Fprintf(&b, "%s: %s\n", g, goldenLine(h))
		}
		must.Do(t, os.WriteFile("testdata/golden.txt", []byte(b.String()), 0o644))
	}
	want := readGolden(t, "testdata/golden.txt")
	turn := 0
	for i, g := range goldens() {
		for k, table := range isa.All() {
			for _, workers := range []int{1, 2, 3, 8} {
				for _, hints := range []bool{true, false} {
					// A part of the grid takes every third or seventh, each table in each row.
					if turn++; !testenv.Full() && !testenv.Race && turn%testenv.Rounds(7, 3, 1) != 0 {
						continue
					}
					// Ten times as slow, and the bits are seen without.
					if testenv.Race && (workers != 8 || !hints || k != (i+i/3)%len(isa.All())) {
						continue
					}
					name := fmt.Sprintf("%s/kernels=%s/workers=%d/hints=%v", g, table.Name, workers, hints)
					t.Run(strings.ReplaceAll(name, " ", "/"), func(t *testing.T) {
						h, reorders, _ := frames(t, g.kind, g.n, g.count, g.order, g.options(
							batch.Config{Workers: workers, Kernels: table.Name}.Hinted(hints)))
						if got := goldenLine(h); got != want[g.String()] {
							t.Errorf("hashes\n got %s\nwant %s", got, want[g.String()])
						}
						if (g.order != "kept") != (reorders > 0) {
							t.Errorf("storage was reordered %d times", reorders)
						}
					})
				}
			}
		}
	}
}

// TestHints steps polygons that are large enough for the axis cache, among others that are not,
// without a list and with one: most axes separate again, and the contacts are the same as without
// the cache. Without a list the hit counts are the same for any number of workers, which would
// differ if workers overwrote each other's finds.
func TestHints(t *testing.T) {
	run := func(workers, skin int, on bool) (hashes []uint64, stats batch.Stats) {
		r := seeded(t, 77)
		shapes := soa.New()
		for i := range 3000 {
			p := somewhere(r, 0, 0, 80)
			if i%4 == 0 {
				addAny(t, shapes, r, p, 1, soa.Attrs{})
			} else {
				must.Get(shapes.AddPolygon(p, ngon(17+r.IntN(50), 0.9, 0.6), 0, soa.Attrs{}))(t)
			}
		}
		e := must.Get(batch.New(shapes, batch.Config{Workers: workers, Canonical: skin > 0}.Listed(skin).Hinted(on)))(t)
		for range 7 {
			x, _ := livetest.Positions(shapes)
			for i := range x {
				x[i] += 0.01 * (r.Float64() - 0.5)
			}
			hashes = append(hashes, hash(must.Get(e.Step(context.Background()))(t)))
		}
		return hashes, e.Stats()
	}
	for _, skin := range []int{0, 6} {
		want, without := run(1, skin, false)
		if without.Detail().HintsTried != 0 {
			t.Errorf("skin %d: %d hints tried with the cache off", skin, without.Detail().HintsTried)
		}
		var first batch.Stats
		for i, workers := range []int{1, 2, 3, 8} {
			if testenv.Race && workers%3 == 0 {
				continue
			}
			hashes, got := run(workers, skin, true)
			if !slices.Equal(hashes, want) {
				t.Errorf("skin %d, workers=%d: other contacts with hints than without", skin, workers)
			}
			if got.Detail().HintsTried < 100 || got.Detail().HintsHit < got.Detail().HintsTried*4/5 || got.SkinAge == 1 || got.SkinAge > 0 != (skin > 0) {
				t.Errorf("skin %d, workers=%d: %d hints tried, %d hit at age %d of a list: expected most axes to separate again", skin, workers, got.Detail().HintsTried, got.Detail().HintsHit, got.SkinAge)
			}
			if i == 0 {
				first = got
			} else if skin == 0 && (got.Detail().HintsTried != first.Detail().HintsTried || got.Detail().HintsHit != first.Detail().HintsHit || got.Candidates != first.Candidates || got.Undecided != first.Undecided) {
				t.Errorf("workers=%d: counts %+v, with one worker %+v", workers, got, first)
			}
		}
	}
}
