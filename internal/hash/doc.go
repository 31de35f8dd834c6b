// SPDX-License-Identifier: MIT

// Package hash mixes the bits of numbers: for tables, for picking at random and for telling
// states apart. It does not resist anyone who looks for collisions.
package hash
