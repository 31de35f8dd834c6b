// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
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
	if f.answer, err = createRows(t.out, stdout, t.read.Workers); err != nil {
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

// complete does a job, which writes its answer to an output. All outputs appear together, or none.
func (t *spec) complete(c *cobra.Command, do func(c *cobra.Command, answer *output.File) (tally, error)) (tally, error) {
	start := time.Now().Add(-t.in.took) // what was read before is part of it
	out, err := t.create(c.OutOrStdout())
	if err != nil {
		return nil, err
	}
	defer out.discard()
	did, err := do(c, out.answer)
	if err != nil {
		return nil, err
	}
	did.Took(t.in.took.Seconds(), 0, time.Since(start).Seconds())
	return did, out.commit(did)
}

// createRows opens an output for rows.
func createRows(name string, stdout io.Writer, workers int) (*output.File, error) {
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

// badList is a table of the bad rows that were left out, in order.
type badList struct {
	file *output.File
	rows *csv.Writer
}

// listBad opens the file that bad rows are listed in, if one was asked for.
func (in *input) listBad(stdout io.Writer) error {
	if in.badRows == "" {
		return nil
	}
	f, err := output.Create(in.badRows, stdout)
	if err != nil {
		return err
	}
	in.bad = &badList{file: f, rows: csv.NewWriter(f)}
	return in.bad.rows.Write([]string{"file", "line", "id", "column", "problem"})
}

func (b *badList) add(e *table.Error) {
	problem := e.Msg
	if e.Feature > 0 {
		problem = fmt.Sprintf("feature %d: %s", e.Feature, problem)
	}
	_ = b.rows.Write([]string{e.File, strconv.Itoa(e.Line), e.ID, e.Column, problem}) // told by done
}

// done writes the list to its end. The file is complete, and not committed.
func (b *badList) done() (*output.File, error) {
	if b == nil {
		return nil, nil
	}
	b.rows.Flush()
	return b.file, b.rows.Error()
}

// refused passes on why tables could not be read. If all of their rows are bad, the list that says so
// is written all the same.
func (in *input) refused(err error) error {
	if in.bad == nil || !errors.Is(err, shapes.ErrAllBad) {
		return err
	}
	file, failed := in.bad.done()
	if failed == nil {
		failed = output.Commit(file)
	}
	if failed != nil {
		return errors.Join(err, failed)
	}
	return err
}

// discard removes a list that was not committed.
func (b *badList) discard() {
	if b != nil {
		b.file.Discard()
	}
}
