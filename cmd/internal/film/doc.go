// SPDX-License-Identifier: MIT

// Package film paints the frames of a simulation and puts them together.
//
// A Camera paints a frame with package picture: every shape, filled by the depth of
// its deepest contact or by its speed. A GIF keeps its frames in 254 colours that are
// the same throughout, and of each frame only what changed.
package film
