// SPDX-License-Identifier: MIT

package tracks

// Meeting is what two that met have of all times: when they first touched, how and where each of them was then, and when they overlapped
// most.
type Meeting[Place any] struct {
	Time          int64
	Depth, NX, NY float32
	Places        [2]Place
	X, Y          float64 // where places are told from
	Worst         float32
	WorstTime     int64
}

// Meetings has the meetings of pairs, by their names, which are numbers of the caller's.
type Meetings[Place any] map[[2]uint32]Meeting[Place]

// MeetingBytes is what a meeting of places of up to 40 bytes takes.
const MeetingBytes = 512

// Touch enters that two touch: all of a meeting but its worst.
func (l Meetings[Place]) Touch(pair [2]uint32, m Meeting[Place]) {
	m.Worst, m.WorstTime = m.Depth, m.Time
	if was, known := l[pair]; known {
		if was.Worst > m.Worst || was.Worst == m.Worst && was.WorstTime < m.WorstTime {
			m.Worst, m.WorstTime = was.Worst, was.WorstTime
		}
		if was.Time <= m.Time {
			was.Worst, was.WorstTime = m.Worst, m.WorstTime
			m = was
		}
	}
	l[pair] = m
}
