// SPDX-License-Identifier: MIT

package shapes

import (
	"daylight/cmd/internal/table"
)

// merged merges a part and tells of it.
func (l *Loader) merged(p *part) error {
	if err := l.merge(p); err != nil {
		return err
	}
	return l.report(l.set.Rows)
}

// report tells how many rows there are, and what is wrong with that.
func (l *Loader) report(rows int) error {
	if l.c.Progress == nil {
		return nil
	}
	if err := l.c.Progress(rows); err != nil {
		line := 1
		if n := len(l.set.line); n > 0 {
			line = int(l.set.line[n-1])
		}
		return &table.Error{File: l.set.files[len(l.set.files)-1].name, Line: line, Msg: err.Error(), Fatal: true, Err: err}
	}
	return nil
}

// merge adds the shapes of a part to the set: those whose labels are new in their world.
func (l *Loader) merge(p *part) (err error) {
	l.learn(p)
	if l.c.Tiling != nil {
		return l.mergeTiled(p)
	}
	s := l.set
	if len(p.failed) == 0 && l.enterAll(p) {
		return l.append(p, 0, p.rows())
	}
	begin, n := 0, p.rows() // shapes from begin on are not in the set yet
	failed := p.failed
	for k := 0; ; k++ {
		for len(failed) > 0 && failed[0].before == k {
			if err = l.refuse(p, &failed[0]); err != nil {
				break
			}
			failed = failed[1:]
		}
		if err != nil || k == n {
			break
		}
		if dup := l.enter(p, k); dup != nil {
			l.append(p, begin, k)
			begin = k + 1
			l.number(dup)
			s.Rows++
			if !l.skip(dup) {
				return dup
			}
			continue
		}
		s.Rows++
	}
	end := n
	if err != nil {
		end = failed[0].before
	}
	if full := l.append(p, begin, end); full != nil && err == nil {
		err = full
	}
	return err
}
