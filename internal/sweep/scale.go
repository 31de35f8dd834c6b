// SPDX-License-Identifier: MIT

package sweep

import (
	"math"
	"slices"
)

const (
	// topCode is the greatest code of a lower side; an upper side has one more.
	topCode = 1<<30 - 2
	// slack is a bound on the relative error of a coordinate that three roundings
	// made, with some to spare.
	slack = 0x1p-51
)

// axis maps coordinates on one axis to codes, int32 in [0, topCode+1], such that
// boxes which overlap still do. Codes need have no other property, so they may clamp
// (giants, and whatever reaches beyond the window) and need not be linear.
//
// A lower side maps to floor(c) and an upper side to floor(c)+1, c being the map of
// the computed coordinate: computed coordinates may be wrong by less than half a
// quantum, then floor(c)+1 of the higher of two is still not below floor(c') of the
// lower. Where errors may be greater (see plan.careful) sides are moved outward by a
// bound on the error first.
type axis struct {
	origin float64
	scale  float64 // codes per unit
	top    float64
	pieces []piece // at least one; only the careful map looks at them
	shift  uint    // a strip, or a cell, is 1<<shift codes
}

// piece is one straight stretch of a map: from is relative to the origin, base is the
// code there. It ends where the next begins, at the next's base. Pieces ascend.
type piece struct {
	from, scale, base float64
}

// careful maps a box whose anchor is d beyond the origin, with every error accounted
// for and through the pieces.
func (a *axis) careful(d float64, min, max float32, grow float64) (lo, hi int32) {
	u, v := float64(min), float64(max)
	e := math.Abs(d) + grow
	v0 := d + u - grow - float64((e+math.Abs(u))*slack)
	v1 := d + v + grow + float64((e+math.Abs(v))*slack)
	return a.code(v0), a.code(v1) + 1
}

// code maps a coordinate relative to the origin. Every step is monotone, rounding
// included, and pieces do not overlap, so the whole is.
func (a *axis) code(v float64) int32 {
	lo, hi := 0, len(a.pieces)
	for hi-lo > 1 {
		m := int(uint(lo+hi) / 2)
		if a.pieces[m].from <= v {
			lo = m
		} else {
			hi = m
		}
	}
	p, end := &a.pieces[lo], a.top
	if lo+1 < len(a.pieces) {
		end = a.pieces[lo+1].base
	}
	return int32(max(min(p.base+float64((v-p.from)*p.scale), end), 0))
}

// fit chooses a map for reference points in [lo, hi] and strips (or cells) of about
// unit, both in the caller's units; a unit of 0 leaves the size of a strip open. mean
// is the mean size of a box, sample returns the reference points of a sample, which fit
// sorts, if it needs them.
//
// The plain map is linear: unit is a power of two of quanta, as many as make the
// whole fit. If boxes are then not much larger than a quantum, which takes either
// points or a scene that is nearly empty (a few shapes have run away), the map
// follows the sample: it is linear with a finer quantum wherever the sample has
// points, and compresses what lies between.
func (a *axis) fit(lo, hi, unit, mean float64, sample func() []float64) (bent bool) {
	// One step outward makes up for the rounding of reference points.
	lo, hi = math.Nextafter(lo, math.Inf(-1)), math.Nextafter(hi, math.Inf(1))
	extent := math.Nextafter(hi-lo, math.Inf(1))
	a.origin = lo
	a.shift, a.scale = pointShift, topCode/max(extent, 0x1p-900)
	k := 0
	if unit > 0 {
		unit = max(unit, 0x1p-900)
		k = finest(extent, unit)
		a.shift, a.scale = uint(max(k, 0)), math.Ldexp(1/unit, k)
	}
	a.top = math.Floor(min(extent*a.scale, topCode)) + 1
	a.pieces = append(a.pieces[:0], piece{scale: a.scale})
	if mean*a.scale >= 64 || extent <= 0x1p-900 {
		return false
	}
	at := sample()
	return len(at) > 0 && a.bend(lo, hi, unit, mean, k, at)
}

// pointShift is what a strip of boxes of no size is: 1024 codes, a 2^-20 of the
// extent.
const pointShift = 10

// finest returns the greatest k, up to 30, for which 2^k codes a unit cover the extent.
func finest(extent, unit float64) int {
	k := min(30, 31+math.Ilogb(unit)-math.Ilogb(extent))
	for math.Ldexp(extent, k) > unit*topCode {
		k--
	}
	return k
}

// bend replaces the plain map by one that follows the sample, if that makes the
// quantum at least four times finer where most of the sample lies: fine enough for
// boxes to be 1024 quanta, no finer, so that as little as may be is compressed.
//
// The origin moves to the middle of the sample: what is far from it, and so loses
// digits, should be the few.
func (a *axis) bend(lo, hi, unit, mean float64, k int, at []float64) bool {
	slices.Sort(at)
	origin := at[len(at)/2]
	gap := func(i int) (from, to float64) {
		from, to = lo, hi
		if i > 0 {
			from = min(max(at[i-1], lo), hi)
		}
		if i < len(at) {
			to = min(max(at[i], lo), hi)
		}
		return from - origin, to - origin
	}
	// A gap in the sample gets at most so many codes, so that all gaps that need more
	// share half of the codes at most.
	most := float64(1<<29) / float64(len(at)+1)
	fits := func(scale float64) bool {
		sum, straight := 0.0, 0
		for i := range len(at) + 1 {
			from, to := gap(i)
			codes := float64((to - from) * scale)
			if codes <= most {
				straight++
			}
			sum += min(codes, most)
		}
		return sum < topCode-2 && 2*straight > len(at)
	}
	scale := a.scale
	for (unit == 0 || k < 30) && mean*scale < 1024 {
		finer := scale * 2
		if finer > 0x1p900 || !fits(finer) {
			break
		}
		scale, k = finer, k+1
	}
	if scale < 4*a.scale {
		return false
	}
	if unit > 0 {
		a.shift = uint(max(k, 0))
	}
	a.scale, a.origin = scale, origin
	a.pieces = a.pieces[:0]
	base, straight := 0.0, false
	for i := range len(at) + 1 {
		from, to := gap(i)
		if to <= from {
			continue
		}
		codes := float64((to - from) * scale)
		switch {
		case codes > most:
			codes, straight = most, false
			a.pieces = append(a.pieces, piece{from, most / (to - from), base})
		case !straight:
			straight = true
			a.pieces = append(a.pieces, piece{from, scale, base})
		}
		base += codes
	}
	a.top = math.Floor(base) + 1
	return true
}
