// SPDX-License-Identifier: MIT

// Package rows writes tables of shapes, a row at a time, as CSV or NDJSON. It is used by
// what generates scenes and by what writes how a simulation stands; package shapes reads
// what it writes.
package rows
