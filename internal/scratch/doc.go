// SPDX-License-Identifier: MIT

// Package scratch sizes slices that are filled anew in every step and keep their arrays.
package scratch
