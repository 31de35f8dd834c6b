// SPDX-License-Identifier: MIT

// Package progress shows how far a long job is, on a terminal and nowhere else: when
// standard error is a file or a pipe, nothing is written at all.
package progress
