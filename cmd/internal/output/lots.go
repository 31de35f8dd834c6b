// SPDX-License-Identifier: MIT

package output

import (
	"fmt"
	"io"

	"daylight/cmd/internal/columnar"
)

// Lots are contacts that are written lot by lot, as one table: of Arrow in its form for streams, of Parquet not at all.
type Lots struct {
	begun, rows bool             // there has been a lot, or a row
	file        *columnar.Writer // of Arrow
	fields      []columnar.Field
}

// further reports whether there has been a lot before.
func (l *Lots) further() bool { return l != nil && l.begun }

// columns goes on with a stream of Arrow, or begins it.
func (l *Lots) columns(w io.Writer, fields []columnar.Field, meta [][2]string) (file *columnar.Writer, err error) {
	if !l.begun {
		l.fields = fields
		l.file, err = columnar.NewWriter(w, columnar.ArrowStream, fields, meta...)
	}
	for k := range fields[:3] {
		if is, was := fields[k].Type, l.fields[k].Type; is != was {
			return nil, fmt.Errorf("%s was %v in the first world and is %v now, which one stream of Arrow cannot have: write CSV or NDJSON", fields[k].Name, was, is)
		}
	}
	return l.file, err
}

// Close ends the table, which has a lot at least.
func (l *Lots) Close(w io.Writer, format Format) (err error) {
	switch format {
	case Arrow:
		return l.file.Close()
	case GeoJSON:
		_, err = io.WriteString(w, endFeatures)
	}
	return err
}
