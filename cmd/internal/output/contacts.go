// SPDX-License-Identifier: MIT

package output

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"daylight/cmd/internal/columnar"
	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/ordered"
)

// Format is how a table of contacts is written.
type Format string

// The formats.
const (
	CSV     Format = "csv"
	NDJSON  Format = "ndjson"
	GeoJSON Format = "geojson"
	Parquet Format = "parquet"
	Arrow   Format = "arrow"
)

// Which formats a table can have: one of contacts, one of shapes that is made, and one of shapes as
// they stand in a simulation.
var (
	OfContacts = []Format{CSV, NDJSON, GeoJSON, Parquet, Arrow}
	OfScenes   = []Format{CSV, NDJSON, Parquet, Arrow}
	OfStates   = []Format{CSV, NDJSON}
)

// FormatNames lists formats in a sentence.
func FormatNames(list []Format) string {
	var names []string
	for _, f := range list {
		names = append(names, string(f))
	}
	return either(names)
}

// ParseFormat finds a format by name, among those that a table can have.
func ParseFormat(name string, among []Format) (Format, error) {
	if f := Format(strings.ToLower(name)); slices.Contains(among, f) {
		return f, nil
	}
	return "", fmt.Errorf("%q is not an output format: want %s", name, FormatNames(among))
}

// Contacts is a table of contacts to write.
type Contacts interface {
	Len() int
	// Row returns the callers' names of contact i's world and shapes. The byte slices
	// are only read.
	Row(i int) (world string, a, b []byte)
	// IDs are the types of the shapes' names.
	IDs() (a, b columnar.Type)
	// Columns names the numbers that there are beside those names, and Kinds says what they
	// are.
	Columns() []string
	Kinds() []Kind
	// Values appends the values of contact i to dst, one for each of Columns.
	Values(dst []Value, i int) []Value
	// Kept names columns of the input that are carried along, as they were for each of the
	// shapes; Texts returns the cells of contact i for the column k of them.
	Kept() []string
	Texts(i, k int) (a, b []byte)
}

// Touched are contacts whose names lie here and there in memory. Touch looks at those of
// contacts from to to-1, that are going to be asked for; what it returns means nothing.
type Touched interface{ Touch(from, to int) byte }

// Touch makes the processor fetch what it can of some contacts that are going to be asked for.
func Touch(c Contacts, from, to int) {
	if t, ok := c.(Touched); ok {
		runtime.KeepAlive(t.Touch(from, to))
	}
}

// atATime is how many rows are written in one go.
const atATime = 1 << 12

// Writing is how a table of contacts is to be written.
type Writing struct {
	Format  Format
	Workers int // processors that make rows; at least 1
	// Tell is told now and then how many rows are done of all; it may be nil.
	Tell func(done, total int)
	// Lots has the rows be one table with those of calls before and after; nil stands for rows that are a table.
	Lots *Lots
	// Draw is the geometry of each row, in formats that know geometries, and CRS the system
	// of coordinates that it is in.
	Draw Drawing
	CRS  geometry.CRS
	// Meta are names and values that files of Parquet and Arrow have about themselves.
	Meta [][2]string

	rows *rows // that are written, of all or of one world
}

// Loading are Contacts that are not all in memory: rows from to to-1 are asked for only between
// a call of Load and one of Drop of just these, which come in order.
type Loading interface {
	Contacts
	Load(from, to int) error
	Drop(from, to int)
}

// writeText writes what add appends for each row.
func writeText(ctx context.Context, w io.Writer, c Contacts, o Writing, add func(dst []byte, values []Value, i int) ([]byte, []Value)) error {
	type rows struct {
		text []byte
		span
	}
	var spare sync.Pool // of texts
	values := make([][]Value, max(o.Workers, 1))
	return ordered.Run(ctx, o.Workers, o.rows.next, func(worker int, s span) rows {
		text, _ := spare.Get().(*[]byte)
		if text == nil {
			text = new([]byte)
		}
		r := rows{(*text)[:0], s}
		Touch(c, s.from, s.to)
		for i := s.from; i < s.to; i++ {
			r.text, values[worker] = add(r.text, values[worker][:0], i)
		}
		return r
	}, func(r rows) error {
		o.rows.done(r.span, o.Tell)
		_, err := w.Write(r.text)
		spare.Put(&r.text)
		return err
	})
}

func appendHeader(dst []byte, c Contacts, worldless bool) []byte {
	if !worldless {
		dst = append(dst, "world,"...)
	}
	dst = append(dst, "id_a,id_b"...)
	for _, name := range c.Columns() {
		dst = appendCell(append(dst, ','), name)
	}
	for _, name := range c.Kept() {
		dst = appendCell(append(dst, ','), name+"_a")
		dst = appendCell(append(dst, ','), name+"_b")
	}
	return append(dst, '\n')
}

// appendRow appends row i as CSV. It returns values for their memory.
func appendRow(dst []byte, values []Value, c Contacts, worldless bool, i int) ([]byte, []Value) {
	world, a, b := c.Row(i)
	if !worldless {
		dst = append(appendCell(dst, world), ',')
	}
	dst = append(appendCell(dst, a), ',')
	dst = appendCell(dst, b)
	values = c.Values(values, i)
	for _, v := range values {
		if dst = append(dst, ','); v.kind == TextKind {
			dst = appendCell(dst, v.text)
			continue
		}
		dst = v.append(dst)
	}
	for k := range c.Kept() {
		a, b := c.Texts(i, k)
		dst = appendCell(append(dst, ','), a)
		dst = appendCell(append(dst, ','), b)
	}
	return append(dst, '\n'), values
}

// appendCell appends a cell as encoding/csv does: in quotes if it could be taken for
// something else without.
func appendCell[T string | []byte](dst []byte, cell T) []byte {
	plain := len(cell) == 0 || (cell[0] > ' ' && cell[0] < utf8.RuneSelf)
	for i := 0; i < len(cell) && plain; i++ {
		b := cell[i]
		plain = b != ',' && b != '"' && b != '\r' && b != '\n' && b != '\\'
	}
	if plain {
		return append(dst, cell...)
	}
	text := string(cell)
	if r, _ := utf8.DecodeRuneInString(text); text != `\.` && !strings.ContainsAny(text, ",\"\r\n") && !unicode.IsSpace(r) {
		return append(dst, cell...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}

// keys are the beginnings of the members of an object, their names in it.
type keys struct {
	numbers, texts []string
	a, b           columnar.Type
	worldless      bool
}

func newKeys(c Contacts, o Writing) *keys {
	k := &keys{worldless: o.rows.byWorld}
	k.a, k.b = c.IDs()
	for _, name := range c.Columns() {
		k.numbers = append(k.numbers, `,"`+name+`":`)
	}
	for _, name := range c.Kept() {
		for _, side := range []string{"_a", "_b"} {
			k.texts = append(k.texts, ","+string(appendString(nil, name+side))+":")
		}
	}
	return k
}

// append appends the members of row i. It returns values for their memory.
func (k *keys) append(dst []byte, values []Value, c Contacts, i int) ([]byte, []Value) {
	world, a, b := c.Row(i)
	if !k.worldless {
		dst = append(appendString(append(dst, `"world":`...), world), ',')
	}
	dst = appendID(append(dst, `"id_a":`...), a, k.a)
	dst = appendID(append(dst, `,"id_b":`...), b, k.b)
	values = c.Values(values, i)
	for j, v := range values {
		dst = append(dst, k.numbers[j]...)
		switch v.kind {
		case missing:
			dst = append(dst, "null"...)
		case TextKind:
			dst = appendString(dst, v.text)
		default:
			dst = v.append(dst)
		}
	}
	for j := range len(k.texts) / 2 {
		a, b := c.Texts(i, j)
		dst = appendText(append(dst, k.texts[2*j]...), a)
		dst = appendText(append(dst, k.texts[2*j+1]...), b)
	}
	return dst, values
}

func appendID(dst, id []byte, t columnar.Type) []byte {
	if t.Whole() {
		return append(dst, id...)
	}
	return appendString(dst, id)
}

// appendText appends a cell that may be empty, which stands for null.
func appendText(dst, cell []byte) []byte {
	if len(cell) == 0 {
		return append(dst, "null"...)
	}
	return appendString(dst, cell)
}

// appendString appends a JSON string. Labels are valid UTF-8, so nothing is lost.
func appendString[T string | []byte](dst []byte, s T) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			q, _ := json.Marshal(string(s))
			return append(dst, q...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, s...)
	return append(dst, '"')
}

// rows hands out the rows of contacts, some at a time: all of them, or those of one world, then those of the next.
type rows struct {
	c       Contacts
	n       int
	size    int // how many are loaded at a time
	at      int // those before it were handed out
	lo, hi  int // which are loaded, or were
	byWorld bool
	world   string // whose rows are handed out, if byWorld
	first   int    // of them
}

// span are rows from to to-1, which were loaded with others.
type span struct{ from, to, lo, hi int }

// load makes sure that there is a row at hand.
func (r *rows) load() error {
	if r.at >= r.n {
		return io.EOF
	}
	if r.at == r.hi {
		r.lo, r.hi = r.at, min(r.at+r.size, r.n)
		if l, ok := r.c.(Loading); ok {
			return l.Load(r.lo, r.hi)
		}
	}
	return nil
}

// begin goes on to the next world.
func (r *rows) begin() (world string, err error) {
	if err := r.load(); err != nil {
		return "", err
	}
	r.world, _, _ = r.c.Row(r.at)
	r.first = r.at
	return r.world, nil
}

// next hands out rows, until there are no more of the world.
func (r *rows) next() (s span, err error) {
	if err := r.load(); err != nil {
		return s, err
	}
	s = span{r.at, r.hi, r.lo, r.hi}
	if r.byWorld {
		for s.to = s.from; s.to < r.hi; s.to++ {
			if world, _, _ := r.c.Row(s.to); world != r.world {
				break
			}
		}
		if s.to == s.from {
			return s, io.EOF
		}
	}
	r.at = s.to
	return s, nil
}

// done says that rows have been written, and tells how many of all.
func (r *rows) done(s span, tell func(done, total int)) {
	if l, ok := r.c.(Loading); ok && s.to == s.hi {
		l.Drop(s.lo, s.hi)
	}
	if tell != nil {
		tell(s.to, r.n)
	}
}
