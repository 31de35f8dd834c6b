// SPDX-License-Identifier: MIT

// Package scratch sizes slices: those that are filled anew in every step and keep their arrays, and
// large ones, which are put on huge pages.
package scratch
