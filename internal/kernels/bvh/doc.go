// SPDX-License-Identifier: MIT

// Package bvh searches a tree of boxes for queries: which children of a node a box, a ray or
// a place may meet (node).
package bvh
