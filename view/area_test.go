// SPDX-License-Identifier: MIT

package view

import (
	"testing"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/soa"
)

// TestWholeShowsTheFloor: walls as high as the sky are cut off, and the floor is not: of
// the packing's box all of the bottom is to be seen, and room above.
func TestWholeShowsTheFloor(t *testing.T) {
	w, err := sim.New("packing", 500, 1, batch.Config{})
	if err != nil {
		t.Fatal(err)
	}
	floor, top, heap := 0.0, 0.0, 0.0
	for id := range w.Shapes().All() {
		sh, err := w.Shapes().Shape(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range sh.Vertices {
			p := sh.Pose.Transform(v)
			if floor, top = min(floor, p.Y-sh.Radius), max(top, p.Y+sh.Radius); !sh.Attrs.Static {
				heap = max(heap, p.Y)
			}
		}
	}
	if v := shown(t, w.Shapes()); !(v.Min.Y < floor) || !(v.Max.Y > heap) || !(v.Max.Y < top) {
		t.Errorf("the box is from %v to %v, the heap %v high, and the view from %v to %v", floor, top, heap, v.Min.Y, v.Max.Y)
	}
	// A shape far from all moving shapes stays outside.
	shapes := soa.New()
	for _, err := range []error{
		second(shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})), second(shapes.AddCircle(soa.At(10, 10, 0), 1, soa.Attrs{})),
		second(shapes.AddBox(soa.At(0, -1000, 0), 1e6, 900, soa.Attrs{Static: true})),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if v := shown(t, shapes); v.Min.X < -5 || v.Max.X > 15 || v.Min.Y < -5 || v.Max.Y > 15 {
		t.Errorf("the view is %+v", v)
	}
}

func second(_ soa.ID, err error) error { return err }

// shown is the part of the plane that a first frame shows.
func shown(t *testing.T, shapes *soa.Shapes) Area {
	t.Helper()
	var s snapshot
	var c cast
	if err := (&taker{}).take(&s, shapes, nil, 0); err != nil {
		t.Fatal(err)
	}
	c.add(&s)
	return everything(&s, &c)
}
