// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"reflect"
	"testing"

	"daylight/internal/must"
)

// TestAddPolygons: outlines of one column become what each becomes by itself, in local and in world
// coordinates; if one is refused, its row is named and nothing is added.
func TestAddPolygons(t *testing.T) {
	points := []Point{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 0, Y: 1}, {X: 5, Y: 5}, {X: 6, Y: 5}, {X: 6, Y: 7}, {X: 5, Y: 7}}
	offsets := []int{0, 3, 7}
	attrs := []Attrs{{Static: true}, {World: 4}}
	for _, p := range []Poses{{}, {X: []float64{1, 2}, Y: []float64{3, 4}}} {
		one, all := New(), New()
		ids, err := all.AddPolygons(nil, p, points, offsets, nil, attrs)
		if err != nil || len(ids) != 2 {
			t.Fatal(ids, err)
		}
		for i, id := range ids {
			pts, a := points[offsets[i]:offsets[i+1]], attrs[i]
			if p.X == nil {
				_, err = one.AddOutline(pts, 0, a)
			} else {
				_, err = one.AddPolygon(p.at(i), pts, 0, a)
			}
			must.Do(t, err)
			want, _ := one.Shape(one.ids()[i])
			got, _ := all.Shape(id)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("polygon %d: %+v, want %+v", i, got, want)
			}
		}
		var e *Error
		none, err := all.AddPolygons(nil, p, points, []int{0, 3, 4}, nil, nil)
		if e, ok := err.(*Error); !ok || e.Row != 1 || len(none) > 0 || all.Len() != 2 { // itself, whatever was taken back
			t.Errorf("%v, a %T: %v; %d shapes", none, err, err, all.Len())
		}
		must.Do(t, all.check())
		must.Do(t, all.SetAttrsOf(ids, []Attrs{{Group: 7}, {World: 4, Group: 8}}))
		if a, _ := all.Attrs(ids[1]); a != (Attrs{World: 4, Category: 1, Group: 8}) {
			t.Errorf("%+v", a)
		}
		if err := all.SetAttrsOf([]ID{ids[0], 99}, []Attrs{{Body: 1}, {Body: 2}}); !errors.As(err, &e) || e.Row != 1 || !errors.Is(err, ErrNoShape) {
			t.Error(err)
		}
		if _, err := all.AddCircles(nil, Poses{X: []float64{1}, Y: []float64{1}}, []float64{1, 2}, nil); !errors.Is(err, ErrRange) {
			t.Error(err)
		}
	}
}
