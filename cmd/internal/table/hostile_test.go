// SPDX-License-Identifier: MIT

package table

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"daylight/internal/testenv"
)

// TestManyFields: the time of an object grows with its fields, not with their square.
func TestManyFields(t *testing.T) {
	const n = 200_000
	var b strings.Builder
	b.WriteString(`{"a":1`)
	for i := range n {
		fmt.Fprintf(&b, `,"f%d":%d`, i, i)
	}
	begin := time.Now()
	rows, err := all(strings.NewReader(b.String()+"}\n"), Options{Format: NDJSON})
	if err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	t.Logf("%d fields took %v; quadratic, it is minutes", n, time.Since(begin))
	_, err = all(strings.NewReader(b.String()+`,"f77777":0}`+"\n"), Options{Format: NDJSON})
	if want := "in:1: column f77777: the object has this field twice"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// repeated gives a text n times, after a beginning and before an end.
func repeated(begin, text string, n int, end string) io.Reader {
	parts := []io.Reader{strings.NewReader(begin)}
	chunk := strings.Repeat(text, 1024)
	for range n / 1024 {
		parts = append(parts, strings.NewReader(chunk))
	}
	return io.MultiReader(append(parts, strings.NewReader(end))...)
}

// TestLongBreaks: more than MaxRow bytes without a row are nothing wrong.
func TestLongBreaks(t *testing.T) {
	testenv.Sequential(t)
	comment := "#" + strings.Repeat("c", 1022) + "\n"
	const n = MaxRow/1024 + 2048
	for name, c := range map[string]struct {
		format Format
		header string
		text   string
		n      int
		want   string
	}{
		"comments in CSV":      {CSV, "a,b\n", comment, n, fmt.Sprintf("%d:a,b:1|2", n+2)},
		"empty lines in CSV":   {CSV, "a,b\n", strings.Repeat("\r\n", 512), n, fmt.Sprintf("%d:a,b:1|2", 512*n+2)},
		"comments in TSV":      {TSV, "a\tb\n", comment, n, fmt.Sprintf("%d:a,b:1,2", n+2)},
		"one comment":          {CSV, "a,b\n#", strings.Repeat("c", 1024), n, "3:a,b:1|2"},
		"comments among blank": {Blank, "a b\n", comment, n, fmt.Sprintf("%d:a,b:1,2", n+2)},
	} {
		end := "1,2\n"
		switch {
		case c.format != CSV:
			end = "1 2\n"
			if c.format == TSV {
				end = "1\t2\n"
			}
			c.want = strings.Replace(c.want, "1,2", "1|2", 1)
		case name == "one comment":
			end = "\n1,2\n"
		}
		rows, err := all(repeated(c.header, c.text, c.n, end), Options{Format: c.format})
		if got := strings.Join(rows, " "); err != nil || got != c.want {
			t.Errorf("%s: got %.100q, %v, want %s", name, got, err, c.want)
		}
	}
}

// TestControlCharacters: what is in a file does not reach the terminal as it is.
func TestControlCharacters(t *testing.T) {
	for text, want := range map[string]string{
		"a,\x1b[31mb\n1,2,3\n":      `in:2: the row has 3 cells, but there are 2 columns (a,\x1b[31mb)`,
		"{\"a\x7f\":1,\"a\x7f\":2}": `in:1: column a\x7f: the object has this field twice`,
		"a,\u202eb\n1,2,3\n":        `in:2: the row has 3 cells, but there are 2 columns (a,\u202eb)`,
		"a,\xff\n1,2,3\n":           `in:2: the row has 3 cells, but there are 2 columns (a,\xff)`,
		"a,\u00fc\ufffd\n1,2,3\n":   "in:2: the row has 3 cells, but there are 2 columns (a,\u00fc\ufffd)",
	} {
		if _, err := all(strings.NewReader(text), Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestComments: comments that look like rows are counted, others are not.
func TestComments(t *testing.T) {
	const quote = `: to have such rows read, quote their first cell, as in "#1"`
	for text, want := range map[string]string{
		"id,x,y\n#1,0,0\n2,0,0\n":                "line 2 begins with # and was taken for a comment, but has a cell for each column" + quote,
		"#a,b,c\nid,x,y\n2,0,0\n#2,0,0\n":        "line 4 begins with # and was taken for a comment, but has a cell for each column" + quote,
		"id,x,y\n\"1\n1\",0,0\n\n#2,0,0\n#3,1,1": "2 lines begin with # and were taken for comments, but have a cell for each column (the first is line 5)" + quote,
		"id,x,y\n# one, two\n#\n2,0,0\n":         "",
		"id,x,y\n\"#1\",0,0\n":                   "",
		"id x y\n# a trail\n2 0 0\n":             "",
		"wkt\n#1\n":                              "",
		"id x y\n#1 0 0\n":                       "line 2 begins with # and was taken for a comment, but has a cell for each column: to have such rows read, put another column first",
		"id;x;y\n#1;0;0\n":                       "line 2 begins with # and was taken for a comment, but has a cell for each column" + quote,
	} {
		got := walk(strings.NewReader(text), "in", Options{}, func(_ *Row, err error) {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
		})
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
