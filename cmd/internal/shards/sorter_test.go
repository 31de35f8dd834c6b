// SPDX-License-Identifier: MIT

package shards

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/cmd/internal/shapes"
	"daylight/internal/must"
)

// TestSorter: texts come back in the order of their keys, and of when they came, whether they are few or many, short or long.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for _, n := range []int{0, 1, 1000, 200_000} {
		s := NewSorter(t.TempDir())
		defer s.Close()
		type one struct {
			key  uint64
			text string
		}
		var want []one
		for i := range n {
			o := one{r.Uint64() >> (64 - 1 - r.IntN(KeyBits)), fmt.Sprint("text ", i)}
			if r.IntN(5000) == 0 {
				o.text += strings.Repeat(" and so on", r.IntN(1<<placeBits/5))
			}
			if r.IntN(10) == 0 {
				o.key = 1<<KeyBits - 1
			}
			want = append(want, o)
			must.Do(t, s.Add(o.key, []byte(o.text)))
		}
		if many := s.file != nil; many != (n > 1000) {
			t.Fatalf("%d texts: a file is there: %v", n, many)
		}
		slices.SortStableFunc(want, func(a, b one) int { return cmp.Compare(a.key, b.key) })
		k := 0
		must.Do(t, s.Each(func(key uint64, text []byte) error {
			if k == n || want[k] != (one{key, string(text)}) {
				t.Fatalf("text %d of %d is %q, with key %d", k, n, text[:min(len(text), 20)], key)
			}
			k++
			return nil
		}))
		if k < n {
			t.Errorf("%d of %d texts", k, n)
		}
	}
}

// TestSorterDamaged: a temporary file that is not as it was written is an error, and no texts are told that were not added.
func TestSorterDamaged(t *testing.T) {
	s := NewSorter(t.TempDir())
	defer s.Close()
	const n = 200_000
	text := func(key uint64) string { return fmt.Sprintf("\xff\xff\xff\xff\xff\xff\xff\x7f text %d", key) }
	for i := range uint64(n) {
		key := i * 7919 % n
		must.Do(t, s.Add(key, []byte(text(key))))
	}
	was := s.runs[0]
	for by := range 20 { // which is less than the shortest text
		for _, r := range []stretch{{at: was.at + int64(by), size: was.size - by}, {at: was.at, size: was.size - by}} {
			s.runs[0] = r
			err := s.Each(func(key uint64, got []byte) error {
				if key >= n || string(got) != text(key) {
					t.Fatalf("run %+v: told of %q with key %d", r, got, key)
				}
				return nil
			})
			if same := r == was; same != (err == nil) || !same && !errors.Is(err, shapes.ErrSpill) {
				t.Fatalf("run %+v, which was %+v: %v", r, was, err)
			}
		}
	}
}

// TestTournament: lists that are each in order come out in the order of all.
func TestTournament(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 40 {
		lists, first := make([][]place, n), make([]place, n)
		var all []place
		take := func(i int) {
			first[i] = over
			if len(lists[i]) > 0 {
				first[i], lists[i] = lists[i][0], lists[i][1:]
			}
		}
		for i := range lists {
			for range r.IntN(20) {
				a, b := r.Uint64N(10), r.Uint64N(10)
				p := place{r.Uint64N(3), min(a, b), max(a, b), a}
				if !slices.Contains(all, p) {
					lists[i], all = append(lists[i], p), append(all, p)
				}
			}
			slices.SortFunc(lists[i], func(p, q place) int { return p.compare(&q) })
			take(i)
		}
		slices.SortFunc(all, func(p, q place) int { return p.compare(&q) })
		var turn tournament
		turn.begin(first)
		for k, want := range all {
			i := turn.first()
			if turn.places[i] != want {
				t.Fatalf("%d lists: %v comes %dth, want %v", n, turn.places[i], k, want)
			}
			take(i)
			turn.next()
		}
		if n > 0 && turn.places[turn.first()] != over {
			t.Fatalf("%d lists: something is left", n)
		}
	}
}
