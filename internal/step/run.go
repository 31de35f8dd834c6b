// SPDX-License-Identifier: MIT

package step

import (
	"sync"
	"sync/atomic"
	"time"

	"daylight/internal/guard"
	"daylight/internal/store"
)

// epoch is a time before all steps.
var epoch = time.Now()

// Run is a step under way: what its workers share, how work is dealt to them, and how what they
// found is put together.
type Run struct {
	Job
	workforce
	queue
	progress

	Stats      Stats
	lapped     time.Duration // when the last phase ended, since the step began
	events     *Tracker
	Advance    Advance
	Tidy       func() // puts storage in order before strips are swept, if it pays; nil if steps do not
	HeldBefore int64  // bytes that are held from earlier steps, but for those of the workers
}

// workforce is the workers, and what they do side by side.
type workforce struct {
	All      []*Worker
	Workers  []*Worker // those of all who take part in this step
	Pace     Pace
	eachPart func(parts int, do func(part int)) error // the method inParts, bound once
	parts    int                                      // how many workers do a part of building the frame
	do       func(part int)                           // what each of them does
}

// queue is work that workers take piece by piece, and where its results go.
type queue struct {
	Chunks  []chunk
	strips  []stretch
	taken   atomic.Int64                             // stretches
	fromEnd atomic.Int64                             // of them, taken from the end
	search  func(w *Worker, j *Job, strip int) error // what is done with each strip
	Out     *Contacts
}

// progress is what Config.OnProgress is told.
type progress struct {
	reporting sync.Mutex // guards the others
	done      int        // stretches, those of a search that was given up included
	givenUp   int        // stretches that were done when the search began anew
	reported  time.Time
}

// chunk is a range of slots that one worker brings up to date, and what it found there.
type chunk struct {
	Lo, Hi  int
	Refresh store.Stats

	immovable, pieces int // see travel.fit
}

// stretch is a range of strips: as many as a worker takes at a time.
type stretch struct{ lo, hi int }

// stretchRows is how many rows a stretch has at least, unless there are no more. It does not depend
// on the number of workers, because the order of contacts depends on it.
const stretchRows = 1024

// chunkSlots is how many slots a chunk holds at least.
const chunkSlots = 4096

// Each has every worker do its share of a phase and returns the first error; a panic
// becomes a *daylight.PanicError. With one worker it is a plain call and allocates nothing.
func (r *Run) Each(phase func(r *Run, k int) error) error {
	return guard.EachNamed(len(r.Workers), r, phase, (*Run).calling)
}

// calling returns the field of Config whose function worker k was calling, and forgets it.
func (r *Run) calling(k int) (field string) {
	w := r.Workers[k]
	field, w.calling = w.calling, ""
	return field
}

// Restart begins the search for contacts anew.
func (r *Run) Restart() {
	r.Found.Store(0)
	r.failed.Store(false)
	r.givenUp = r.done
	r.taken.Store(0)
	r.fromEnd.Store(0)
}

// Lap adds the time since the last phase ended to d.
func (r *Run) Lap(d *time.Duration) {
	now := r.Clock(1)
	*d += now - r.lapped
	r.lapped = now
}

// FewSlots is how many shapes fit into the cache, so that their order does not matter.
const FewSlots = 4096

// A step takes as many of its allowed workers as pay: each further worker is started anew in each
// of some six phases, which takes 5 to 20 microseconds, and its contacts are copied once more.
const (
	// WorkerPays is the work in nanoseconds that is worth one more worker.
	WorkerPays = 200_000
	// firstPace is what a shape is assumed to cost in the first step, in nanoseconds: as much as
	// shapes of many corners and crowds do, since one step with too many workers is no loss.
	firstPace = 200
)

// AllWorkers makes every step take all workers. It is for tests; most have too few shapes for
// several workers to pay.
var AllWorkers = false

// Pace is what a shape costs in a step, in nanoseconds; 0 before the first.
type Pace float64

// workers is how many of its allowed workers a step of so many shapes takes. The contacts do not
// depend on it.
func (p Pace) workers(shapes, most int) int {
	if AllWorkers || store.CheckMode() {
		return most
	}
	if p == 0 {
		p = firstPace
	}
	return int(max(1, min(float64(shapes)*float64(p)/WorkerPays, float64(most))))
}

// learn updates the pace from a step. A slow step counts for half, since the machine may have been
// busy. A step that passed over shapes does not count: it does not show the cost of visiting them.
func (p *Pace) learn(stats *Stats) {
	if stats.Shapes == 0 || stats.Passed > 0 {
		return
	}
	now := Pace(float64(stats.Times.Step.Nanoseconds()) * float64(stats.Workers) / float64(stats.Shapes))
	if *p > 0 && now > *p {
		now = (now + *p) / 2
	}
	*p = max(now, 1)
}
