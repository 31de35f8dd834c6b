// SPDX-License-Identifier: MIT

package broadphase

import "daylight/internal/scratch"

// From one frame to the next a strip's number of boxes changes little. So a frame is laid out by
// the numbers of the frame before, with some room in each strip, and boxes are dealt without being
// counted first, while their codes are in cache. If a strip overflows, or if the numbers then show
// that strips must be taller, the entries are discarded and the boxes are counted. So the strips do
// not depend on whether boxes were counted.

const (
	// carriedRows is how many boxes strips must hold on average: with few, numbers change much.
	carriedRows = 64
	// A strip gets room for one carriedRoom-th more boxes than it had, and for one of the mean.
	carriedRoom = 8
	// maxBackoff is how many frames at most are counted after overflows.
	maxBackoff = 63
)

// carry lays the strips out by the frame before and reports whether it did: not if that frame had
// other buckets, if strips hold few boxes, or soon after an overflow.
func (f *buckets) carry() bool {
	m, last := int(f.plan.mask)+1, f.last
	f.last = layout{}
	if f.plan.beside || last.buckets != m || last.parts != len(f.parts) {
		return false
	}
	if f.pause > 0 {
		f.pause--
		return false
	}
	total := uint64(0)
	for k := len(f.counts) - 1; k >= 0; k-- {
		if last.lists == 1 && k >= m { // a part's places begin where those of the part before end
			f.counts[k] -= f.counts[k-m]
		} else {
			f.counts[k] -= f.starts[k]
		}
		total += uint64(f.counts[k])
	}
	if total < carriedRows*uint64(len(f.counts)) {
		return false
	}
	f.starts = scratch.Resize(f.starts, len(f.counts))
	spare := uint32(total / uint64(carriedRoom*len(f.counts)))
	at := uint32(0)
	for k := range f.parts {
		for b := k * m; b < (k+1)*m; b++ {
			room := f.counts[b] + f.counts[b]/carriedRoom + spare
			f.starts[b], f.counts[b] = at, at
			at += room
		}
		f.parts[k].room = int(at)
	}
	f.entries = scratch.Resize(f.entries, int(at))
	return true
}

// dealAtOnce maps the boxes of part k to codes and deals them into strips. Different parts may be
// dealt out at the same time.
func (f *buckets) dealAtOnce(k int) {
	p := &f.parts[k]
	p.short = false
	for lo := p.lo; lo < p.hi; lo += stretch {
		f.dealSome(k, lo, min(lo+stretch, p.hi), f.plan.all())
	}
}

// dealSome deals boxes lo to hi-1 of part k, at most a stretch.
func (f *buckets) dealSome(k, lo, hi int, all bool) {
	p := &f.parts[k]
	f.quantise(lo, hi, all)
	if m := int(f.plan.mask) + 1; !p.short {
		did := f.table.Deal(f.entries[:p.room], f.counts[k*m:(k+1)*m], f.codes[lo:hi], uint32(lo), f.bucketsOf(k, lo, hi))
		p.short = did < hi-lo
	}
}

// carried reports whether what was dealt at once is what counting would have led to.
func (f *buckets) carried() bool {
	f.quantised = true
	if !f.held() {
		f.backoff = min(2*f.backoff+1, maxBackoff)
		f.pause = f.backoff
		return false
	}
	f.backoff /= 2
	f.lists, f.ends = len(f.parts), 0
	return true
}

// held reports whether every strip had room, and all strips stay as they were planned; see arrange.
func (f *buckets) held() bool {
	m := int(f.plan.mask) + 1
	total := uint64(0)
	for k := range f.parts {
		p := &f.parts[k]
		if p.short {
			return false
		}
		for b := k * m; b < (k+1)*m; b++ {
			end := uint32(p.room)
			if b+1 < (k+1)*m {
				end = f.starts[b+1]
			}
			if f.counts[b] > end {
				return false
			}
			total += uint64(f.counts[b] - f.starts[b])
		}
	}
	f.dealt = int(total)
	n := uint64(f.plan.present)
	return total-n <= n+uint64(m) && f.thin(true) == 0
}
