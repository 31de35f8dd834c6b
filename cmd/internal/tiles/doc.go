// SPDX-License-Identifier: MIT

// Package tiles cuts the plane into tiles of about equal work, from a sample of the boxes of a scene.
//
// Work is counted in shapes and in pairs whose boxes overlap: to read and sort in a shape costs about as
// much as to decide and write a pair. Tiles are cut as a k-d tree is: by halves of the work, across the
// longer side. They are right for any scene; the sample only decides how even they are.
package tiles
