// SPDX-License-Identifier: MIT

package bench

import (
	"math"
	"slices"
)

// exactSamples is how many samples together get an exact probability: counting is cubic in them.
const exactSamples = 64

// rankSum returns the probability of Mann and Whitney's test of two samples, two-sided: how often
// chance alone deals out their ranks as unevenly. Equal values share the mean of their ranks. Up to
// exactSamples it is exact, by counting the deals of the doubled ranks; beyond, the normal
// approximation, which is near enough there.
//
// Mann and Whitney: On a test of whether one of two random variables is stochastically larger than
// the other, 1947.
func rankSum(a, b []float64) float64 {
	all := slices.Concat(a, b)
	slices.Sort(all)
	ranks := make([]int, len(all)) // doubled, so that means are whole numbers
	rankOf := map[float64]int{}
	ties := 0.0
	for i := 0; i < len(all); {
		k := i
		for k < len(all) && all[k] == all[i] {
			k++
		}
		for j := i; j < k; j++ {
			ranks[j] = i + k + 1
		}
		rankOf[all[i]] = i + k + 1
		t := float64(k - i)
		ties += t*t*t - t
		i = k
	}
	sum := 0
	for _, v := range a {
		sum += rankOf[v]
	}
	n, m, total := len(a), len(b), len(a)+len(b)
	away := math.Abs(float64(sum - n*(total+1)))
	if total > exactSamples {
		variance := float64(n*m) / 12 * (float64(total+1) - ties/float64(total*(total-1)))
		// Half of a rank is the correction for sums being whole numbers.
		return math.Erfc(max(0, away/2-0.5) / math.Sqrt(2*variance))
	}
	return tail(ranks, n, away)
}

// tail is the share of the deals of n of some ranks whose sum is at least so far from the mean.
func tail(ranks []int, n int, away float64) float64 {
	most := 0
	for _, r := range ranks {
		most += r
	}
	deals := make([][]float64, n+1) // by how many ranks were dealt, and their sum
	for k := range deals {
		deals[k] = make([]float64, most+1)
	}
	deals[0][0] = 1
	for _, r := range ranks {
		for k := n; k >= 1; k-- {
			for s := most; s >= r; s-- {
				deals[k][s] += deals[k-1][s-r]
			}
		}
	}
	mean := float64(n*most) / float64(len(ranks))
	far, all := 0.0, 0.0
	for s, c := range deals[n] {
		all += c
		if math.Abs(float64(s)-mean) >= away {
			far += c
		}
	}
	return far / all
}
