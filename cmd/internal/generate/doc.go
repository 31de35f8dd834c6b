// SPDX-License-Identifier: MIT

// Package generate writes a scene of package bench/scene as a table that package
// shapes reads back to the very same shapes: every number has all the digits of its
// float64 value.
package generate
