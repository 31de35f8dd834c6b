// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// FuzzReader reads arbitrary bytes in every format: no panic, every error names its
// line, lines never go back, and rows have as many cells as names.
func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"", "a,b\n1,2\n", "a\tb\n\"1\t2\n", "a;b\n1;2;3\n", "# c\n1 2 3\n", "{\"a\":1,\"b\":[1,2],\"c\":\"\\u00e9\\\"\"}\n{}\n",
		"[1]", "{", "{\"a\"", "{\"a\":1}}", "\xef\xbb\xbfa,b\r\n1,2\r\n", "a,b\n\"x\n\ny\",2\n1\n", "\"a\"b,c\n", "\x1f\x8b", "PK\x03\x04",
		"{\"a\":\"\xff\"}", "{\"\":0}", "{\"a\":{\"b\":{\"c\":[[]]}}} ", "a,b\n1,2", "\n\n\n", "a\n\r\n\r1\r\n",
	} {
		f.Add([]byte(s), uint8(0), uint8(0))
		f.Add([]byte(s), uint8(len(s)), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text []byte, format, columns uint8) {
		o := Options{Format: Format(int(format) % len(formatNames))}
		for i := range int(columns) % 4 {
			o.Columns = append(o.Columns, string(rune('a'+i)))
		}
		o.Header = columns&64 != 0 && len(o.Columns) > 0
		r, err := NewReader(bytes.NewReader(text), "in", o)
		last := 0
		for n := 0; ; n++ {
			if err != nil {
				if err == io.EOF {
					return
				}
				var e *Error
				if !errors.As(err, &e) || e.Line < 1 || e.File != "in" || e.Msg == "" {
					t.Fatalf("an error without a place: %#v", err)
				}
				if e.Fatal {
					return
				}
				last = max(last, e.Line)
			}
			if n > len(text)+1 {
				t.Fatal("more rows than bytes")
			}
			var row *Row
			if row, err = r.Next(); err == nil {
				if row.Line < last || len(row.Names) != len(row.Cells) {
					t.Fatalf("row %+v after line %d", row, last)
				}
				last = row.Line
			}
		}
	})
}
