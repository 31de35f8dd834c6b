// SPDX-License-Identifier: MIT

// Package shards has the files by which a job is done in parts, on one machine or many: a Plan,
// which says how the input is cut into tiles and where in it what lies; Parts, the answers of
// tiles; and Merged, which puts parts together as the answer of one run, row for row.
package shards
