// SPDX-License-Identifier: MIT

package shards

import (
	"encoding/binary"
	"errors"
	"io"
)

// Reduced are the rows that are left of all tiles: of a question the first, each once, and none about shapes
// that any tile left out. They are kept in a temporary file in a directory. Bounded is how many of them a
// shorter push may be found for. Where nothing is to be left out, m is all there is.
func (m *Merged) Reduced(dir string) (rows *Merged, bounded int, err error) {
	left := map[uint64]bool{}
	for _, s := range m.parts {
		for _, row := range s.LeftOut {
			left[uint64(row)] = true
		}
	}
	if !m.head.Asked || m.head.First == 0 && len(left) == 0 {
		return m, 0, nil
	}
	out, err := newScratch(dir)
	if err != nil {
		return nil, 0, err
	}
	head, last, of := m.head, over, 0
	head.Rows, head.LeftOut = 0, nil
	for ; m.done < len(m.parts); m.turn.next() {
		i := m.turn.first()
		s := m.parts[i]
		p := s.place
		if p.first != last.first {
			of = 0
		}
		if p != last && (head.First == 0 || of < head.First) && !left[p.a] && !(left[p.first] && !head.Join) {
			of++
			head.Rows++
			bounded += int(s.bounded)
			if _, err := out.Write(append(binary.AppendUvarint(nil, uint64(len(s.text))), s.text...)); err != nil {
				return nil, 0, err
			}
		}
		last = p
		m.taken++
		if err := m.next(s, &m.turn.places[i]); err != nil {
			return nil, 0, err
		}
	}
	if err := errors.Join(m.Whole(), out.flush()); err != nil {
		return nil, 0, err
	}
	rows, err = merge([]*Source{rowsOf(io.NewSectionReader(out, 0, out.size), "temporary file", head)}, m.worlds, m.ids)
	if err == nil {
		rows.scratch = out
	}
	return rows, bounded, err
}

// Close lets go of a temporary file, if there is one.
func (m *Merged) Close() { m.scratch.Close() }
