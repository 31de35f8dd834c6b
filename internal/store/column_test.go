// SPDX-License-Identifier: MIT

package store

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// model is what a column is to its users: entries, and a default; nil if it is not in use.
type model struct {
	entries  []int32
	initial  int32
	optional bool
	used     bool
}

func (m *model) push(n int) {
	for range n {
		if m.used {
			m.entries = append(m.entries, m.initial)
		}
	}
}

// TestFieldModel does to columns in random order all that can be done to them, and to plain
// slices the same.
func TestFieldModel(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var data, spare []int32
		m := model{initial: int32(r.IntN(3)), optional: r.IntN(2) == 0}
		m.used = !m.optional
		f := &Field[int32]{Data: &data, spare: &spare, initial: m.initial, optional: m.optional}
		n := 0 // shapes, whether the column is in use or not
		if f.Optional() != m.optional {
			t.Fatal("Optional")
		}
		for step := range 60 {
			op := r.IntN(9)
			switch {
			case op < 2:
				k := r.IntN(5)
				f.Push(k)
				m.push(k)
				n += k
			case op == 2 && n > 0:
				i := r.IntN(n)
				f.Drop(i)
				if m.used {
					m.entries[i] = m.entries[n-1]
					m.entries = m.entries[:n-1]
				}
				n--
			case op == 3:
				k := r.IntN(9)
				f.Grow(k)
				if m.used && cap(data)-len(data) < k {
					t.Fatalf("seed %d, step %d: room for %d, want %d", seed, step, cap(data)-len(data), k)
				}
			case op == 4:
				perm := make([]uint32, n)
				for i, k := range r.Perm(n) {
					perm[i] = uint32(k)
				}
				f.Permute(perm)
				if m.used {
					was := slices.Clone(m.entries)
					for i, k := range perm {
						m.entries[i] = was[k]
					}
				}
			case op == 5:
				f.Use(n)
				if !m.used {
					m.used = true
					m.push(n)
				}
			case op == 6 && m.used && n > 0:
				i, v := r.IntN(n), int32(10+r.IntN(90))
				(*f.Data)[i], m.entries[i] = v, v
			case op == 7:
				// Another column of the kind, in use or not.
				var theirs, theirSpare []int32
				o := &Field[int32]{Data: &theirs, spare: &theirSpare, initial: m.initial, optional: m.optional}
				k := 1 + r.IntN(6)
				o.Push(k)
				inUse := !m.optional || r.IntN(2) == 0
				if inUse {
					o.Use(k)
					for i := range theirs {
						theirs[i] = int32(200 + i)
					}
				}
				from := r.IntN(k)
				to := from + r.IntN(k-from+1)
				f.Append(n, o, from, to)
				if inUse {
					if !m.used {
						m.used = true
						m.push(n)
					}
					m.entries = append(m.entries, theirs[from:to]...)
				} else {
					m.push(to - from)
				}
				n += to - from
			case op == 8 && r.IntN(6) == 0:
				f.Truncate()
				m.entries = m.entries[:0]
				n = 0
				if f.optional && data == nil == m.used {
					t.Fatalf("seed %d, step %d: emptying it changed whether it is in use", seed, step)
				}
			default:
				f.Elsewhere()
			}
			if !slices.Equal(data, m.entries) || f.Len() != len(m.entries) {
				t.Fatalf("seed %d, step %d, operation %d: %v, want %v", seed, step, op, data, m.entries)
			}
		}
	}
}

// TestFieldLetsGo: a column of pointers keeps no pointer that was removed from it.
func TestFieldLetsGo(t *testing.T) {
	f := NewField[*int]()
	fill := func() {
		f.Push(4)
		for i := range 4 {
			(*f.Data)[i] = new(int)
		}
	}
	left := func(what string, n int) {
		t.Helper()
		all := (*f.Data)[:cap(*f.Data)]
		for i, p := range all[n:] {
			if p != nil {
				t.Errorf("%s: entry %d of %d is still held", what, n+i, n)
			}
		}
		for i, p := range (*f.spare)[:cap(*f.spare)] {
			if p != nil {
				t.Errorf("%s: entry %d of the spare column is still held", what, i)
			}
		}
	}
	fill()
	first, last := (*f.Data)[0], (*f.Data)[3]
	f.Drop(1)
	left("Drop", 3)
	if d := *f.Data; d[0] != first || d[1] != last {
		t.Error("Drop did not move the last entry to the slot")
	}
	f.Permute([]uint32{2, 1, 0})
	left("Permute", 3)
	if d := *f.Data; d[2] != first || d[1] != last {
		t.Error("Permute did not gather")
	}
	f.Truncate()
	left("Truncate", 0)
}

// TestFieldPermuteKeepsItsSpare: at the same size permuting again allocates nothing, and
// columns of one type share one spare.
func TestFieldPermuteKeepsItsSpare(t *testing.T) {
	var c Columns
	var s Spares
	list := c.List(&s)
	for _, col := range list {
		col.Push(100)
	}
	perm := make([]uint32, 100)
	for i := range perm {
		perm[i] = uint32(99 - i)
	}
	turn := func() {
		for _, col := range list {
			col.Permute(perm)
		}
	}
	turn()
	if n := testing.AllocsPerRun(10, turn); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if cap(s.f32) < 100 || cap(s.f64) < 100 || s.i32 != nil {
		t.Errorf("spares of %d float32, %d float64, %d int32", cap(s.f32), cap(s.f64), cap(s.i32))
	}
}

// TestFieldElsewhere: what somebody kept is overwritten, and the column is as it was.
func TestFieldElsewhere(t *testing.T) {
	check := func(name string, moved, poisoned bool) {
		t.Helper()
		if !moved || !poisoned {
			t.Errorf("%s: moved %v, overwritten %v", name, moved, poisoned)
		}
	}
	f64, f32, words := NewField[float64](), NewField[float32](), NewField[string]()
	f64.Push(2)
	f32.Push(2)
	words.Push(2)
	(*f64.Data)[1], (*f32.Data)[1], (*words.Data)[1] = 1.5, 2.5, "kept"
	old64, old32, oldWords := *f64.Data, *f32.Data, *words.Data
	f64.Elsewhere()
	f32.Elsewhere()
	words.Elsewhere()
	check("float64", (*f64.Data)[1] == 1.5, math.IsNaN(old64[1]) && math.IsNaN(old64[0]))
	check("float32", (*f32.Data)[1] == 2.5, old32[1] != old32[1])
	check("string", (*words.Data)[1] == "kept", oldWords[1] == "")

	unused := &Field[int32]{Data: new([]int32), spare: new([]int32), optional: true}
	unused.Elsewhere()
	if unused.Len() != 0 || *unused.Data != nil {
		t.Error("a column that is not in use has become one that is")
	}
}
