// SPDX-License-Identifier: MIT

package step

import "daylight/internal/kernels"

// hintLanes is how many lanes two shapes have together at least for an axis to be worth
// remembering. To look an axis up and to keep one costs as much as to decide a pair of small
// polygons in full (BenchmarkHints; PERF.md).
const hintLanes = 64

// recall looks up the axes that separated these pairs in the step before.
func (w *Worker) recall(j *Job, pairs []kernels.Pair) {
	for i, p := range pairs {
		m, n := w.lanes(p.A), w.lanes(p.B)
		if m+n < hintLanes {
			w.hints[i] = 0
			continue
		}
		h := j.Axes.find(w.ids[p.A], w.ids[p.B], m, n)
		w.hints[i] = h
		if h != 0 {
			w.Counts.hintsTried++
		}
	}
}

// lanes is among how many axes of a shape a hint may be.
func (w *rows) lanes(row uint32) uint32 {
	switch w.Class[row] {
	case kernels.Polygon:
		return w.Num[row]
	case kernels.Box:
		return 4
	case kernels.Capsule:
		return 2
	}
	return 0
}

// remember keeps the axes that separated pairs for the next step.
func (w *Worker) remember(j *Job, pairs []kernels.Pair) {
	n := 0
	for i, p := range pairs {
		if h := w.hints[i]; h != 0 && w.lanes(p.A)+w.lanes(p.B) >= hintLanes {
			j.Axes.keep(w.ids[p.A], w.ids[p.B], h)
			n++
		}
	}
	j.Axes.live.Add(int64(n))
}
