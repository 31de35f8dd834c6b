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

// How far a table is read on behind its first bad row to find others, in rows and in bad ones.
const (
	mostChecked = 1 << 17
	mostFaults  = 10_000
)

// mostKinds is how many kinds of fault are told apart.
const mostKinds = 64

// Fault is a kind of fault: how many rows have it, and the first of them.
type Fault struct {
	Rows  int
	First *table.Error
	kind  string
}

// faults counts bad rows by what is wrong with them.
type faults struct {
	kinds []Fault
	rows  int
	last  int // the row up to which others are looked for
	// stopped says that there may be others behind it.
	stopped bool
}

// values are parts of a message that are not the same in all rows of one kind.
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

// errEnough ends a table of which enough is known to be wrong.
var errEnough = errors.New("enough rows are bad")

// enough is errEnough if the table has been read far enough behind its first bad row.
func (f *faults) enough(row int) error {
	if f.rows == 1 {
		f.last = row + mostChecked
	}
	if f.rows > 0 && (row > f.last || f.rows >= mostFaults) {
		return errEnough
	}
	return nil
}

// Unwrap returns the first.
func (f *faults) Unwrap() error { return f.kinds[0].First }

// Error tells the first and, if there are others, each kind.
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
		return msg + fmt.Sprintf("\n%d%s rows are bad like this; %s", f.rows, more, cure)
	}
	lines := []string{msg, fmt.Sprintf("%d%s rows are bad, of %d kinds; %s:", f.rows, more, len(f.kinds), cure)}
	for _, k := range f.kinds {
		lines = append(lines, fmt.Sprintf("  %d: %v", k.Rows, k.First))
	}
	return strings.Join(lines, "\n")
}

// with is the error of a table with these faults, of which reading ended with err.
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
