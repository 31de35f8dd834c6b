// SPDX-License-Identifier: MIT

package bench

import (
	"cmp"
	"slices"
)

// Median returns the middle of some numbers, or 0 if there are none. It does not change the list.
func Median[T int64 | float64](list []T) T { return quantile(list, 1, 2) }

// quantile is the num/den quantile, between the two numbers next to it.
func quantile[T int64 | float64](list []T, num, den int) T {
	if len(list) == 0 {
		return 0
	}
	s := slices.SortedFunc(slices.Values(list), cmp.Compare[T])
	at := (len(s) - 1) * num
	k, rest := at/den, at%den
	if rest == 0 {
		return s[k]
	}
	return s[k] + (s[k+1]-s[k])*T(rest)/T(den)
}

// Flat returns the times of all frames of all rounds, in nanoseconds.
func (m *Measured) Flat() []int64 { return slices.Concat(m.Rounds...) }

// NS returns the median time of a step in nanoseconds.
func (m *Measured) NS() float64 { return float64(Median(m.Flat())) }

// WorstNS returns the worst frame of a round in nanoseconds, the median over rounds: with a list a
// frame that makes one, if a round is as long as one serves. It returns 0 if that is not known.
func (m *Measured) WorstNS() float64 {
	worst := m.Worst
	if len(worst) == 0 && m.Skin == 0 { // results of before it was kept
		for _, r := range m.Rounds {
			worst = append(worst, slices.Max(r))
		}
	}
	return float64(Median(worst))
}

// Spread returns the range of the middle half of the frames, as a share of the median.
func (m *Measured) Spread() float64 {
	all := m.Flat()
	mid := float64(Median(all))
	if mid == 0 {
		return 0
	}
	return float64(quantile(all, 3, 4)-quantile(all, 1, 4)) / mid
}

// Medians returns the median of each round, in nanoseconds. The frames of one round follow each
// other and are alike; rounds are far enough apart to be compared as samples.
func (m *Measured) Medians() []float64 {
	var list []float64
	for _, r := range m.Rounds {
		list = append(list, float64(Median(r)))
	}
	return list
}

// PerShape returns the nanoseconds of a step for each shape, or 0 if there are none.
func (m *Measured) PerShape() float64 { return per(m.NS(), m.N) }

// PerCandidate returns the nanoseconds of a step for each candidate, or 0 if there are none.
func (m *Measured) PerCandidate() float64 { return per(m.NS(), m.Candidates) }

// PerContact returns the nanoseconds of a step for each contact, or 0 if there are none.
func (m *Measured) PerContact() float64 { return per(m.NS(), m.Contacts) }

func per(ns float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return ns / float64(n)
}

// BandwidthShare returns the share of the machine's bandwidth, with so many workers as the case
// has, that the bytes of a step take. It returns 0 if that bandwidth was not measured.
func (r *Results) BandwidthShare(m *Measured) float64 {
	for _, b := range r.Bandwidth {
		if b.Workers == m.Workers && b.BytesPerSecond > 0 && m.NS() > 0 {
			return float64(m.Bytes.Sum()) / (m.NS() / 1e9) / b.BytesPerSecond
		}
	}
	return 0
}
