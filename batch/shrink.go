// SPDX-License-Identifier: MIT

package batch

import (
	"slices"

	"daylight/internal/store"
	"daylight/internal/sweep"
)

// Shrink frees memory. An engine keeps as much as its largest step took, so that a step like it
// allocates nothing. Shrink gives that back to the garbage collector, but for what the last step
// returned, which stays valid, and so do its Events. The next step allocates what it needs, and
// makes a new list of candidates if the engine keeps one (see Skin). The columns of the shapes
// belong to the store; Shrink leaves them alone. It returns ErrBusy while a step is under way.
func (e *Engine) Shrink() error {
	if e == nil || e.shapes == nil {
		return wrong("Shrink", "the Engine was not made by New")
	}
	if !e.busy.CompareAndSwap(false, true) {
		return ErrBusy
	}
	defer e.busy.Store(false)
	e.out = *e.out.Clone()
	for k := range e.workers {
		e.workers[k] = newWorker(k, &methods[e.cfg.mode])
	}
	r := &e.run
	r.frame, r.travel, r.torus, r.where = nil, travel{}, nil, store.Columns{}
	r.wrapped.boxes, r.wrapped.filters = sweep.Boxes{}, sweep.Filters{}
	r.chunks, r.strips, r.out = nil, nil, nil
	r.axes.live.Store(0)
	r.axes.prev, r.axes.next = nil, nil
	if e.list != nil {
		e.list.shrink()
	}
	e.canon, e.perm = sorter{}, nil
	e.events.shrink()
	return nil
}

// shrink keeps what the last step found, and what the next is compared with.
func (t *tracker) shrink() {
	t.keys, t.fresh = slices.Clone(t.keys), nil
	t.seen, t.parts, t.table, t.lost, t.sorter = nil, nil, nil, nil, sorter{}
	t.prev = t.prev.clone()
	c := &t.out
	c.lazy.Lock()
	defer c.lazy.Unlock()
	c.sorter = sorter{}
	c.Was, c.Begin, c.End, c.persist = slices.Clone(c.Was), c.Begin.clone(), c.End.clone(), c.persist.clone()
}

func (p *Pairs) clone() Pairs { return Pairs{slices.Clone(p.A), slices.Clone(p.B)} }
