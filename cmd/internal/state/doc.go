// SPDX-License-Identifier: MIT

// Package state writes where the shapes of a simulation are as a table that collide
// and draw read: a row for each shape, in the order of IDs, each frame a world of its
// own, named by its number.
package state
