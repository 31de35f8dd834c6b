// SPDX-License-Identifier: MIT

package shapes

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/table"
)

// Behind the first bad row, the loader reads up to mostChecked rows more, or until mostFaults rows
// are bad, to find other faults.
const (
	mostChecked = 1 << 17
	mostFaults  = 10_000
)

// mostKinds is how many kinds of fault are counted.
const mostKinds = 64

// Fault is a kind of fault: how many rows have it, and the error of the first such row.
type Fault struct {
	Rows  int
	First *table.Error
	kind  string
}

// faults counts bad rows by kind of fault.
type faults struct {
	kinds []Fault
	rows  int
	last  int    // the row after which reading ends
	noun  string // row, or polygon if each corner has a row
	// stopped says that reading ended early, so that there may be more bad rows.
	stopped bool
}

// polygon is the noun for the faults of tables of corners.
const polygon = "polygon"

// values matches the parts of a message that differ between rows of one kind: texts and numbers.
var values = regexp.MustCompile(`"(\\.|[^"\\])*"|'[^']*'|[-+]?\d[-+.\de]*( \w+)?`)

func (f *faults) add(e *table.Error) {
	f.rows++
	kind := e.Column + ": " + values.ReplaceAllString(e.Msg, "_")
	for k := range f.kinds {
		if f.kinds[k].kind == kind {
			f.kinds[k].Rows++
			return
		}
	}
	if len(f.kinds) < mostKinds {
		f.kinds = append(f.kinds, Fault{1, e, kind})
	}
}

// errEnough ends reading once enough bad rows are known.
var errEnough = errors.New("enough rows are bad")

// enough returns errEnough once the table has been read far enough behind its first bad row.
func (f *faults) enough(row int) error {
	if f.rows == 1 {
		f.last = row + mostChecked
	}
	if f.rows > 0 && (row > f.last || f.rows >= mostFaults) {
		return errEnough
	}
	return nil
}

// Unwrap returns the error of the first bad row.
func (f *faults) Unwrap() error { return f.kinds[0].First }

// Error tells the first bad row and, if there are more, each kind of fault.
func (f *faults) Error() string {
	msg := f.kinds[0].First.Error()
	if f.rows == 1 {
		return msg
	}
	const cure = "--skip-bad leaves them out, --bad-rows FILE lists them"
	more := ""
	if f.stopped {
		more = " or more"
	}
	if len(f.kinds) == 1 {
		return msg + fmt.Sprintf("\n%d%s %ss are bad like this; %s", f.rows, more, f.noun, cure)
	}
	lines := []string{msg, fmt.Sprintf("%d%s %ss are bad, of %d kinds; %s:", f.rows, more, f.noun, len(f.kinds), cure)}
	for _, k := range f.kinds {
		lines = append(lines, fmt.Sprintf("  %d: %v", k.Rows, k.First))
	}
	return strings.Join(lines, "\n")
}

// with returns the error of a table with these faults, whose reading ended with err.
func (f *faults) with(err error) error {
	var e *table.Error
	switch {
	case f.rows == 0, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errEnough):
		f.stopped = true
	case errors.As(err, &e) && !errors.Is(err, memory.ErrLimit):
		f.add(e)
	}
	return f
}

// scattered returns advice for polygons whose corners do not follow each other.
func scattered(worlds bool) string {
	by := "ids"
	if worlds {
		by = "worlds and ids"
	}
	return "; the corners of a polygon must stand in rows that follow each other: sort the table by its " + by
}
