// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// badList is a table of the bad rows that were left out, in order. A nil badList lists nothing.
type badList struct {
	file *output.File
	rows *csv.Writer
}

// listBad opens the file for bad rows, if --bad-rows names one.
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

// discard removes a list that was not committed.
func (b *badList) discard() {
	if b != nil {
		b.file.Discard()
	}
}

// refused returns the error of tables that could not be read. If all of their rows are bad, it
// still writes the list.
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

// leftOut notes and lists the shapes that were left out when questions were asked.
func (in *input) leftOut(shapes []*table.Error) {
	for i, e := range shapes {
		if i == 0 {
			in.note(fmt.Sprintf("left out %s, asked about what it cannot be told of; the first: %v", counted(len(shapes), "shape"), e))
		}
		if in.bad != nil {
			in.bad.add(e)
		}
	}
}
