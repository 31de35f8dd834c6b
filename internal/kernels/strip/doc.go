// SPDX-License-Identifier: MIT

// Package strip sweeps a strip of boxes for candidate pairs, and does what comes before and after
// that: AABBs become integer codes (bounds), a strip's rows are put in order by cell of their left
// sides (order) and fetched next to each other (rows), the sweep finds the pairs that overlap
// (sweep), and keys that had a place in an old list are found again (align). The neighbours of
// points and discs in the cells of a grid are found list by list (within). The lists are put one
// behind the other (lists). It knows nothing of shapes.
package strip
