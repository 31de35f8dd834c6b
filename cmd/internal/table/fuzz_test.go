// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"testing"
	"testing/iotest"
)

// FuzzReader reads arbitrary bytes in every format: what is read is what the reference
// reads, however the text is cut into blocks; every error names its line, lines never go
// back, and rows have as many cells as names.
func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"", "a,b\n1,2\n", "a\tb\n\"1\t2\n", "a;b\n1;2;3\n", "# c\n1 2 3\n", "{\"a\":1,\"b\":[1,2],\"c\":\"\\u00e9\\\"\"}\n{}\n",
		"[1]", "{", "{\"a\"", "{\"a\":1}}", "\xef\xbb\xbfa,b\r\n1,2\r\n", "a,b\n\"x\n\ny\",2\n1\n", "\"a\"b,c\n", "\x1f\x8b", "PK\x03\x04",
		"{\"a\":\"\xff\"}", "{\"\":0}", "{\"a\":{\"b\":{\"c\":[[]]}}} ", "a,b\n1,2", "\n\n\n", "a\n\r\n\r1\r\n",
		"{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"a\":1},\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}]}",
		"\x1e{\"type\":\"Point\",\"coordinates\":[1,2]}\n\x1e{\"type\":\"Feature\",\n\"id\":1}", "{\"type\":\"Feature\",\"properties\":null}\n{\"type\":\"Feature\"}\n{}\n",
		"{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\"}],\"crs\":null,\n\"bbox\":[\"]\"]}\n{\"features\":[{\"type\":\"Feature\"}]}{\"type\":\"Feature\"}x",
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
		end := error(nil)
		if columns&128 != 0 {
			end = errors.New("broken")
		}
		var want []string
		read := reference
		// The reference knows no GeoJSON, which is told by a type or a list of features.
		if plain := bytes.ReplaceAll(text, []byte("\\"), nil); o.Format == GeoJSON || bytes.Contains(plain, []byte("type")) ||
			bytes.Contains(plain, []byte("features")) || bytes.ContainsRune(text, recordSeparator) {
			read = walk
		}
		wantNote := read(stream(text, end), "in", o, func(row *Row, err error) { want = append(want, sort(t, row, err)) })
		for _, size := range []int{1, 7, 64, 0} {
			o.Block = size
			var got []string
			last := 0
			note := walk(stream(text, end), "in", o, func(row *Row, err error) {
				got = append(got, sort(t, row, err))
				if row != nil && (row.Line < last || len(row.Names) != len(row.Cells)) {
					t.Fatalf("row %+v after line %d", row, last)
				} else if row != nil {
					last = row.Line
				}
			})
			if !slices.Equal(got, want) || note != wantNote {
				t.Fatalf("blocks of %d:\ngot  %q, %s\nwant %q, %s", size, got, note, want, wantNote)
			}
		}
	})
}

// stream is text that ends with err.
func stream(text []byte, err error) io.Reader {
	if err == nil {
		return bytes.NewReader(text)
	}
	return io.MultiReader(bytes.NewReader(text), iotest.ErrReader(err))
}

// sort tells a row or an error, which has to have a place.
func sort(t *testing.T, row *Row, err error) string {
	if err == nil {
		return told(row)
	}
	var e *Error
	if !errors.As(err, &e) || e.Line < 1 || e.File != "in" || e.Msg == "" {
		t.Fatalf("an error without a place: %#v", err)
	}
	if e.Fatal {
		return "fatal " + e.Error()
	}
	return e.Error()
}
