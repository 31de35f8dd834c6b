// SPDX-License-Identifier: MIT

// Package tiles cuts the plane into tiles of about equal work, from a sample of the boxes of a
// scene.
//
// Work is counted in shapes and in pairs whose boxes overlap: reading and sorting a shape costs
// about as much as deciding and writing a pair. A k-d tree cuts the tiles: it halves the work,
// along the axis on which the work is spread wider. Any tiles give right answers; the sample only
// balances them.
package tiles
