// SPDX-License-Identifier: MIT

// Package tiles cuts the plane into tiles of about equal work, from a sample of the boxes of a scene.
//
// Work is counted in shapes and in pairs whose boxes overlap: reading and sorting a shape costs about as much
// as deciding and writing a pair. Tiles are cut as a k-d tree is: by halves of the work, across the longer
// side. Any tiles give right answers; the sample only balances them.
package tiles
