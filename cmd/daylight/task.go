// SPDX-License-Identifier: MIT

package main

import (
	"slices"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// task is a job of collide or of query: what it reads, what it writes, and how it is done.
type task struct {
	in         *input
	files      []string
	join       *joined
	read       shapes.Config
	out, stats string // names of files
	writing    func(geometry.CRS) output.Writing
	dryRun     bool
	advice     string // what takes less memory, for a dry run that has too little
	// resume is what a run has to have in common with this one to go on with what it kept, and verb is
	// what bars say meanwhile. It is empty if nothing is to be kept.
	resume, verb string
}

// inputs are the names of all tables.
func (t *task) inputs() []string { return slices.Concat(t.files, t.join.files) }
