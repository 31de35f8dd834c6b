// SPDX-License-Identifier: MIT

package store

import (
	"reflect"
	"testing"
)

// TestKey: no literal outside of this package makes a Key: not of its name, which is internal, nor
// of its fields, whose types have no exported names.
func TestKey(t *testing.T) {
	k := reflect.TypeFor[Key]()
	if k.Kind() != reflect.Struct || k.NumField() == 0 {
		t.Fatalf("%v is no struct with fields: a literal of its kind would do", k)
	}
	for i := range k.NumField() {
		if k.Field(i).IsExported() {
			t.Errorf("field %s is exported", k.Field(i).Name)
		}
	}
}

// pretended is a Store that can be held once at a time.
type pretended struct {
	Store
	held bool
}

func (p *pretended) Hold() error {
	if p.held {
		return ErrPermutation
	}
	p.held = true
	return nil
}

func (p *pretended) Release() { p.held = false }

// set is what *soa.Shapes is to a Store, and its live column is an int.
type set struct {
	pretended
	live int
}

func (s *set) Engine(Key) (Store, *int) { return &s.pretended, &s.live }

// TestHold: neither of two sets is held after an error; the same set twice is held once, and a nil
// set is passed over.
func TestHold(t *testing.T) {
	a, b := &set{live: 1}, &set{live: 2}
	for _, of := range [][2]*set{{a, b}, {a, a}, {a, nil}, {nil, b}, {nil, nil}} {
		live, err := Hold(of)
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range of {
			if s != nil && (!s.held || live[k] != s.live) {
				t.Errorf("set %d: held %v, live %d", k, s.held, live[k])
			}
		}
		if Release(of); a.held || b.held {
			t.Error("held after Release")
		}
	}
	b.held = true
	if _, err := Hold([2]*set{a, b}); err == nil || a.held {
		t.Errorf("error %v, and the first set held: %v", err, a.held)
	}
	of := [2]*set{a, nil}
	if n := testing.AllocsPerRun(100, func() {
		if _, err := Hold(of); err != nil {
			t.Fatal(err)
		}
		Release(of)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
