// SPDX-License-Identifier: MIT

package job

import (
	"encoding/binary"

	"daylight/cmd/internal/output"
)

// Events are rows that say which pairs of ids began in a world, since they had no row in the world before, and which
// ended, since they have none any more: first those that began, in the order of their rows, then those that ended, in the
// order that they had.
type Events struct {
	output.Contacts                  // of the world
	worlds          []string         // of which the first is at hand
	ordered         bool             // a pair of two ids is not that of them the other way round
	now, before     map[string]*pair // of ids
	list, last      []*pair          // in order
	begins          int              // rows
	rows            []*pair
	key             []byte
}

// pair is a pair as it was when it began.
type pair struct {
	key  string
	a, b string
	kept [][2]string
}

// NewEvents returns Events of nothing yet, of pairs that are ordered or not.
func NewEvents(ordered bool) *Events {
	return &Events{ordered: ordered, now: map[string]*pair{}, before: map[string]*pair{}}
}

// Of are the events of a world, of which these are the rows. They are good until the next call.
func (e *Events) Of(found output.Contacts, worlds []string) output.Contacts {
	e.Contacts, e.worlds, e.rows = found, worlds, e.rows[:0]
	e.list, e.last = e.last[:0], e.list
	e.now, e.before = e.before, e.now
	clear(e.now)
	for i := range found.Len() {
		_, a, b := found.Row(i)
		first, second := a, b
		if !e.ordered && string(b) < string(a) {
			first, second = b, a
		}
		e.key = append(append(binary.AppendUvarint(e.key[:0], uint64(len(first))), first...), second...)
		if e.now[string(e.key)] != nil {
			continue // of several parts
		}
		p := e.before[string(e.key)]
		if p == nil {
			p = &pair{key: string(e.key), a: string(a), b: string(b)}
			for k := range found.Kept() {
				a, b := found.Texts(i, k)
				p.kept = append(p.kept, [2]string{string(a), string(b)})
			}
			e.rows = append(e.rows, p)
		}
		e.now[p.key], e.list = p, append(e.list, p)
	}
	e.begins = len(e.rows)
	for _, p := range e.last {
		if e.now[p.key] == nil {
			e.rows = append(e.rows, p)
		}
	}
	return e
}

// Len is how many rows there are. The names and the kept cells of a row are those with which its pair began.
func (e *Events) Len() int { return len(e.rows) }

// Row gives the names of a row.
func (e *Events) Row(i int) (world string, a, b []byte) {
	return e.worlds[0], []byte(e.rows[i].a), []byte(e.rows[i].b)
}

// Texts gives its cells of a kept column.
func (e *Events) Texts(i, k int) (a, b []byte) {
	kept := e.rows[i].kept[k]
	return []byte(kept[0]), []byte(kept[1])
}

// Columns are one, of texts, whose Values are begin and end.
func (e *Events) Columns() []string { return []string{"event"} }

// Kinds says that it is one of texts.
func (e *Events) Kinds() []output.Kind { return []output.Kind{output.TextKind} }

// Values gives begin or end.
func (e *Events) Values(dst []output.Value, i int) []output.Value {
	if i < e.begins {
		return append(dst, output.Text("begin"))
	}
	return append(dst, output.Text("end"))
}
