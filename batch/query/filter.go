// SPDX-License-Identifier: MIT

package query

import "daylight/soa"

// filter says which shapes may answer a question.
type filter struct {
	soa.Attrs
	skip          soa.ID // one that does not answer; 0 for none
	self          soa.ID // the shape that asks, if it may be in the index; 0 for none
	ignoreSensors bool
	active        bool // it may keep a shape of its world from answering
}

// filterOf is the filter of question q.
func (ix *Index) filterOf(o *Options, q uint32) filter {
	f := filter{Attrs: o.Attrs, skip: o.Skip, ignoreSensors: o.IgnoreSensors}
	if o.AttrsOf != nil {
		f.Attrs = o.AttrsOf[q]
	}
	if o.SkipOf != nil {
		f.skip = o.SkipOf[q]
	}
	f.active = f.skip != 0 || ix.filters(&f.Attrs)
	return f
}

// filters reports whether some shape may not meet one with these attributes in its world.
func (ix *Index) filters(a *soa.Attrs) bool {
	if ix.shapes.attrs != nil {
		return true
	}
	b := soa.Attrs{World: a.World}
	return !a.Meets(&b)
}

// passes reports whether the shape in a place of the question's world may answer.
func (f *filter) passes(of *shapes, place uint32) bool {
	id := of.id[place]
	if id == f.skip || id == f.self { // no ID is 0
		return false
	}
	b := soa.Attrs{}
	if of.attrs != nil {
		b = of.attrs[place]
	}
	if f.ignoreSensors && b.Sensor {
		return false
	}
	b.World = f.World
	return f.Attrs.Meets(&b)
}
