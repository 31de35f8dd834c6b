// SPDX-License-Identifier: MIT

// Package tracks brings tracks to common times, and keeps which of them met.
//
// A track is where one thing is at some times, its stamps, which may be at any distance from each other and need not be those of
// other tracks. Between two stamps it goes straight and steadily, and turns steadily the short way; before its first stamp and
// after its last it is nowhere. A Sweep goes over common times in order and tells where each track is.
//
// Nothing here knows of shapes or formats: rows are numbers of the caller's, times are nanoseconds from some instant, angles are
// radians.
package tracks
