// SPDX-License-Identifier: MIT

package shapes

import (
	"cmp"
	"encoding/binary"
	"slices"

	"daylight/region"
)

// Pack is shapes that lie side by side in a table, in bytes that say all of them by themselves: what was
// spilled refers to worlds and bodies by numbers of one Loader, and so only that one can read it again.
type Pack struct {
	Table  int64    // the number of the table, as who wrote the Pack counts them
	Row    int64    // of the first shape, in the table
	Worlds []string // those that Each shows by number
	bodies []string

	head    []byte // all of that
	records []byte
}

// AppendPack appends the shapes that are not Left as a Pack of a table of that number. The Loader has a
// Tiling with Records, and reads this table alone.
func (s *Scanned) AppendPack(dst []byte, number int64) []byte {
	p := s.part
	worlds := slices.Clone(p.worlds.names)
	for k, name := range worlds {
		worlds[k] = cmp.Or(name, DefaultWorld)
	}
	var bodies []string
	if p.bodies.used {
		bodies = p.bodies.names
	}
	head := binary.AppendUvarint(nil, uint64(number))
	head = binary.AppendUvarint(head, uint64(s.Row))
	for _, names := range [2][]string{worlds, bodies} {
		head = binary.AppendUvarint(head, uint64(len(names)))
		for _, name := range names {
			head = append(binary.AppendUvarint(head, uint64(len(name))), name...)
		}
	}
	var records, one []byte
	for k := range s.Boxes {
		if s.Left(k) {
			continue
		}
		body := uint32(0)
		if bodies != nil {
			body = p.body[k]
		}
		one = s.appendSpilled(one[:0], k, p.world[k], body)
		records = append(binary.AppendUvarint(records, uint64(len(one))), one...)
	}
	return appendFrame(dst, head, records)
}

func appendFrame(dst, head, records []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(head)))
	dst = binary.AppendUvarint(dst, uint64(len(records)))
	return append(append(dst, head...), records...)
}

// ReadPacks appends the Packs that follow each other in data, of which they keep parts.
func ReadPacks(dst []Pack, data []byte) ([]Pack, error) {
	for r := (spillReader{text: data}); len(r.text) > 0; {
		size, rest := r.uvarint(), r.uvarint()
		if r.bad || size > uint64(len(r.text)) || rest > uint64(len(r.text))-size {
			return dst, ErrSpill
		}
		p := Pack{head: r.take(int(size)), records: r.take(int(rest))}
		h := spillReader{text: p.head}
		p.Table, p.Row = int64(h.uvarint()), int64(h.uvarint())
		for _, to := range [2]*[]string{&p.Worlds, &p.bodies} {
			for n := h.uvarint(); n > 0 && !h.bad; n-- {
				*to = append(*to, string(h.name()))
			}
		}
		if h.bad || len(h.text) > 0 {
			return dst, ErrSpill
		}
		dst = append(dst, p)
	}
	return dst, nil
}

// Append appends a Pack of some of the shapes alone, as Each shows them.
func (p *Pack) Append(dst, records []byte) []byte { return appendFrame(dst, p.head, records) }

// Each shows the shapes: their worlds, their boxes, and what they are in a Pack.
func (p *Pack) Each(do func(world uint32, b region.Box, record []byte)) error {
	for r := (spillReader{text: p.records}); len(r.text) > 0; {
		from := r.text
		size := r.uvarint()
		if r.bad || size < PlaceSize || size > uint64(len(r.text)) {
			return ErrSpill
		}
		one := r.take(int(size))
		world, box := SpilledPlace(one)
		if int(world) >= len(p.Worlds) {
			return ErrSpill
		}
		do(world, box, from[:len(from)-len(r.text)])
	}
	return nil
}

// ReadPacked adds the shapes of Packs to the Set, in the order of their tables and rows. Of a table tell says
// its name and the number of its first row, counted over all tables of the set.
func (l *Loader) ReadPacked(packs []Pack, tell func(table int64) (name string, first int64)) error {
	slices.SortFunc(packs, func(a, b Pack) int { return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Row, b.Row)) })
	l.begin(nil, nil, "")
	w := l.take()
	defer l.put(w)
	for k := range packs {
		p := &packs[k]
		name, first := tell(p.Table)
		if k == 0 || packs[k-1].Table != p.Table {
			l.begin(nil, nil, name)
		}
		of := &packNumbers{row: first}
		for _, name := range p.Worlds {
			of.worlds = append(of.worlds, l.common.world(name))
		}
		for _, name := range p.bodies {
			of.bodies = append(of.bodies, l.body(name))
		}
		if err := l.parsers[0].readSpilled(l.common, of, p.records, &w.part); err != nil {
			return err
		}
		if err := l.merge(&w.part); err != nil {
			return err
		}
	}
	return nil
}
