// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
)

// model is the naive twin of a store: what each shape is, by ID.
type model struct {
	shape map[ID]Shape  // Slot left at 0
	tag   map[ID]string // the attached column
	gone  []ID
}

func (m *model) pick(r *rand.Rand) (ID, bool) {
	if len(m.shape) == 0 {
		return 0, false
	}
	ids := slices.Sorted(maps.Keys(m.shape))
	return ids[r.IntN(len(ids))], true
}

func (m *model) compare(s *Shapes, tag *Column[string], size *Column[int32]) error {
	if s.Len() != len(m.shape) || len(s.ids()) != s.Len() {
		return fmt.Errorf("%d shapes, %d IDs, want %d", s.Len(), len(s.ids()), len(m.shape))
	}
	for i, id := range s.ids() {
		want, ok := m.shape[id]
		if !ok {
			return fmt.Errorf("%v should be gone", id)
		}
		got, err := s.Shape(id)
		if err != nil {
			return err
		}
		if slot, ok := slotOf(s, id); slot != i || !ok || !s.Has(id) {
			return fmt.Errorf("%v in slot %d, not %d", id, slot, i)
		}
		if !reflect.DeepEqual(got, want) {
			return fmt.Errorf("%v is %+v, want %+v", id, got, want)
		}
		if tag.data()[i] != m.tag[id] || size.data()[i] != int32(len(m.tag[id])) {
			return fmt.Errorf("%v has tag %q, %d, want %q", id, tag.data()[i], size.data()[i], m.tag[id])
		}
	}
	for _, id := range m.gone {
		if _, ok := slotOf(s, id); ok || s.Has(id) {
			return fmt.Errorf("%v is back", id)
		}
	}
	return nil
}

// Random operations against the model, with every invariant checked now and then.
func TestModel(t *testing.T) {
	r := testenv.Rand(t, 1)
	rounds := testenv.Rounds(8, 40, 40)
	for range rounds {
		s := withRoom(r.IntN(50))
		tag, size := Attach[string](s), Attach[int32](s)
		m := &model{shape: map[ID]Shape{}, tag: map[ID]string{}}
		limit := 1 + r.IntN(120)
		for op := range 400 {
			modelStep(t, r, s, m, tag, size, limit)
			if op%20 == 0 {
				must.Do(t, s.check())
				must.Do(t, m.compare(s, tag, size))
			}
		}
		refreshAll(s)
		must.Do(t, s.check())
		must.Do(t, m.compare(s, tag, size))
	}
}

func randomAttrs(r *rand.Rand) (a Attrs) {
	for range r.IntN(3) {
		v := r.Uint32N(3)
		switch r.IntN(7) {
		case 0:
			a.World = v
		case 1:
			a.Category = v
		case 2:
			a.Ignore = v
		case 3:
			a.Group = int32(v) - 1
		case 4:
			a.Body = v
		case 5:
			a.Static = true
		case 6:
			a.Sensor = true
		}
	}
	return a
}

// inEffect returns what Shapes.Attrs says of a shape that was given attrs.
func inEffect(a Attrs) Attrs {
	if a.Category == 0 {
		a.Category = 1
	}
	return a
}

func modelStep(t *testing.T, r *rand.Rand, s *Shapes, m *model, tag *Column[string], size *Column[int32], limit int) {
	t.Helper()
	op := r.IntN(100)
	if len(m.shape) >= limit && op < 50 {
		op = 50
	}
	id, some := m.pick(r)
	switch {
	case op < 40:
		attrs := randomAttrs(r)
		id := addRandom(t, r, s, attrs)
		sh := must.Get(s.Shape(id))(t)
		if want := inEffect(attrs); sh.Attrs != want {
			t.Fatalf("attributes %+v, want %+v", sh.Attrs, want)
		}
		if old, ok := m.shape[id]; ok || slices.Contains(m.gone, id) {
			t.Fatalf("%v given out twice, before for %+v", id, old)
		}
		if i := s.Len() - 1; s.ids()[i] != id || tag.data()[i] != "" || size.data()[i] != 0 {
			t.Fatalf("slot %d holds %v with tag %q, %d, not %v", i, s.ids()[i], tag.data()[i], size.data()[i], id)
		}
		must.Do(t, tag.Set(id, id.String()))
		must.Do(t, size.Set(id, int32(len(id.String()))))
		m.shape[id], m.tag[id] = sh, id.String()
	case op < 60 && some:
		must.Do(t, s.Remove(id))
		delete(m.shape, id)
		m.gone = append(m.gone, id)
	case op < 70 && some:
		sh := m.shape[id]
		p := At(r.NormFloat64(), r.NormFloat64(), r.NormFloat64())
		switch r.IntN(4) {
		case 0:
			must.Do(t, s.SetPose(id, p))
			sh.Pose = p
		case 1:
			must.Do(t, s.SetPosition(id, p.X, p.Y))
			sh.Pose.X, sh.Pose.Y = p.X, p.Y
		case 2:
			must.Do(t, s.SetAngle(id, 3))
			q := At(0, 0, 3)
			sh.Pose.C, sh.Pose.S = q.C, q.S
		case 3:
			i, _ := slotOf(s, id)
			x, y := s.col.X, s.col.Y
			c, sn := s.col.C, s.col.S
			x[i], y[i], c[i], sn[i] = p.X, p.Y, p.C, p.S
			sh.Pose = p
		}
		m.shape[id] = sh
		if got, err := s.Pose(id); err != nil || got != sh.Pose {
			t.Fatalf("pose %v, %v; want %v", got, err, sh.Pose)
		}
	case op < 80 && some:
		attrs := randomAttrs(r)
		must.Do(t, s.SetAttrs(id, attrs))
		sh := m.shape[id]
		sh.Attrs = inEffect(attrs)
		m.shape[id] = sh
	case op < 85:
		perm := make([]uint32, s.Len())
		before := slices.Clone(s.ids())
		for k, i := range r.Perm(len(perm)) {
			perm[k] = uint32(i)
		}
		must.Do(t, s.reorder(perm))
		for k, i := range perm {
			if s.ids()[k] != before[i] {
				t.Fatalf("slot %d holds %v, not %v", k, s.ids()[k], before[i])
			}
		}
	case op < 95:
		refreshAll(s)
	case op < 96:
		s.Grow(r.IntN(30))
	case op == 96 && r.IntN(5) == 0:
		s.Clear()
		for id := range m.shape {
			m.gone = append(m.gone, id)
		}
		clear(m.shape)
	case len(m.gone) > 0:
		stale := m.gone[r.IntN(len(m.gone))]
		for _, err := range []error{
			s.Remove(stale), s.SetPose(stale, At(0, 0, 0)), s.SetPosition(stale, 0, 0), s.SetAngle(stale, 0), s.SetAttrs(stale, Attrs{Static: true}),
		} {
			if !errors.Is(err, ErrNoShape) {
				t.Fatalf("stale %v: %v", stale, err)
			}
		}
		_, errPose := s.Pose(stale)
		_, errAttrs := s.Attrs(stale)
		_, errShape := s.Shape(stale)
		for _, err := range []error{errPose, errAttrs, errShape} {
			if !errors.Is(err, ErrNoShape) {
				t.Fatalf("stale %v: %v", stale, err)
			}
		}
	}
}

// A permutation changes nothing a kernel sees but where it lies.
func TestReorderKeepsRecords(t *testing.T) {
	r := testenv.Rand(t, 1)
	s := New()
	for range 300 {
		addRandom(t, r, s, Attrs{})
	}
	for range 60 {
		must.Do(t, s.Remove(s.ids()[r.IntN(s.Len())]))
	}
	refreshAll(s)
	type seen struct {
		rec  kernels.Record
		run  []float32
		minX float32
	}
	look := func() map[ID]seen {
		out := map[ID]seen{}
		c := s.columns()
		for i, id := range c.ID {
			v := seen{rec: s.record(i), minX: c.MinX[i]}
			lo, hi := c.Off[i], c.Off[i]+c.Num[i]
			for _, col := range [][]float32{c.Lanes.VX, c.Lanes.VY, c.Lanes.NX, c.Lanes.NY, c.Lanes.D, c.Local.VX, c.Local.NY} {
				v.run = append(v.run, col[lo:hi]...)
			}
			out[ID(id)] = v
		}
		return out
	}
	before := look()
	lanes := len(s.columns().Lanes.D)
	for range 5 {
		perm := make([]uint32, s.Len())
		for k, i := range r.Perm(len(perm)) {
			perm[k] = uint32(i)
		}
		must.Do(t, s.reorder(perm))
		must.Do(t, s.check())
		if !reflect.DeepEqual(look(), before) {
			t.Fatal("records or lanes differ")
		}
		end := uint32(0)
		c := s.columns()
		for i, n := range c.Num {
			if n > 0 && c.Off[i] < end {
				t.Fatalf("slot %d: lanes are not in the order of slots", i)
			}
			end = max(end, c.Off[i]+n)
		}
		if st := refreshAll(s); st.Rotated != 0 {
			t.Fatalf("%d shapes rotated by a reorder", st.Rotated)
		}
	}
	if got := len(s.columns().Lanes.D); got >= lanes {
		t.Errorf("%d lanes, before %d: holes were not closed", got, lanes)
	}
}

func TestReorderRefuses(t *testing.T) {
	s := New()
	for range 3 {
		must.Get(s.AddCircle(At(0, 0, 0), 1, Attrs{}))(t)
	}
	before := slices.Clone(s.ids())
	for _, perm := range [][]uint32{nil, {0, 1}, {0, 1, 2, 3}, {0, 1, 1}, {0, 1, 3}, {math.MaxUint32, 1, 2}} {
		if err := s.reorder(perm); !errors.Is(err, store.ErrPermutation) {
			t.Errorf("%v: %v", perm, err)
		}
	}
	if !slices.Equal(s.ids(), before) {
		t.Error("a refused permutation moved shapes")
	}
	must.Do(t, New().reorder(nil))
}

func TestDetach(t *testing.T) {
	s := New()
	a, b := Attach[int](s), Attach[int](s)
	must.Get(s.AddCircle(At(0, 0, 0), 1, Attrs{}))(t)
	Detach(s, a)
	must.Get(s.AddCircle(At(0, 0, 0), 1, Attrs{}))(t)
	if len(a.data()) != 1 || len(b.data()) != 2 {
		t.Errorf("%d and %d entries", len(a.data()), len(b.data()))
	}
	must.Do(t, s.check())
}

func slotOf(s *Shapes, id ID) (int, bool) {
	live := s.live()
	return live.Slot(id)
}
