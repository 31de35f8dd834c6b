// SPDX-License-Identifier: MIT

package columnar

import (
	"errors"
	"fmt"
	"io"
)

// chunk reads the values of a column of a group of rows, page by page.
type chunk struct {
	*node
	meta *chunkMeta
	in   io.ReaderAt
	size int64 // of the file
	most int64 // bytes that a page may unpack to
	heap *heap

	at, last, end int64 // of the next page; where they end; where the last may
	n             int   // pages so far
	seen          int64 // values of the pages so far
	head          []byte
	packed, room  []byte // of pages

	left int // values of the page that have not been read, those that are missing included
	reps runs
	defs runs
	pending
	values

	// What was read of the rows at hand: levels, and the values that are there.
	rep, def []uint8
	fixed    []byte // of fixed width
	texts    [][]byte
	cells    int
	words    dictionaryOf
	// sliceBytes are charged for the rows at hand alone, and live those of the page at hand, which
	// texts lie in.
	sliceBytes, live int64
}

// pending are levels that were decoded ahead of the rows that they are of.
type pending struct {
	rep, def []uint8
	from     int
}

// dictionaryOf are the values of a dictionary.
type dictionaryOf struct {
	fixed []byte
	texts [][]byte
	n     int
}

// open begins with a column, which messages call by its name.
func (c *chunk) open() error {
	m := c.meta
	switch {
	case m.scramble:
		return errors.New("it is encrypted")
	case m.elsewhere:
		return errors.New("its values are in another file")
	}
	c.at = m.data
	if d := m.dictionary; d > 0 && d < c.at {
		c.at = d
	}
	switch {
	case c.at < 0 || m.packed < 0 || c.at > c.size:
		return fmt.Errorf("its %d bytes at byte %d are not in the file, which has %d", m.packed, c.at, c.size)
	case m.packed > c.size-c.at:
		return fmt.Errorf("its %d bytes at byte %d reach beyond the end of the file", m.packed, c.at)
	case m.values < 0:
		return fmt.Errorf("it has %d values", m.values)
	}
	// Old writers left the header of the dictionary out of the length.
	c.last = c.at + m.packed
	c.end = min(c.last+oldHeader, c.size)
	return nil
}

// read reads the values of n rows, or says why they are not there.
func (c *chunk) read(n int) (err error) {
	c.heap.give(c.sliceBytes)
	c.sliceBytes = 0
	c.rep, c.def, c.fixed, c.texts, c.cells = c.rep[:0], c.def[:0], c.fixed[:0], c.texts[:0], 0
	if c.node.rep == 0 {
		for n > 0 {
			if c.left == 0 {
				if err := c.nextPage(); err != nil {
					return err
				}
			}
			k := min(n, c.left)
			there := k
			if c.node.def > 0 {
				if there, err = c.levels(k); err != nil {
					return fmt.Errorf("page %d: %w", c.n, err)
				}
			}
			if err := c.decode(c, there); err != nil {
				return fmt.Errorf("page %d: %w", c.n, err)
			}
			c.left -= k
			n -= k
		}
		return nil
	}
	for first := true; ; first = false {
		if c.from == len(c.pending.rep) {
			if c.left == 0 {
				if c.seen >= c.meta.values && n == 0 && !first {
					return nil
				}
				if err := c.nextPage(); err != nil {
					return err
				}
			}
			if err := c.ahead(); err != nil {
				return fmt.Errorf("page %d: %w", c.n, err)
			}
		}
		k, there := c.from, 0
		for ; k < len(c.pending.rep); k++ {
			if c.pending.rep[k] == 0 {
				if n == 0 {
					break
				}
				n--
			}
			if int(c.pending.def[k]) == c.node.def {
				there++
			}
		}
		if c.rep, err = grown(c.heap, c.rep, k-c.from); err != nil {
			return err
		}
		if c.def, err = grown(c.heap, c.def, k-c.from); err != nil {
			return err
		}
		c.rep, c.def = append(c.rep, c.pending.rep[c.from:k]...), append(c.def, c.pending.def[c.from:k]...)
		c.from = k
		if err := c.decode(c, there); err != nil {
			return fmt.Errorf("page %d: %w", c.n, err)
		}
		if k < len(c.pending.rep) {
			return nil
		}
	}
}

// levels reads definition levels, and returns how many of the values are there.
func (c *chunk) levels(n int) (there int, err error) {
	if c.def, err = grown(c.heap, c.def, n); err != nil {
		return 0, err
	}
	at := len(c.def)
	c.def = c.def[:at+n]
	if err := next(&c.defs, c.def[at:], uint8(c.node.def)); err != nil {
		return 0, err
	}
	for _, d := range c.def[at:] {
		if int(d) == c.node.def {
			there++
		}
	}
	return there, nil
}

// ahead reads levels of the page ahead.
func (c *chunk) ahead() error {
	n := min(c.left, sliceRows)
	c.left -= n
	if c.pending.rep == nil {
		c.pending.rep, c.pending.def = make([]uint8, sliceRows), make([]uint8, sliceRows)
	}
	c.pending.rep, c.pending.def, c.from = c.pending.rep[:n], c.pending.def[:n], 0
	if err := next(&c.reps, c.pending.rep, uint8(c.node.rep)); err != nil {
		return err
	}
	return next(&c.defs, c.pending.def, uint8(c.node.def))
}
