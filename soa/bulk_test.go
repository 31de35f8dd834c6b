// SPDX-License-Identifier: MIT

package soa

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"daylight/internal/must"
	"daylight/internal/store"
)

// TestBulk: columns of boxes and of circles become what each of them would by itself, up to the
// first that is refused, for any contents of the store.
func TestBulk(t *testing.T) {
	odd := []float64{0, math.Copysign(0, -1), -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e-60, 0x1p60, 0x1p61, 0x1p100, 0x1p101, math.MaxFloat64}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 15))
		one, all := New(), New()
		for _, s := range []*Shapes{one, all} {
			addSome(t, s, int(seed%4)*9, seed)
			if seed%3 == 0 && s.Len() > 5 {
				for _, k := range []int{4, 2} {
					must.Do(t, s.Remove(s.ids()[k]))
				}
			}
			if seed%5 == 0 {
				col := Attach[int](s)
				for k := range col.data() {
					col.data()[k] = 1
				}
			}
			if seed%2 == 0 { // from now on changes are noted
				store.Of(s).Changed(nil, 0)
			}
		}
		n := r.IntN(40)
		num := func(least float64) []float64 {
			list := make([]float64, n)
			for i := range list {
				list[i] = least + r.Float64()
				if r.IntN(100) == 0 {
					list[i] = odd[r.IntN(len(odd))]
				}
			}
			return list
		}
		x, y, hx, hy := num(-0.5), num(-0.5), num(0.1), num(0.1)
		c, sn := make([]float32, n), make([]float32, n)
		for i := range c {
			p := At(0, 0, 7*r.Float64())
			if c[i], sn[i] = p.C, p.S; r.IntN(200) == 0 {
				c[i] = float32(odd[r.IntN(len(odd))])
			}
		}
		want, got := 0, 0
		var err, why error
		if seed%7 < 4 {
			for ; want < n && why == nil; want++ {
				_, why = one.AddBox(Pose{x[want], y[want], c[want], sn[want]}, hx[want], hy[want], Attrs{})
			}
			got, err = upTo(n, func(n int) error {
				_, err := all.AddBoxes(nil, Poses{x[:n], y[:n], c[:n], sn[:n]}, hx[:n], hy[:n], nil)
				return err
			})
		} else {
			for ; want < n && why == nil; want++ {
				_, why = one.AddCircle(Pose{x[want], y[want], 1, 0}, hx[want], Attrs{})
			}
			got, err = upTo(n, func(n int) error {
				_, err := all.AddCircles(nil, Poses{X: x[:n], Y: y[:n]}, hx[:n], nil)
				return err
			})
		}
		if why != nil {
			want--
		}
		if err != nil || got != want {
			t.Fatalf("seed %d: %d of %d, %v; want %d, since then %v", seed, got, n, err, want, why)
		}
		must.Do(t, all.check())
		a, b := fmt.Sprintf("%v %v", one.col, one.index), fmt.Sprintf("%v %v", all.col, all.index)
		if a != b {
			t.Fatalf("seed %d, %d added: got\n%s\nwant\n%s", seed, got, b, a)
		}
		changes := func(s *Shapes) string {
			slots, now, ok := store.Of(s).Changed(nil, 1)
			return fmt.Sprint(slots, now, ok)
		}
		if seed%2 == 0 && changes(one) != changes(all) {
			t.Fatalf("seed %d: changes %s, want %s", seed, changes(all), changes(one))
		}
		one.refresh(nil, 0, one.Len())
		all.refresh(nil, 0, all.Len())
		if a, b := fmt.Sprintf("%v", one.col), fmt.Sprintf("%v", all.col); a != b {
			t.Fatalf("seed %d, refreshed: got\n%s\nwant\n%s", seed, b, a)
		}
	}
}

// upTo adds n entries, or those before the first that is refused.
func upTo(n int, add func(n int) error) (int, error) {
	for {
		var e *Error
		if err := add(n); !errors.As(err, &e) || e.Row < 0 {
			return n, err
		}
		n = e.Row
	}
}

// TestBulkInUse: nothing is added while somebody relies on the columns.
func TestBulkInUse(t *testing.T) {
	s := New()
	must.Do(t, s.Update(func(Live) {
		_, err := s.AddBoxes(nil, Poses{X: []float64{0}, Y: []float64{0}}, []float64{1}, []float64{1}, nil)
		_, also := s.AddCircles(nil, Poses{X: []float64{0}, Y: []float64{0}}, []float64{1}, nil)
		if !errors.Is(err, ErrInUse) || !errors.Is(also, ErrInUse) {
			t.Error(err, also)
		}
	}))
}
