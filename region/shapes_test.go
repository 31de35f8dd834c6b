// SPDX-License-Identifier: MIT

package region

import (
	"reflect"
	"testing"

	"daylight/internal/must"
)

// TestShapes: a list of several blocks returns shapes of every kind as they were appended.
func TestShapes(t *testing.T) {
	square := []Point{{0, 0}, {4, 0}, {4, 4}, {0, 4}}
	hole := []Point{{1, 1}, {3, 1}, {3, 3}, {1, 3}}
	frame := must.Get(New([][][]Point{{square, hole}}, Config{}))(t)
	notch := must.Get(New([][][]Point{{{{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}}}, Config{}))(t)
	all := []Shape{
		must.Get(NewConvex(square[:1], 2))(t), must.Get(NewConvex(square[:2], 0))(t), must.Get(NewConvex(square, .5))(t), {},
		must.Get(NewShape(frame, nil, 0))(t), must.Get(NewShape(notch, nil, 1))(t),
		must.Get(NewShape(nil, [][]Point{hole}, 1))(t), must.Get(NewShape(frame, [][]Point{hole}, 0))(t),
	}
	var list Shapes
	n := 2*blockShapes + 3
	for i := range n {
		list.Append(&all[i%len(all)])
	}
	if list.Len() != n || list.Bytes() < int64(72*n) {
		t.Errorf("%d shapes of %d, %d bytes", list.Len(), n, list.Bytes())
	}
	var room Region
	for i := range n {
		want := &all[i%len(all)]
		for _, in := range []*Region{nil, &room} {
			got := list.At(i, in)
			if !reflect.DeepEqual(&got, want) || list.Bounds(i) != want.Bounds() || got.None() != want.None() {
				t.Fatalf("shape %d: %+v, want %+v", i, got, want)
			}
			if !got.None() && !want.None() && got.Compare(want) != want.Compare(want) {
				t.Errorf("shape %d is not itself", i)
			}
		}
	}
}
