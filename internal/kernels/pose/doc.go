// SPDX-License-Identifier: MIT

// Package pose moves shapes by their velocities (advance) and brings them up to date after they
// have moved: rotations are normalised and AABBs of boxes and capsules computed (refresh),
// polygons turned, their AABBs with them (rotate), AABBs widened by a motion (cover), and sines
// and cosines computed, the same bits everywhere (sincos). For lists of candidates, AABBs are
// fattened along a motion (fatten) and compared with fattened ones (outside).
package pose
