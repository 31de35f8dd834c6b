// SPDX-License-Identifier: MIT

// Package picture is a small display list with two renderers: SVG and PNG.
//
// A Picture is measured in pixels, x to the right and y down. Items are painted in
// the order in which they were added. The same list gives the same drawing in both
// formats, up to the renderer's antialiasing and, in an SVG, the viewer's fonts.
//
// The PNG side fills paths with golang.org/x/image/vector and sets text in the Go
// fonts; strokes are made of one quadrilateral for each line and a disc at each joint.
package picture
