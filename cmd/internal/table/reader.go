// SPDX-License-Identifier: MIT

package table

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unsafe"

	"daylight/cmd/internal/memory"
)

// MaxRow is the greatest length of one row in bytes. It bounds the memory that an
// unclosed quote or a file without line ends can take.
const MaxRow = 64 << 20

// MaxCells is the greatest number of cells of a row: more take many times the memory of
// their text.
const MaxCells = 1 << 20

// Options say how to read a table.
type Options struct {
	Format Format
	// Columns names the columns of a table that has no header row.
	Columns []string
	// Header is set when a table has a header row although Columns is given: the
	// row is passed over.
	Header bool
	// Flag is the flag that Columns are from, for messages; --columns if it is empty.
	Flag string
	// Block is the size of a block in bytes; 0 stands for the best.
	Block int
	// Memory is charged for long rows, unless it is nil.
	Memory *memory.Budget
}

// FlagName is the flag that Columns are from.
func (o *Options) FlagName() string {
	if o.Flag == "" {
		return "--columns"
	}
	return o.Flag
}

// Headed says what to do about a table that has a header row although Columns are given.
func (o *Options) Headed() string {
	if o.Flag == "" {
		return "add --header or drop --columns"
	}
	return "drop " + o.Flag
}

// Reader cuts one table into blocks. Rows make rows of them. Block is called by one
// goroutine at a time; the others only read. Its fields are not changed.
type Reader struct {
	File     string   // the name that messages use
	Format   Format   // as given or as detected
	Names    []string // of the columns; nil if each row brings its own
	header   int      // line of the header row
	split    splitter
	comments *comments // Rows share it, and so do not hold the Reader with its input
	first    *Block    // the block of the header row, if its rows are still to come
}

// NewReader reads the table in, which messages call file. It reads the header row,
// if there is one, and reports what is wrong with it.
func NewReader(in io.Reader, file string, o Options) (*Reader, error) {
	r := &Reader{File: file, Format: o.Format, comments: new(comments)}
	buf := bufio.NewReaderSize(in, sniffLen)
	head, err := buf.Peek(sniffLen)
	if len(head) == 0 && err != io.EOF {
		return nil, wrap(file, err, 1)
	}
	if r.Format == Parquet || r.Format == Arrow {
		return nil, r.fatal(1, "this is no file of "+r.Format.String())
	}
	if why := refuse(head); why != "" {
		return nil, r.fatal(1, why)
	}
	for ; bytes.HasPrefix(head, []byte("\xef\xbb\xbf")); head = head[3:] { // once, or twice from clumsy tools
		buf.Discard(3)
	}
	if r.Format == Auto {
		if r.Format = sniff(head); tabbed.MatchString(file) {
			r.Format = TSV
		}
	}
	r.split = splitter{in: buf, line: 1, size: o.Block, room: o.Memory, quoted: separators[r.Format] != 0}
	if o.Block <= 0 {
		r.split.size, r.split.most = firstBlock, blockSize
	}
	switch {
	case r.Format == NDJSON && len(o.Columns) > 0:
		return nil, r.fatal(1, "this is NDJSON, whose objects name their own fields: drop "+o.FlagName())
	case r.Format == GeoJSON && len(o.Columns) > 0:
		return nil, r.fatal(1, "this is GeoJSON, whose features name their own properties: drop "+o.FlagName())
	case r.Format == NDJSON:
		return r, nil
	case r.Format == GeoJSON:
		r.split.nested = true
		return r, nil
	}
	if len(o.Columns) > 0 {
		r.Names = o.Columns
		if !o.Header {
			return r, nil
		}
	}
	cells, line, err := r.headerRow()
	r.comments.n = 0
	if err == io.EOF {
		empty := ""
		if len(head) == 0 {
			empty = "the table is empty: "
		}
		return nil, r.fatal(1, empty+"there is no header row; a table without one needs "+o.FlagName())
	}
	if err != nil {
		return nil, wrap(file, err, line)
	}
	if len(o.Columns) > 0 {
		return r, nil
	}
	if numeric(cells) {
		return nil, r.fatal(line, "the first row holds numbers, not column names: name the columns with "+o.FlagName()+", for example "+o.FlagName()+" "+Example(cells))
	}
	for _, c := range cells {
		r.Names = append(r.Names, strings.Clone(c))
	}
	r.header = line
	return r, nil
}

// headerRow reads the first row, and keeps the rest of its block for later.
func (r *Reader) headerRow() (cells []string, line int, err error) {
	rows, b := r.Rows(), new(Block)
	for {
		if err := r.split.next(b); err != nil {
			return nil, r.split.line, err
		}
		rows.Open(b)
		if _, cells, line, err = rows.parse(); err != io.EOF {
			b.text, b.line = b.text[rows.at:], rows.line
			r.first = b
			return cells, line, err
		}
	}
}

// Example guesses a --columns value for a message from the first row: the commonest layouts are
// positions with an id and perhaps a frame in front, and boxes by corners or as in MOT files.
func Example(cells []string) string {
	n := len(cells)
	rest := strings.Repeat(",_", max(n-6, 0))
	switch {
	case n == 4 && numeric(cells):
		return "id,x,y,r, or for boxes min_x,min_y,max_x,max_y"
	case n == 4:
		return "id,x,y,r"
	case n == 5:
		return "id,world,x,y,r, or for boxes id,min_x,min_y,max_x,max_y"
	case n > mostExample:
		return "id,world,x,y,r,_,..."
	case n > 5:
		return "id,world,x,y,r,_" + rest + ", or for boxes world,id,left,top,width,height" + rest
	}
	return "x,y,r"[:2*max(min(n, 3), 1)-1]
}

// mostExample is the greatest number of columns in an example.
const mostExample = 32

func numeric(cells []string) bool {
	for _, c := range cells {
		if _, err := strconv.ParseFloat(c, 64); err != nil {
			return false
		}
	}
	return len(cells) > 0
}

// Systems are the members crs of the collections of GeoJSON that have been read, each as it is; the
// text is empty if there are collections without one.
func (r *Reader) Systems() []string { return r.split.documents.systems }

// HeaderLine returns the line of the header row, or 1 if the names came from elsewhere.
func (r *Reader) HeaderLine() int { return max(r.header, 1) }

// Block fills b with the next rows, in memory that b has from before if that is large enough and
// not longer than most. After the last block the error is io.EOF. Other errors of the stream come
// with the rows of the last block.
func (r *Reader) Block(b *Block) error {
	if f := r.first; f != nil {
		*b, r.first = *f, nil
		return nil
	}
	return r.split.next(b)
}

func (r *Reader) fatal(line int, msg string) *Error {
	return &Error{File: r.File, Line: max(line, 1), Msg: msg, Fatal: true}
}

// Row is one row of a table. It is the Rows' own, and valid until the next call of Next; the texts
// of its cells are, for the most part, the very bytes of the block, and stay until the next call of
// Open: what is to be kept of them for longer has to be copied.
type Row struct {
	Line  int // where the row begins; 1-based
	Names []string
	Cells []string // as many as Names
	// Same says that Names are those of the row before.
	Same bool
	// Feature says that the cells are those of a feature of GeoJSON.
	Feature bool
	// Strings says which cells are strings of JSON; nil of another format.
	Strings []bool
}

// Rows makes rows of blocks, one after the other. It is used by one goroutine; several may
// work on blocks of one Reader side by side.
type Rows struct {
	file   string
	format Format
	names  []string
	cut    byte // between cells; 0 if blanks are

	text string
	at   int // where the next row begins, or what stands before it
	line int // of that place
	end  error
	done bool

	row      Row
	same     bool
	cells    []string
	strings  []bool   // which cells of an object are strings
	fields   []string // names of an object
	scratch  []byte   // cells that are not in the text as they are
	comments *comments
	inner    *Rows    // for the properties of a feature
	flat     []string // names of a feature's cells
	shown    int      // what the cells of the object before are
}

// separators are the bytes between cells, of formats that have quotes.
var separators = [...]byte{CSV: ',', Semicolon: ';', TSV: '\t', Blank: 0, NDJSON: 0, GeoJSON: 0, Parquet: 0, Arrow: 0}

// Rows returns a Rows for blocks of r.
func (r *Reader) Rows() *Rows {
	c := &Rows{file: r.File, format: r.Format, names: r.Names, cut: separators[r.Format], comments: r.comments}
	r.comments.separator, r.comments.columns = c.cut, len(r.Names)
	return c
}

// Open begins with a block.
func (c *Rows) Open(b *Block) {
	c.text = unsafe.String(unsafe.SliceData(b.text), len(b.text))
	c.at, c.line, c.end, c.done, c.scratch = 0, b.line, b.end, false, c.scratch[:0]
}

// Next returns the next row, or io.EOF after the last of the block. Any other error is an
// *Error, or that of a context when reading was cancelled. After an Error that is not
// Fatal the next call goes on with the row that follows.
func (c *Rows) Next() (*Row, error) {
	if c.done {
		return nil, io.EOF
	}
	names, cells, line, err := c.parse()
	if err != nil {
		if err == io.EOF {
			c.done = true
			return nil, err
		}
		err = wrap(c.file, err, line)
		var e *Error
		if !errors.As(err, &e) || e.Fatal {
			c.done = true
		}
		return nil, err
	}
	c.row.Same, c.row.Feature = c.same, c.names == nil && c.shown == featureCells
	if c.names != nil {
		if names = c.names; len(cells) != len(names) {
			return nil, &Error{File: c.file, Line: line, Msg: uneven(c.format, cells, names)}
		}
		c.row.Same = true
	}
	c.row.Line, c.row.Names, c.row.Cells, c.row.Strings = line, names, cells, nil
	switch {
	case c.row.Feature:
		c.row.Strings = c.inner.strings
	case c.names == nil:
		c.row.Strings = c.strings
	}
	return &c.row, nil
}

// parse reads a row of any format.
func (c *Rows) parse() (names, cells []string, line int, err error) {
	switch {
	case c.cut != 0:
		return c.delimited()
	case c.format == NDJSON:
		return c.object()
	case c.format == GeoJSON:
		return c.element()
	}
	return c.blanks()
}

// object reads one JSON object from a line of its own. The names of most objects are
// those of the one before, in the same order, which is told by comparing bytes.
func (c *Rows) object() (names, cells []string, line int, err error) {
	text, line, err := c.textLine()
	if err != nil {
		return nil, nil, line, err
	}
	switch {
	case text[0] == '[' && line == 1:
		return nil, nil, line, &Error{Msg: "this is a JSON array; NDJSON has one object on each line (jq -c '.[]' makes it so)", Fatal: true}
	case text[0] != '{':
		return nil, nil, line, &Error{Msg: "the line is not a JSON object: it begins with " + Quote(text[:1])}
	}
	if err := c.all(text); err != nil {
		return nil, nil, line, err
	}
	return c.feature(text, line)
}
