// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/checkmode"
	"daylight/internal/store"
	"daylight/internal/team"
	"sync"
	"sync/atomic"
	"time"
)

// run is a step under way: what its workers share, how the work is dealt to them, and how
// what they found is put together.
type run struct {
	job
	all     []*worker
	workers []*worker // those of all who take part in this step
	pace    pace
	stats   Stats
	keeper  keeper // nil without
	listing bool   // it has to do with this step
	lapped  time.Time
	phase   func(r *run, k int) error                // what worker k does now
	do      func(part int)                           // what a worker does in the phase building
	parts   int                                      // how many workers do it
	abreast func(parts int, do func(part int)) error // the method inParts, bound once

	chunks []chunk
	strips []stretch
	taken  atomic.Int64                             // stretches
	behind atomic.Int64                             // of them, those taken from the end
	out    *Contacts                                // where contacts go
	search func(w *worker, j *job, strip int) error // what is done with each strip
	events *tracker
	kept   int64 // bytes held from steps before, but for the workers
	moving advance
	tell   sync.Mutex // guards the two below
	done   int        // stretches
	told   time.Time
}

// keeper keeps candidates from one step to the next: a list.
type keeper interface {
	begin(r *run) bool                              // whether it has to do with this step
	defers(r *run) bool                             // it refreshes shapes itself, as it needs them
	refresh(r *run, c *chunk, w *worker)            // a chunk, by its worker
	find(r *run, out *Contacts, stats *Stats) error // the contacts, once shapes are refreshed
	forget()                                        // the step failed
	drop(r *run)                                    // there is no room for what is kept
	bytes() int64
}

// chunk is a range of slots that one worker brings up to date, with what it found.
type chunk struct {
	lo, hi  int
	refresh store.Stats

	immovable, pieces int // see travel.fit
}

// stretch is a range of strips that are worth one trip to the scheduler.
type stretch struct{ lo, hi int }

// stretchRows is how many rows the strips of a stretch have at least, unless it is one
// strip that has more. It does not depend on the number of workers, for the order does.
const stretchRows = 1024

// chunkSlots is how many slots a chunk holds at least.
const chunkSlots = 4096

// each has every worker do its share of a phase and returns the first error; a panic
// becomes a *PanicError. With one worker it is a plain call and allocates nothing.
func (r *run) each(phase func(r *run, k int) error) error {
	r.phase = phase
	return team.Each(len(r.workers), r, share, recovered)
}

func share(r *run, k int) error { return r.phase(r, k) }

func recovered(r *run, k int, value any) error {
	w := r.workers[k]
	defer func() { w.calling = "" }()
	return caught(value, w.calling)
}

// again begins the search for contacts anew.
func (r *run) again() {
	r.found.Store(0)
	r.failed.Store(false)
	r.done = 0
	r.taken.Store(0)
	r.behind.Store(0)
}

// lap adds the time since the last lap to d.
func (r *run) lap(d *time.Duration) {
	now := time.Now()
	*d += now.Sub(r.lapped)
	r.lapped = now
}

// A step takes as many workers as pay, of those that it may: another is started anew in each
// of some six phases, at 5 to 20 microseconds each, and its contacts are copied once more.
const (
	// workerPays is the work in nanoseconds that is worth one more worker.
	workerPays = 200_000
	// firstPace is what a shape costs in a step before which there was none, in nanoseconds:
	// much, for shapes of many corners and crowds cost that, and one step is no matter.
	firstPace = 200
)

// allWorkers has every step take all workers. It is for tests of what they do side by side,
// which takes more shapes than most of them have.
var allWorkers = false

// pace is what a shape costs in a step, in nanoseconds; 0 before the first.
type pace float64

// workers is how many workers a step of so many shapes takes, of those that it may. The contacts do not
// depend on it.
func (p pace) workers(shapes, most int) int {
	if allWorkers || checkmode.On() {
		return most
	}
	if p == 0 {
		p = firstPace
	}
	return int(max(1, min(float64(shapes)*float64(p)/workerPays, float64(most))))
}

// learn takes account of a step. One that was slow, perhaps because of something else on the machine,
// counts for half.
func (p *pace) learn(stats *Stats) {
	if stats.Shapes == 0 {
		return
	}
	now := pace(float64(stats.Times.step.Nanoseconds()) * float64(stats.Workers) / float64(stats.Shapes))
	if *p > 0 && now > *p {
		now = (now + *p) / 2
	}
	*p = max(now, 1)
}
