// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"strconv"

	"daylight/cmd/internal/table"
)

// skip reports whether the row that failed with err may be left out, and counts it.
func (l *Loader) skip(err error) bool {
	var e *table.Error
	if !l.c.SkipBad || !errors.As(err, &e) || e.Fatal {
		return false
	}
	if l.before != nil {
		e.Line += l.before()
	}
	if l.set.Skipped == 0 {
		l.set.FirstBad = err
	}
	l.set.Skipped++
	if l.c.Bad != nil {
		l.c.Bad(e)
	}
	return true
}

// refuse deals with a row of which no shape came.
func (l *Loader) refuse(f *failure) error {
	if f.nowhere != "" {
		n := l.nowhere[f.nowhere]
		if n == nil {
			n = &nowhere{first: fmt.Sprintf(":%d", f.line)}
			if l.features {
				n.first += fmt.Sprintf(": feature %d", l.set.Rows-l.first+1)
			}
			l.nowhere[f.nowhere] = n
		}
		n.n++
		l.set.Nowhere++
		l.set.Rows++
		return nil
	}
	err := f.err
	if f.late {
		// That its label is taken would have been found out before the shape was looked at.
		if w, known := l.common.worlds[f.world]; known {
			label := f.label
			if label == "" {
				label = strconv.Itoa(l.set.Rows)
			}
			if from, found := l.ids.find(w, label); found {
				err = l.twice(label, w, f.line, from)
			}
		}
	}
	var e *table.Error
	if f.header && l.set.Rows == l.first && errors.As(err, &e) {
		e.ID = ""
		if l.c.Table.Flag == "" {
			e.Msg += " (if this row is a header, add --header or drop --columns)"
		} else {
			e.Msg += " (if this row is a header, drop " + l.c.Table.Flag + ")"
		}
	}
	err = l.unlessSkipped(err)
	l.set.Rows++
	return err
}

// unlessSkipped is the error of a row of the table at hand, or nil if the row may be left out.
func (l *Loader) unlessSkipped(err error) error {
	if l.number(err); l.skip(err) {
		return nil
	}
	return err
}

// number tells which feature of a collection is to blame, if the table at hand is one.
func (l *Loader) number(err error) {
	var e *table.Error
	if l.features && errors.As(err, &e) && !e.Fatal {
		e.Feature = l.set.Rows - l.first + 1
	}
}

func (l *Loader) twice(label string, world uint32, line int, from string) *table.Error {
	msg := fmt.Sprintf("id %s is in world %s already, from %s", table.Quote(label), table.Quote(l.common.names[world]), from)
	return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: line, Msg: msg, Err: errors.New(msg)}
}
