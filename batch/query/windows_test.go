// SPDX-License-Identifier: MIT

package query_test

import (
	"context"
	"fmt"
	"testing"

	"daylight/batch/query"
	"daylight/internal/must"
	"daylight/soa"
)

// TestWindowsByAHair: windows whose sides abut shapes, are apart from them by a hair or overlap by
// one, and some by more, where boxes in the tree are coarser than that, so that many have to be
// looked at again: among two crowds far from each other, and beside windows that are far from both.
func TestWindowsByAHair(t *testing.T) {
	ctx := context.Background()
	for _, apart := range []float64{0, 1e5, 1e7} {
		r := seeded(t, 171)
		s := soa.New()
		var q boxColumns
		for i := range 1500 {
			x, y := float64(3*(i%40)), float64(3*(i/40))
			if i%2 == 1 {
				x, y = x+apart, y-apart
			}
			must.Get(s.AddBox(soa.At(x, y, 0), 1, 1, soa.Attrs{}))(t)
			hair := func() float64 { return []float64{0, 1e-6, -1e-6, 1e-3, -1e-3}[r.IntN(5)] }
			x0, y0 := x+0.5+hair(), y+0.5+hair()
			switch i % 7 {
			case 0:
				x0 += 1e9
			case 1, 2: // by more than a hair
				x0, y0 = x0+0.7, y0+0.7
			}
			q.MinX, q.MinY = append(q.MinX, x0), append(q.MinY, y0)
			q.MaxX, q.MaxY = append(q.MaxX, x0+float64(3*r.IntN(4))+1.3+hair()), append(q.MaxY, y0+float64(3*r.IntN(4))+1.3+hair())
		}
		brute := asker(t, index(t, s, query.Config{BruteForce: true}), query.AskerConfig{Workers: 1})
		want := must.Get(q.canonical().aabbs(ctx, brute))(t)
		if found := len(want.Answers); found < 1000 {
			t.Fatalf("%g apart: windows find %d shapes, too few to prove anything", apart, found)
		}
		for _, table := range tables() {
			for _, workers := range []int{1, 3} {
				a := asker(t, index(t, s, query.Config{Kernels: table.Name}), query.AskerConfig{Workers: workers})
				got := must.Get(q.canonical().aabbs(ctx, a))(t)
				same(t, fmt.Sprintf("%g apart, %s, %d workers", apart, table.Name, workers), got, want)
			}
		}
	}
}

// TestWindowsOfRoundedSizes: the half sizes of windows are rounded to float32, so the kernels take
// some shapes beyond the side of a window to meet it. They are found by the index as well.
func TestWindowsOfRoundedSizes(t *testing.T) {
	ctx := context.Background()
	const half = 1<<24 + 3 // which rounds to 1<<24 + 4
	s := soa.New()
	var q boxColumns
	for i := range 64 {
		must.Get(s.AddCircle(soa.At(2*half+float64(i)/8, float64(4*i), 0), 0.25, soa.Attrs{}))(t)
		q.MinX, q.MaxX = append(q.MinX, 0), append(q.MaxX, 2*half)
		q.MinY, q.MaxY = append(q.MinY, float64(4*i)-half), append(q.MaxY, float64(4*i)+half)
	}
	brute := index(t, s, query.Config{BruteForce: true})
	want := must.Get(q.canonical().overlap(ctx, asker(t, brute, query.AskerConfig{Workers: 1})))(t)
	ix := index(t, s, query.Config{})
	got := must.Get(q.canonical().overlap(ctx, asker(t, ix, query.AskerConfig{Workers: 1})))(t)
	same(t, "windows", got, want)
	found := must.Get(brute.OverlapBox(nil, 0, q.MinY[0], 2*half, q.MaxY[0], query.Options{}))(t)
	if len(found) <= 3 || len(found) == 64 { // 3 reach across the side
		t.Errorf("a window meets %d shapes, which proves nothing", len(found))
	}
	same(t, "one window", must.Get(ix.OverlapBox(nil, 0, q.MinY[0], 2*half, q.MaxY[0], query.Options{}))(t), found)
}
