// SPDX-License-Identifier: MIT

package output

import "io"

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
