// SPDX-License-Identifier: MIT

// Package perf makes tables of results of the benchmark, and keeps those of a document
// up to date.
//
// In the document each table stands between markers, alone on their lines:
//
//	<!-- begin ladder -->
//	<!-- end ladder -->
//
// Update writes what is between them anew and leaves everything else alone. What it
// writes depends on the results alone, so that a document can be checked against them.
package perf
