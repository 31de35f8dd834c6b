// SPDX-License-Identifier: MIT

package query

import "sort"

// byID sorts the entries of each row from the first on by ID.
func (w *worker) byID(first int) { w.sortRows(first, false) }

// byDistance sorts the entries of each row from the first on by fraction or separation, and
// where those are equal by ID.
func (w *worker) byDistance(first int) { w.sortRows(first, true) }

// fewEntries is how many entries are sorted by insertion.
const fewEntries = 24

func (w *worker) sortRows(first int, distance bool) {
	s := &w.sorting
	s.of, s.distance = &w.out, distance
	for i := range w.rows[first:] {
		r := &w.rows[first+i]
		s.at, s.n = r.at, int(r.n)
		if s.n > fewEntries {
			sort.Sort(s)
			continue
		}
		for k := 1; k < s.n; k++ {
			for j := k; j > 0 && s.Less(j, j-1); j-- {
				s.Swap(j, j-1)
			}
		}
	}
}

// sorting is one row as sort.Interface has it.
type sorting struct {
	of       *answers
	at, n    int
	distance bool
}

func (s *sorting) Len() int      { return s.n }
func (s *sorting) Swap(i, j int) { s.of.swap(s.at+i, s.at+j) }

func (s *sorting) Less(i, j int) bool {
	i, j = s.at+i, s.at+j
	if s.distance {
		if s.of.way {
			if a, b := s.of.fraction[i], s.of.fraction[j]; a != b {
				return a < b
			}
		} else if a, b := s.of.sep[i], s.of.sep[j]; a != b {
			return a < b
		}
	}
	return s.of.shape[i] < s.of.shape[j]
}
