// SPDX-License-Identifier: MIT

package batch

import "daylight/internal/checkmode"

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
