// SPDX-License-Identifier: MIT

package main

import (
	"io"

	"daylight/cmd/internal/output"
)

// jobFiles are what a job writes: its answer, and if they were asked for its statistics and the
// list of bad rows, which is in.bad. They appear under their names together, by commit, or not
// at all.
type jobFiles struct {
	answer, stats *output.File
	in            *input
}

// create opens the outputs of a job. It is called before the work, so that a name that cannot be
// written is found out at once.
func (t *spec) create(stdout io.Writer) (*jobFiles, error) {
	f := &jobFiles{in: &t.in}
	var err error
	if f.answer, err = createRows(t.out, t.partition, stdout, t.read.Workers, append(t.inputs(), t.stats, t.in.badRows)); err != nil {
		return nil, err
	}
	if t.stats != "" {
		f.stats, err = output.Create(t.stats, stdout)
	}
	if err == nil {
		err = t.in.listBad(stdout)
	}
	if err != nil {
		f.discard()
		return nil, err
	}
	return f, nil
}

// createRows opens what rows are written to: a file, or if they are parted a directory.
func createRows(name, partition string, stdout io.Writer, workers int, others []string) (*output.File, error) {
	if partition != "" {
		return output.CreateDirectory(name, others...)
	}
	f, err := output.Create(name, stdout)
	if err == nil {
		f.Parallel(workers)
	}
	return f, err
}

// commit writes the statistics and completes all outputs.
func (f *jobFiles) commit(stats any) error {
	if f.stats != nil {
		if err := output.WriteStats(f.stats, stats); err != nil {
			return err
		}
	}
	bad, err := f.in.bad.done()
	if err != nil {
		return err
	}
	return output.Commit(f.answer, f.stats, bad)
}

// discard removes what was not committed.
func (f *jobFiles) discard() {
	f.answer.Discard()
	f.stats.Discard()
	f.in.bad.discard()
}
