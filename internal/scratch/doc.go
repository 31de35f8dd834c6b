// SPDX-License-Identifier: MIT

// Package scratch holds the memory of columns. It resizes slices that every step fills anew, and
// puts large ones on huge pages. A Budget is an account of bytes with a limit. A large allocation
// is reserved first, since a Go program cannot recover when memory runs out.
package scratch
