// SPDX-License-Identifier: MIT

package shapes

import (
	"io"

	"daylight/cmd/internal/table"
	"daylight/soa"
)

// mostUnknown is how many names without a meaning are reported.
const mostUnknown = 32

// parser makes shapes of the rows of blocks. It is used by one goroutine and knows
// nothing of blocks before.
type parser struct {
	c     *Config
	names *Names
	file  string
	rows  *table.Rows
	head  *header // of the table, or of the row before if each row brings its own
	own   bool    // each row brings its own
	idAt  int     // where it has an id
	part  *part
	ways  ways
	batch rowBatch
	// Of the rows at hand:
	columns columns
	late    bool // what is wrong with them beyond their ids is looked for
	scratch scratch
	// primitive is what the row's shape is, attrs and motion what else it has.
	primitive primitive
	attrs     soa.Attrs
	motion    motion
	spare     []soa.ID
	// features says that rows of the table, which is stored by columns, are features: its file names
	// a geometry. collection says that all rows of one of text are.
	features, collection bool
}

func newParser(c *Config) *parser { return &parser{c: c, names: c.Names.clone()} }

// begin prepares for a table.
func (p *parser) begin(name string, head *header) {
	p.file, p.own, p.rows = name, head == nil, nil
	p.names = p.c.Names.clone()
	p.use(head)
}

// parse makes shapes of a block. What is wrong with its rows is in the part.
func (p *parser) parse(b *table.Block, to *part) {
	to.clear()
	p.part = to
	p.rows.Open(b)
	for {
		row, err := p.rows.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			p.build()
			to.failed = append(to.failed, failure{before: to.rows(), err: err})
			continue
		}
		p.take(row)
	}
	p.build()
	to.passed, to.firstPassed = p.rows.Comments()
	p.tile()
}
