// SPDX-License-Identifier: MIT

// Package realdata holds no code, only tests: the engine is given recordings and
// designs from real work, and its answers are compared with known ones, pair by
// pair.
//
//	crowd    people in two laboratory experiments, every frame a world of its own:
//	         circles against circles, and circles against the walls as segments
//	traffic  cars filmed on two roads, every time step a world: turned boxes,
//	         with depths
//	chip     the cells of a chip before and after legal placement: boxes on whole
//	         numbers, overlap and mere touching told apart without any tolerance
//
//	packing  nesting layouts, legal and squeezed: concave pieces, common areas
//	city     polygons with holes and of several parts: the few that overlap
//
// The data is not part of this repository. The environment variable DAYLIGHT_DATA
// names the directory that holds a folder for each, with
// the original files and the truth files made by slow, plain scripts. Without the
// variable the tests that need data are skipped and say so; with it, a file that
// is missing, cut short or altered is a failure.
//
// There are three answers to each question, and all must agree: the counts stated
// with the data, a brute-force evaluation in this package (in whole numbers
// wherever the data allows it), and the engine. The first two are compared in the
// tests whose names end in Truth; they need no engine. Where the engine works with
// rounded input, depths and normals must lie within the error bound that package
// kernels states, and so must a pair on which it disagrees with the truth; but it
// disagrees on none, and the tests insist on that. On the chip no rounding takes
// place: depths and normals are exact, and so is the line between touching and
// overlapping.
package realdata
