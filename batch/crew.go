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

// crew is how many workers the step takes. The contacts do not depend on it.
func (r *run) crew() int {
	if allWorkers || checkmode.On() {
		return len(r.all)
	}
	pace := r.pace
	if pace == 0 {
		pace = firstPace
	}
	return int(max(1, min(float64(r.src.len())*pace/workerPays, float64(len(r.all)))))
}

// paced learns from a step what a shape costs. A step that was slow, perhaps because of
// something else on the machine, counts for half.
func (r *run) paced(stats *Stats) {
	if stats.Shapes == 0 {
		return
	}
	pace := float64(stats.Times.step.Nanoseconds()) * float64(stats.Workers) / float64(stats.Shapes)
	if r.pace > 0 && pace > r.pace {
		pace = (pace + r.pace) / 2
	}
	r.pace = max(pace, 1)
}
