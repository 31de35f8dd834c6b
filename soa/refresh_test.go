// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"sync"
	"testing"

	"daylight/internal/kernels"
	"daylight/internal/kernels/isa"
	"daylight/internal/must"
	"daylight/internal/store"
	"daylight/internal/testenv"
)

// Lanes and bounds against a rotation in float64, for every table.
func TestRefreshRotates(t *testing.T) {
	for _, table := range isa.All() {
		t.Run(table.Name, func(t *testing.T) {
			r := testenv.Rand(t, 1)
			s := New()
			for range 500 {
				addRandom(t, r, s, Attrs{})
			}
			for range 5 {
				c, sn := s.col.C, s.col.S
				for i := range c {
					sn[i], c[i] = SinCos(r.Float64() * 100)
				}
				s.refresh(table, 0, s.Len())
				must.Do(t, s.check()) // compares lanes and inner bounds
				checkBoundsTight(t, s)
			}
		})
	}
}

// checkBoundsTight checks that bounds hold the shape with the margin promised, and no
// more than a little beyond.
func checkBoundsTight(t *testing.T, s *Shapes) {
	t.Helper()
	c := s.columns()
	for i, id := range c.ID {
		sh := must.Get(s.Shape(ID(id)))(t)
		reach := 0.0
		minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		turn := Pose{C: c.RC[i], S: c.RS[i]}
		for _, v := range sh.Vertices {
			reach = max(reach, math.Hypot(v.X, v.Y))
			p := turn.Transform(v)
			minX, minY = min(minX, p.X-sh.Radius), min(minY, p.Y-sh.Radius)
			maxX, maxY = max(maxX, p.X+sh.Radius), max(maxY, p.Y+sh.Radius)
		}
		if far := float64(c.Reach[i]); far < reach || far > reach*(1+0x1p-19) {
			t.Fatalf("%v: reach %v, want %v", id, far, reach)
		}
		low, high := (reach+sh.Radius)*0x1p-16, (reach+sh.Radius)*0x1.2p-16+0x1p-120
		for _, d := range []float64{minX - float64(c.MinX[i]), minY - float64(c.MinY[i]), float64(c.MaxX[i]) - maxX, float64(c.MaxY[i]) - maxY} {
			if d < low || d > high {
				t.Fatalf("%v (class %d): bounds off by %v, want %v to %v", id, c.Class[i], d, low, high)
			}
		}
	}
}

func TestRefreshTinyAndHuge(t *testing.T) {
	s := New()
	for _, size := range []float64{1e-44, 1e-38, 1e-20, 1, 1e17} {
		must.Get(s.AddBox(At(0, 0, 1), size, size, Attrs{}))(t)
		must.Get(s.AddCapsule(At(0, 0, 2), size, size, Attrs{}))(t)
		must.Get(s.AddCircle(At(0, 0, 2), size, Attrs{}))(t)
	}
	for _, size := range []float64{1e-20, 1, 1e17} {
		must.Get(s.AddPolygon(At(0, 0, 3), regular(7, size), size, Attrs{}))(t)
	}
	refreshAll(s)
	must.Do(t, s.check())
	c := s.columns()
	for i := range c.ID {
		if !(c.MinX[i] < 0 && c.MaxX[i] > 0 && c.MinX[i] > -1e19 && c.MaxY[i] < 1e19) {
			t.Errorf("slot %d: bounds %v to %v", i, c.MinX[i], c.MaxX[i])
		}
	}
}

// Only what turned is rotated again; moving costs nothing.
func TestRefreshOnlyWhatTurned(t *testing.T) {
	r := testenv.Rand(t, 1)
	s := New()
	polygons := 0
	for range 200 {
		id := addRandom(t, r, s, Attrs{})
		if sh, _ := s.Shape(id); sh.Class != kernels.Circle {
			polygons++
		}
	}
	if st := refreshAll(s); st.Rotated != polygons || st.Quarantined != 0 {
		t.Fatalf("%+v, want %d rotated", st, polygons)
	}
	x, y := s.col.X, s.col.Y
	for i := range x {
		x[i] += 5
		y[i] *= 2
	}
	if st := refreshAll(s); st != (store.Stats{}) {
		t.Fatalf("%+v after moving", st)
	}
	// A rotation off unit length is scaled each time, but not rotated again.
	c, sn := s.col.C, s.col.S
	for i := range c {
		c[i], sn[i] = c[i]*1.1, sn[i]*1.1
	}
	first := refreshAll(s)
	if again := refreshAll(s); again.Rotated != 0 || first.Quarantined != 0 {
		t.Fatalf("%+v, then %+v", first, again)
	}
	must.Do(t, s.check())
	// -0 is 0.
	id := must.Get(s.AddBox(Pose{C: 1, S: float32(math.Copysign(0, -1))}, 1, 2, Attrs{}))(t)
	refreshAll(s)
	must.Do(t, s.SetPose(id, Pose{C: 1}))
	if st := refreshAll(s); st.Rotated != 0 {
		t.Error("-0 and 0 are different rotations")
	}
}

// The outcome is a function of the poses, not of how they came about.
func TestRefreshIsAFunctionOfPoses(t *testing.T) {
	build := func() *Shapes {
		r := testenv.Rand(t, 1)
		s := New()
		for range 200 {
			addRandom(t, r, s, Attrs{})
		}
		return s
	}
	a, b := build(), build()
	r := testenv.Rand(t, 1)
	c, sn := b.col.C, b.col.S
	keepC, keepS := slices.Clone(c), slices.Clone(sn)
	for range 5 {
		for i := range c {
			sn[i], c[i] = SinCos(r.Float64() * 7)
			if r.IntN(5) == 0 {
				c[i] = float32(math.NaN())
			}
		}
		refreshAll(b)
	}
	copy(c, keepC)
	copy(sn, keepS)
	// In pieces, at once, against in one go.
	var wait sync.WaitGroup
	for lo := 0; lo < b.Len(); lo += 37 {
		wait.Go(func() { b.refresh(nil, lo, min(lo+37, b.Len())) })
	}
	refreshAll(a)
	wait.Wait()
	ca, cb := a.columns(), b.columns()
	if !reflect.DeepEqual(ca, cb) {
		t.Error("columns differ")
	}
}

func TestRefreshRange(t *testing.T) {
	s := New()
	for range 10 {
		must.Get(s.AddBox(At(0, 0, 1), 1, 1, Attrs{}))(t)
	}
	for _, c := range [][3]int{{5, 5, 0}, {7, 3, 0}, {-3, 2, 2}, {8, 99, 2}, {20, 30, 0}, {-9, 99, 6}} {
		if st := s.refresh(nil, c[0], c[1]); st.Rotated != c[2] {
			t.Errorf("[%d, %d): %d rotated, want %d", c[0], c[1], st.Rotated, c[2])
		}
	}
	if st := New().refresh(nil, 0, 0); st != (store.Stats{}) {
		t.Errorf("%+v", st)
	}
}

func TestQuarantine(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	nan32, inf32 := float32(nan), float32(inf)
	for _, c := range []struct {
		pose   Pose
		fault  uint8
		circle bool // also for circles
		err    error
	}{
		{Pose{nan, 0, 1, 0}, store.PositionNotFinite, true, errNotFinite},
		{Pose{0, nan, 1, 0}, store.PositionNotFinite, true, errNotFinite},
		{Pose{-inf, 0, 1, 0}, store.PositionNotFinite, true, errNotFinite},
		{Pose{1e31, nan, 1, 0}, store.PositionNotFinite, true, errNotFinite},
		{Pose{0, -1e31, 1, 0}, store.PositionTooFar, true, ErrRange},
		{Pose{0, 0, nan32, 0}, store.RotationNotFinite, false, errNotFinite},
		{Pose{0, 0, 0, inf32}, store.RotationNotFinite, false, errNotFinite},
		{Pose{0, 0, 0, 0}, store.RotationNotUnit, false, errRotation},
		{Pose{0, 0, 2, 0}, store.RotationNotUnit, false, errRotation},
		{Pose{0, 0, math.MaxFloat32, math.MaxFloat32}, store.RotationNotUnit, false, errRotation},
	} {
		r := testenv.Rand(t, 1)
		s := New()
		var ids []ID
		for range 60 {
			ids = append(ids, addRandom(t, r, s, Attrs{}))
		}
		refresh := r.IntN(2) == 0
		if refresh {
			refreshAll(s)
		}
		before := s.columns()
		lanes := slices.Clone(before.Lanes.VX)
		x, y := s.col.X, s.col.Y
		cos, sin := s.col.C, s.col.S
		keep := map[ID]Pose{}
		var want []ID
		for i := 0; i < s.Len(); i += 3 {
			id := s.ids()[i]
			keep[id], _ = s.Pose(id)
			x[i], y[i], cos[i], sin[i] = c.pose.X, c.pose.Y, c.pose.C, c.pose.S
			if c.circle || before.Class[i] != kernels.Circle {
				want = append(want, id)
			}
		}
		if st := refreshAll(s); st.Quarantined != len(want) {
			t.Errorf("%v: %+v, want %d", c.pose, st, len(want))
		}
		must.Do(t, s.check())
		var got []ID
		for id, err := range s.Quarantined() {
			var e *Error
			if i, _ := s.engine().Slot(uint64(id)); s.col.Fault[i] != c.fault || !errors.Is(err, c.err) || !errors.As(err, &e) || e.id != id || e.What == "" {
				t.Errorf("%v: fault %d, %v, want %d, %v", c.pose, s.col.Fault[i], err, c.fault, c.err)
			}
			got = append(got, id)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v in quarantine, want %v", c.pose, got, want)
		}
		for range s.Quarantined() {
			break
		}
		if refresh && !slices.Equal(s.columns().Lanes.VX, lanes) {
			t.Errorf("%v: lanes changed", c.pose)
		}

		// Setting such a pose is refused, setting a sound one heals.
		if err := s.SetPose(ids[1], c.pose); !errors.Is(err, c.err) {
			t.Errorf("%v: %v, want %v", c.pose, err, c.err)
		}
		if _, err := s.AddCircle(c.pose, 1, Attrs{}); !errors.Is(err, c.err) {
			t.Errorf("%v: %v, want %v", c.pose, err, c.err)
		}
		for id, p := range keep {
			must.Do(t, s.SetPose(id, p))
		}
		if st := refreshAll(s); st.Quarantined != 0 || refresh && st.Rotated != 0 {
			t.Errorf("%v: %+v after healing", c.pose, st)
		}
		for id := range s.Quarantined() {
			t.Errorf("%v: %v still in quarantine", c.pose, id)
		}
		must.Do(t, s.check())
	}
}

func TestPoseRefuses(t *testing.T) {
	s := New()
	id := circle(t, s)
	if err := s.SetPosition(id, math.NaN(), 0); !errors.Is(err, errNotFinite) {
		t.Error(err)
	}
	err := s.SetAngle(id, math.Inf(1))
	if want := "soa: SetAngle: shape 0:1: angle +Inf: not finite"; err == nil || err.Error() != want {
		t.Errorf("%v, want %v", err, want)
	}
	_, err = s.AddBox(Pose{X: 1, Y: 2}, 1, 1, Attrs{})
	if want := "soa: AddBox: rotation (0, 0): not a rotation; C and S are the cosine and sine of the angle; At(x, y, angle) makes them"; err == nil || err.Error() != want {
		t.Errorf("%v, want %v", err, want)
	}
}

func TestRecords(t *testing.T) {
	s := New()
	add := func(_ ID, err error) {
		t.Helper()
		must.Do(t, err)
	}
	add(s.AddCircle(At(1, 2, 3), 4, Attrs{}))
	add(s.AddCapsule(Pose{1, 2, 0, 1}, 3, 0.5, Attrs{}))
	add(s.AddCapsule(Pose{1, 2, 0, 1}, 3, 0, Attrs{}))
	add(s.AddBox(Pose{1, 2, 0, 1}, 3, 4, Attrs{}))
	add(s.AddRoundedBox(Pose{1, 2, 0, 1}, 3, 4, 0.5, Attrs{}))
	add(s.AddRoundedBox(Pose{1, 2, 0, 1}, 3, 4, 0, Attrs{}))
	add(s.AddPolygon(Pose{1, 2, 0, 1}, []Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 0, Y: 4}}, 2, Attrs{}))
	add(s.AddCapsule(Pose{1, 2, 0, 1}, 0, 0.5, Attrs{}))
	add(s.AddSegmentBetween(Point{X: 1, Y: 2}, Point{X: 1, Y: 6}, 0.5, Attrs{}))
	add(s.AddSegmentBetween(Point{X: 1, Y: 2}, Point{X: 1, Y: 2}, 0.5, Attrs{}))
	add(s.AddBox(Pose{1, 2, 1.125, 0}, 3, 4, Attrs{}))
	var round []Point
	for k := range 100 {
		x, y := math.Sincos(-2 * math.Pi * float64(k) / 100)
		round = append(round, Point{X: 4 * x, Y: 4 * y})
	}
	add(s.AddPolygon(Pose{1, 2, 0, 1}, round, 0, Attrs{}))
	refreshAll(s)
	five, four := outward(5), outward(4)
	want := []struct {
		class kernels.Class
		kernels.Record
	}{
		{kernels.Circle, kernels.Record{X: 1, Y: 2, P: 4, C: 1}},
		{kernels.Capsule, kernels.Record{X: 1, Y: 2, P: 3, Q: 0.5, S: 1}},
		{kernels.Capsule, kernels.Record{X: 1, Y: 2, P: 3, S: 1}},
		{kernels.Box, kernels.Record{X: 1, Y: 2, P: 3, Q: 4, S: 1}},
		{kernels.Polygon, kernels.Record{X: 1, Y: 2, P: 0.5, C: five}},
		{kernels.Box, kernels.Record{X: 1, Y: 2, P: 3, Q: 4, S: 1}},
		{kernels.Polygon, kernels.Record{X: 1, Y: 2, P: 2, C: four}},
		{kernels.Circle, kernels.Record{X: 1, Y: 2, P: 0.5, C: 1}},
		{kernels.Capsule, kernels.Record{X: 1, Y: 4, P: 2, Q: 0.5, S: 1}},
		{kernels.Circle, kernels.Record{X: 1, Y: 2, P: 0.5, C: 1}},
		{kernels.Box, kernels.Record{X: 1, Y: 2, P: 3, Q: 4, C: 1}},
		{kernels.Polygon, kernels.Record{X: 1, Y: 2, C: four, S: 100}},
	}
	slots := make([]uint32, s.Len())
	for i := range slots {
		slots[i] = uint32(len(slots) - 1 - i)
	}
	got := make([]kernels.Record, s.Len())
	s.gather(chosen(), got, slots)
	c := s.columns()
	for k, i := range slots {
		if c.Class[i] != want[i].class || got[k] != want[i].Record || s.record(int(i)) != got[k] {
			t.Errorf("slot %d: class %d %+v, want %+v", i, c.Class[i], got[k], want[i])
		}
	}
}

func TestAddRefuses(t *testing.T) {
	s := New()
	p := At(0, 0, 0)
	for _, c := range []struct {
		add  func() (ID, error)
		want error
		says string
	}{
		{func() (ID, error) { return s.AddCircle(p, -1, Attrs{}) }, errNegative, "soa: AddCircle: radius -1: negative"},
		{func() (ID, error) { return s.AddCircle(p, 0x1p61, Attrs{}) }, ErrRange, ""},
		{func() (ID, error) { return s.AddCapsule(p, math.NaN(), 1, Attrs{}) }, errNotFinite, "soa: AddCapsule: half length NaN: not finite"},
		{func() (ID, error) { return s.AddCapsule(p, 0x1p60, 0x1p60, Attrs{}) }, ErrRange, ""},
		{func() (ID, error) { return s.AddCapsule(p, -2, 0, Attrs{}) }, errNegative, ""},
		{func() (ID, error) { return s.AddSegmentBetween(Point{X: math.NaN(), Y: 0}, Point{}, 1, Attrs{}) }, errNotFinite, ""},
		{func() (ID, error) { return s.AddSegmentBetween(Point{X: 0x1p101, Y: 0}, Point{}, 1, Attrs{}) }, ErrRange, ""},
		{func() (ID, error) { return s.AddSegmentBetween(Point{X: 0x1p90, Y: 0}, Point{}, 1, Attrs{}) }, ErrRange, ""},
		{func() (ID, error) { return s.AddBox(p, 0, 1, Attrs{}) }, ErrZeroArea, "soa: AddBox: half extents (0, 1): zero area; use AddCapsule"},
		{func() (ID, error) { return s.AddBox(p, 1, 1e-60, Attrs{}) }, ErrZeroArea, ""},
		{func() (ID, error) { return s.AddBox(p, 1, math.Inf(1), Attrs{}) }, errNotFinite, ""},
		{func() (ID, error) { return s.AddRoundedBox(p, 1, 0, 1, Attrs{}) }, ErrZeroArea, ""},
		{func() (ID, error) { return s.AddRoundedBox(p, 1, 1, -1, Attrs{}) }, errNegative, ""},
		{func() (ID, error) { return s.AddRoundedBox(p, 0x1p60, 1, 0x1p60, Attrs{}) }, ErrRange, ""},
	} {
		id, err := c.add()
		if !errors.Is(err, c.want) || id != 0 || s.Len() != 0 || c.says != "" && err.Error() != c.says {
			t.Errorf("%v, %v; want %v %q", id, err, c.want, c.says)
		}
	}
	must.Do(t, s.check())
}
