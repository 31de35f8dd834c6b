// SPDX-License-Identifier: MIT

package query

import (
	"fmt"

	"daylight/internal/store"
	"daylight/soa"
)

// Filters are columns with an entry for each question. They say which shapes may answer a question,
// by the rules that say which shapes meet (see soa.Attrs). A nil column stands for zeros, the default.
// A question is never static.
type Filters struct {
	World    []uint32
	Category []uint32 // 0 stands for 1
	Ignore   []uint32 // categories that do not answer
	Group    []int32
	Body     []uint32
	Skip     []soa.ID // one shape that does not answer the question; 0 for none
}

// Filter holds the filters of one question. The zero value is the default.
type Filter struct {
	soa.Attrs
	Skip soa.ID
}

// check refuses columns of another length.
func (f *Filters) check(op string, n int) error {
	for _, c := range [...]struct {
		name string
		n    int
		ok   bool
	}{
		{"World", len(f.World), f.World == nil},
		{"Category", len(f.Category), f.Category == nil},
		{"Ignore", len(f.Ignore), f.Ignore == nil},
		{"Group", len(f.Group), f.Group == nil},
		{"Body", len(f.Body), f.Body == nil},
		{"Skip", len(f.Skip), f.Skip == nil},
	} {
		if !c.ok && c.n != n {
			return &QuestionError{Op: op, Question: -1, Reason: fmt.Sprintf("Filters.%s has %d entries for %d questions: give one for each, or leave the column nil", c.name, c.n, n)}
		}
	}
	return nil
}

// sieve is the filter of the question in hand.
type sieve struct {
	Filter
	self  soa.ID // the shape that asks, if it may be in the index; else 0
	solid bool   // it is not about sensors
	attrs bool   // attributes other than worlds, or self, may keep shapes out
}

func (f *Filters) at(ix *Index, i uint32) sieve {
	var s sieve
	if f.World != nil {
		s.World = f.World[i]
	}
	if f.Category != nil {
		s.Category = f.Category[i]
	}
	if f.Ignore != nil {
		s.Ignore = f.Ignore[i]
	}
	if f.Group != nil {
		s.Group = f.Group[i]
	}
	if f.Body != nil {
		s.Body = f.Body[i]
	}
	if f.Skip != nil {
		s.Skip = f.Skip[i]
	}
	s.attrs = ix.sifts(&s.Attrs)
	return s
}

// sifts reports whether attributes other than worlds can matter.
func (ix *Index) sifts(a *soa.Attrs) bool {
	return ix.shapes.attrs != nil || a.Ignore&store.DefaultCategory != 0
}

// lets reports whether a question is about the shape in a place of its world.
func (s *sieve) lets(of *shapes, place uint32) bool {
	if s.Skip != 0 && of.id[place] == s.Skip {
		return false
	}
	if !s.attrs {
		return true
	}
	if s.self != 0 && of.id[place] == s.self {
		return false
	}
	var b soa.Attrs
	if of.attrs != nil {
		b = of.attrs[place]
	}
	if s.solid && b.Sensor {
		return false
	}
	b.World = s.World
	return s.Attrs.Meets(&b)
}

// none reports whether all columns but World are nil.
func (f *Filters) none() bool {
	return f.Category == nil && f.Ignore == nil && f.Group == nil && f.Body == nil && f.Skip == nil
}
