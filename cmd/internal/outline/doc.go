// SPDX-License-Identifier: MIT

// Package outline gives shapes outlines of straight lines: for pictures, and for formats
// that know no circles. Roundings become arcs of so many points for a full turn, which lie
// on the boundary: what is drawn is inside of the shape.
package outline
