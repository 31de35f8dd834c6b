// SPDX-License-Identifier: MIT

package tile

import "container/heap"

// Makespan returns how long tiles of the given costs take, in the unit of the costs, on so many
// machines (at least 1). Each machine takes the next tile of the list as soon as it is done
// with one, as in an Indexed Job of Kubernetes or an array of Slurm.
func Makespan(costs []float64, machines int) float64 {
	free := make(times, max(machines, 1)) // when each machine is free
	end := 0.0
	for _, c := range costs {
		free[0] += c
		end = max(end, free[0])
		heap.Fix(&free, 0)
	}
	return end
}

// times is a heap, the earliest on top.
type times []float64

func (t times) Len() int           { return len(t) }
func (t times) Less(i, k int) bool { return t[i] < t[k] }
func (t times) Swap(i, k int)      { t[i], t[k] = t[k], t[i] }
func (t *times) Push(v any)        { *t = append(*t, v.(float64)) }
func (t *times) Pop() any          { panic("the number of machines does not change") }
