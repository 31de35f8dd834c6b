// SPDX-License-Identifier: MIT

package view

import (
	"slices"
	"sync"
	"time"
)

// maxViewers is how many pages may watch at once.
const maxViewers = 32

// door counts the connections of a View.
type door struct {
	sync.Mutex
	watchers int       // connections that have a place, greeted or not
	seated   []*viewer // those that are greeted
	closed   bool      // no more of them
	handlers sync.WaitGroup
	// A viewer that has confirmed nothing for so long gives its place up, if another wants it: a
	// page in a tab that nobody sees draws nothing, and may stay otherwise.
	idle time.Duration
}

func (d *door) empty() bool {
	d.Lock()
	defer d.Unlock()
	return d.watchers == 0
}

// enter counts a connection in, if there is room or somebody's place is free to take.
func (d *door) enter() bool {
	d.Lock()
	defer d.Unlock()
	if d.closed || (d.watchers >= maxViewers && !d.unseat()) {
		return false
	}
	d.watchers++
	d.handlers.Add(1)
	return true
}

// unseat ends the connection of the viewer that has confirmed nothing for longest, if that is long
// enough.
func (d *door) unseat() bool {
	now, longest := time.Now(), d.idle
	var last *viewer
	for _, v := range d.seated {
		if silent := v.silent(now); silent >= longest {
			last, longest = v, silent
		}
	}
	if last == nil {
		return false
	}
	d.rise(last)
	last.leave()
	return true
}

// sit gives a viewer that has entered its place by name.
func (d *door) sit(v *viewer) {
	d.Lock()
	defer d.Unlock()
	d.seated = append(d.seated, v)
}

// rise gives a viewer's place up, unless it has been taken. The caller holds the lock.
func (d *door) rise(v *viewer) {
	if i := slices.Index(d.seated, v); i >= 0 {
		d.seated = slices.Delete(d.seated, i, i+1)
		d.watchers--
	}
}

// exit ends what enter began; v is nil if the viewer was never seated.
func (d *door) exit(v *viewer) {
	d.Lock()
	defer d.Unlock()
	if v == nil {
		d.watchers--
	} else {
		d.rise(v)
	}
	d.handlers.Done()
}

// close lets nobody in, and waits until all have left.
func (d *door) close() {
	d.Lock()
	d.closed = true
	d.Unlock()
	d.handlers.Wait()
}
