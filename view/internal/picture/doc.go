// SPDX-License-Identifier: MIT

// Package picture is a small display list with two renderers: SVG and PNG.
//
// A Picture is measured in pixels, x to the right and y down. Items are painted in
// the order in which they were added. The same list gives the same drawing in both
// formats, up to the renderer's antialiasing and, in an SVG, the viewer's fonts.
//
// The PNG side fills paths with golang.org/x/image/vector and sets text in the Go
// fonts; strokes are made of one quadrilateral for each line and a disc at each joint.
//
// The plots of the benchmark are drawn by gonum's vg, which cannot draw these pictures: it
// has no clipping, so that what reaches out of a view would lie on the frame and the legend;
// its SVG repeats the whole style with every path, where here neighbours share one; and it
// paints at once, so that nothing can be counted, charged or cancelled on the way.
package picture
