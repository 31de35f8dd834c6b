// SPDX-License-Identifier: MIT

package separate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/batch/separate"
	"daylight/internal/batchtest"
	"daylight/internal/livetest"
	"daylight/internal/must"
	"daylight/internal/testenv"
	"daylight/soa"
)

// halves are two sets, and one that has the shapes of both: those of the first, then those of
// the second.
type halves struct {
	a, b, both     *soa.Shapes
	idA, idB, idAB []soa.ID
	mass           [3]*soa.Column[float64] // of a, b and both
}

func halved(t testing.TB, seed uint64, n int, attrs func(*rand.Rand) soa.Attrs) *halves {
	t.Helper()
	h := &halves{a: soa.New(), b: soa.New(), both: soa.New()}
	for k, s := range []*soa.Shapes{h.a, h.b, h.both} {
		h.mass[k] = soa.Attach[float64](s)
	}
	r := seeded(t, seed)
	for i := range n {
		side, ids, k := h.a, &h.idA, 0
		if i >= n*3/5 {
			side, ids, k = h.b, &h.idB, 1
		}
		pose, given, draw := somewhere(r, 0, 0, 1.1*float64(n)/20), attrs(r), r.Uint64()
		id := addAny(t, side, drawn(draw), pose, 1, given)
		all := addAny(t, h.both, drawn(draw), pose, 1, given)
		*ids, h.idAB = append(*ids, id), append(h.idAB, all)
		w := []float64{0, 1, 0.5, 2}[r.IntN(4)]
		must.Do(t, h.mass[k].Set(id, w))
		must.Do(t, h.mass[2].Set(all, w))
	}
	return h
}

// across are the contacts between the halves as contacts of the whole.
func (h *halves) across(t testing.TB, margin float64) *batch.Contacts {
	t.Helper()
	all := must.Get(batchtest.BruteForce(context.Background(), h.both, batch.Config{Margin: margin}))(t)
	out := &batch.Contacts{}
	for _, c := range all.All() {
		if int(c.A.Index()) < len(h.idA) && int(c.B.Index()) >= len(h.idA) {
			out.A, out.B = append(out.A, c.A), append(out.B, c.B)
			out.Depth, out.NX, out.NY = append(out.Depth, c.Depth), append(out.NX, c.NX), append(out.NY, c.NY)
		}
	}
	return out
}

// same compares where the shapes are, and what columns hold, bit for bit.
func (h *halves) same(t testing.TB, when string) {
	t.Helper()
	ids := slices.Concat(h.idA, h.idB)
	for i, id := range h.idAB {
		side, of := h.a, 0
		if i >= len(h.idA) {
			side, of = h.b, 1
		}
		own := ids[i]
		x, y, err := side.Position(own)
		u, v, err2 := h.both.Position(id)
		if err != nil || err2 != nil || x != u || y != v {
			t.Fatalf("%s: shape %d of set %d is at %v, %v, in one set at %v, %v", when, i, of, x, y, u, v)
		}
	}
}

// anyAttrs are some attributes that matter to pushes.
func anyAttrs(r *rand.Rand) (attrs soa.Attrs) {
	if r.IntN(4) == 0 {
		attrs.Body = uint32(1 + r.IntN(25))
	}
	if r.IntN(5) == 0 {
		attrs.Static = true
	}
	if r.IntN(5) == 0 {
		attrs.Sensor = true
	}
	if r.IntN(4) == 0 {
		attrs.World = 1
	}
	return attrs
}

// TestNewJoin: the shapes of two sets are moved, by the contacts of a Join, as they are moved by
// the same contacts when they are all in one, bit for bit: bodies that have parts in both,
// and masses included.
func TestNewJoin(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name  string
		plain bool
		cfg   func(first, second separate.Columns) separate.Config
	}{
		{"pushes", true, func(_, _ separate.Columns) separate.Config { return separate.Config{} }},
		{"masses", false, func(first, second separate.Columns) separate.Config {
			return separate.Config{Columns: [2]separate.Columns{{InvMass: first.InvMass}, {InvMass: second.InvMass}}}
		}},
	} {
		for _, workers := range []int{1, 3} {
			if workers == 1 && testenv.Race {
				continue // one worker has nobody to race with
			}
			t.Run(fmt.Sprintf("%s, %d workers", c.name, workers), func(t *testing.T) {
				h := halved(t, 7, []int{400, 4500}[workers/3], anyAttrs)
				if c.plain {
					h = halved(t, 8, 300, func(*rand.Rand) (none soa.Attrs) { return none })
				}
				columns := func(k int) separate.Columns { return separate.Columns{InvMass: h.mass[k]} }
				cfg := c.cfg(columns(0), columns(1))
				cfg.Workers = workers
				joined := must.Get(separate.NewJoin(h.a, h.b, cfg))(t)
				cfg = c.cfg(columns(2), separate.Columns{})
				cfg.Workers = 1
				one := must.Get(separate.New(h.both, cfg))(t)
				r := seeded(t, 9)
				for frame := range 4 {
					const margin = 0.05
					contacts, _ := must.Both(batch.Join(ctx, h.a, h.b, batch.Config{Margin: margin}))(t)
					if contacts.Len() < 50 {
						t.Fatalf("only %d contacts: the test is too sparse", contacts.Len())
					}
					if workers == 3 && frame > 0 {
						break // brute force over so many takes its time
					}
					across := h.across(t, margin)
					got := must.Get(joined.Separate(ctx, contacts))(t)
					want := must.Get(one.Separate(ctx, across))(t)
					want.Workers = got.Workers
					if got != want {
						t.Errorf("frame %d: %+v, in one set %+v", frame, got, want)
					}
					h.same(t, fmt.Sprintf("frame %d", frame))
					// Slots change, names do not.
					must.Do(t, livetest.Shuffle(h.a, r))
				}
			})
		}
	}
}

// TestJoinedPushes: the pushes of a join are those of the same contacts in one set.
func TestJoinedPushes(t *testing.T) {
	ctx := context.Background()
	h := halved(t, 12, 400, anyAttrs)
	contacts, _ := must.Both(batch.Join(ctx, h.a, h.b, batch.Config{}))(t)
	// The same contacts as those of one step: without those within the halves.
	one, _ := must.Both(batch.Collide(ctx, h.both, batch.Config{}))(t)
	across, n := one.Clone(), 0
	for i := range one.A {
		if int(one.A[i].Index()) < len(h.idA) && int(one.B[i].Index()) >= len(h.idA) {
			across.A[n], across.B[n], across.Depth[n], across.NX[n], across.NY[n] = one.A[i], one.B[i], one.Depth[i], one.NX[i], one.NY[i]
			n++
		}
	}
	across.A, across.B, across.Depth, across.NX, across.NY = across.A[:n], across.B[:n], across.Depth[:n], across.NX[:n], across.NY[:n]

	var got, want push.Pushes
	must.Do(t, got.Find(contacts))
	must.Do(t, want.Find(across))
	at := map[soa.ID]int{}
	for i, id := range want.ID {
		at[id] = i
	}
	if len(got.ID) < 50 {
		t.Fatalf("only %d pushes: the test is too sparse", len(got.ID))
	}
	for i, id := range got.ID {
		k, ok := at[h.idAB[id.Index()]]
		if !ok || got.X[i] != want.X[k] || got.Y[i] != want.Y[k] || got.Left[i] != want.Left[k] {
			t.Fatalf("shape %v is pushed by (%v, %v), in one set by (%v, %v)", id, got.X[i], got.Y[i], want.X[k], want.Y[k])
		}
		p, err := push.Out(contacts, id)
		if err != nil || p != (push.Push{X: got.X[i], Y: got.Y[i], Left: got.Left[i]}) {
			t.Fatalf("shape %v: PushOut %+v, %v; Pushes has (%v, %v)", id, p, err, got.X[i], got.Y[i])
		}
	}

	var bodies push.Bodies
	must.Do(t, bodies.Find(contacts))
	covered := 0
	for k := range bodies.A {
		covered += bodies.Start[k+1] - bodies.Start[k]
		// All solid parts of B moved by the push touch those of A no more.
		id := bodies.B[k]
		attrs := must.Get(h.b.Attrs(id))(t)
		if attrs.Body != 0 {
			continue
		}
		x, y := must.Both(h.b.Position(id))(t)
		must.Do(t, h.b.SetPosition(id, x+bodies.X[k], y+bodies.Y[k]))
		left, _ := must.Both(batch.Join(ctx, h.a, h.b, batch.Config{Margin: -1e-4}))(t)
		for _, c := range left.All() {
			if c.B != id || attrs.Sensor {
				continue
			}
			of := must.Get(h.a.Attrs(c.A))(t)
			if !of.Sensor && (c.A == bodies.A[k] || of.Body != 0 && h.sameBody(t, c.A, bodies.A[k])) {
				t.Errorf("pair %d: %+v after its push", k, c)
			}
		}
		must.Do(t, h.b.SetPosition(id, x, y))
	}
	if covered != contacts.Len() {
		t.Errorf("bodies have %d contacts of %d", covered, contacts.Len())
	}
}

func (h *halves) sameBody(t testing.TB, i, k soa.ID) bool {
	t.Helper()
	p, err := h.a.Attrs(i)
	q, err2 := h.a.Attrs(k)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	return p.Body == q.Body && p.World == q.World
}

// drawn is a source that begins anew: the same shape twice.
func drawn(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
