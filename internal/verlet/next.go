// SPDX-License-Identifier: MIT

package verlet

import (
	"sync/atomic"

	"daylight/internal/broadphase"
	"daylight/internal/step"
)

// nextList is the list that will follow the one in use. Each step makes a part of it, so that no
// step takes much longer than the others.
//
// It is as exact as one that is made at once. A list is correct if it has every pair of shapes
// whose fattened AABBs overlap, and decides only shapes that are inside their own. Fattened AABBs
// stay as they are from the step on that makes them, so it does not matter in which steps they are
// sorted and swept; and from the first step on that uses the list each shape is looked at, as
// always. In between, shapes may turn back; that first step finds them. Shapes may also be added,
// removed or given other attributes; the list notes them. That step enters all of these shapes. A
// shape that is in quarantine when AABBs are sorted is in no strip, and loses its own.
//
// To be no larger than those of other lists, AABBs cover the motion only from that first step on.
type nextList struct {
	listing
	frame     *broadphase.Frame
	torus     *broadphase.Torus // of frame
	stage     nextStage
	fattening bool    // this step fattens AABBs for it
	life      int     // for how many steps it is to serve
	from      float32 // where the motion that AABBs cover begins, in parts of the way ahead
	ahead     float32 // where it ends, in parts of the time since poses were noted
	slots     int     // when AABBs were fattened
	lanes     bool    // there were polygons then
	swept     int     // strips that are swept
	until     int     // strips that are swept when this step is done
	rows      int     // of the strips that are not swept
	taken     atomic.Int64
	changed   []uint32 // slots that changed since AABBs were fattened
	looks     int      // how many were sorted
	pause     int      // lists that are to be made at once
	backoff   int      // how many those were when one that was made beside failed
}

type nextStage uint8

const (
	nothingNext nextStage = iota
	fattenedNext
	sortedNext
	sweptNext
)

// mostBackoff is how many lists in a row are made at once at most, before another is made beside.
const mostBackoff = 64

func (x *nextList) bytes() int64 {
	n := x.listing.bytes() + x.torus.Bytes() + 4*int64(cap(x.changed))
	if x.frame != nil {
		n += x.frame.Bytes()
	}
	return n
}

// fatten fattens slots lo to hi-1, a PoseBlock at most, from the poses that the list in use has
// noted.
func (x *nextList) fatten(r *step.Run, noted *fattened, lo, hi int) {
	x.fattened.copy(noted, lo, hi)
	x.fattened.fatten(r.Cfg.Table, &r.Cols, x.from, x.ahead, lo, hi)
}

// swap has a step see the frame of this list in place of that of the one in use.
func (x *nextList) swap(r *step.Run) {
	r.Frame, x.frame = x.frame, r.Frame
	r.Torus, x.torus = x.torus, r.Torus
}

// stop gives up the list that is being made.
func (x *nextList) stop() { x.stage, x.fattening, x.changed = nothingNext, false, x.changed[:0] }

// giveUp frees the list that is being made, for which there is no room.
func (x *nextList) giveUp(r *step.Run) {
	r.Memory.Release(x.bytes())
	*x = nextList{pause: mostBackoff}
}

// fail takes account of a list that many shapes had left before it was used.
func (x *nextList) fail() {
	x.backoff = min(2*x.backoff+2, mostBackoff)
	x.pause = x.backoff
}

// note takes account of slots that changed.
func (x *nextList) note(changed []uint32) {
	if x.stage != nothingNext {
		x.changed = append(x.changed, changed...)
	}
}
