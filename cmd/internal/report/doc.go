// SPDX-License-Identifier: MIT

// Package report draws results of the benchmark: plots as PNG and SVG, and one page of
// HTML that holds them all and needs no other file.
package report
