// SPDX-License-Identifier: MIT

package shards

import (
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"io"

	"daylight/cmd/internal/shapes"
)

// The pieces of a share, which shards read in place of the tables, are: piecesBegin; in any order stretches of
// shapes, those of a tile as shapes.Scanned.AppendSpilled writes them, and of ids; an index, which says where they
// are; the Share as JSON; where that begins, in 8 bytes, and its checksum, in 4; and piecesEnd. The index is made of
// uvarints: for shapes and ids of both sets and each tile how many stretches there are, and of each its span, place,
// size and checksum; and before them for shapes how many they are.
var (
	piecesBegin = []byte("daylight pieces 1\n")
	piecesEnd   = []byte("end of pieces\n")
)

// piecesTail is how long the end of such a file is, behind the Share.
var piecesTail = int64(12 + len(piecesEnd))

// Routing deals shapes to tiles as they come, and their ids to lists.
type Routing struct {
	deal *Dealer
	ids  *IDs // nil if nobody needs them
	text []byte
}

// NewRouting has put write what is dealt, of which it keeps so much at most: the shapes of both sets, which are lists 0
// and 1, by tile, and if it is to route ids those of both, lists 2 and 3, behind those of all tiles runs of ids.
func NewRouting(p *Plan, room int64, ids bool, put func(list, t int, text []byte) error) *Routing {
	r := &Routing{deal: NewDealer(p.Tiles, p.Near, room, put)}
	if ids {
		put := func(set, t int, text []byte) error { return put(IDsOf+set, t, text) }
		r.ids = &IDs{to: &idLists{put: put, most: r.deal.most, rooms: make([][]byte, p.Tiles.Tiles()+1)}}
	}
	return r
}

// Add deals shapes.
func (r *Routing) Add(in shapes.Scanned) error {
	for k := range in.World {
		r.deal.Worlds.Of(&in, k)
	}
	if r.ids != nil {
		if err := r.ids.Add(&in); err != nil {
			return err
		}
	}
	r.text = in.AppendSpilled(r.text[:0])
	return r.deal.Deal(SetOf(in.Second), r.text)
}

// Flush puts what is kept, as at the end of a span of the tables.
func (r *Routing) Flush() error {
	if err := r.deal.Flush(); err != nil || r.ids == nil {
		return err
	}
	return r.ids.End()
}

// Named reports whether there is an id of a set.
func (r *Routing) Named(set int) bool { return r.ids != nil && r.ids.named[set] }

// Dealt is how many shapes have been dealt, each as often as there are tiles for it.
func (r *Routing) Dealt() int64 { return r.deal.dealt }

// Router writes the shapes of a share by tile.
type Router struct {
	Share
	*Routing
	out  io.Writer
	at   int64
	span int // of the tables, that is read
}

// NewRouter begins with share number of so many of a plan, of which it takes so much memory at most for what it has not
// yet written. Ids says that they are routed, too; only, if it is not nil, of which tiles shapes are kept.
func NewRouter(p *Plan, number, of int, room int64, ids bool, only func(t int) bool, out io.Writer) (*Router, error) {
	r := &Router{out: out}
	r.Daylight, r.By, r.Plan, r.Number, r.Of = piecesKind, p.By, p.ID(), number, of
	r.dealt = newDealt(p.Tiles.Tiles())
	r.Routing = NewRouting(p, room, ids, r.keep)
	r.deal.Only = only
	_, err := r.put(piecesBegin)
	return r, err
}

const piecesKind = "pieces"

func (r *Router) put(text []byte) (int64, error) {
	at := r.at
	n, err := r.out.Write(text)
	r.at += int64(n)
	return at, err
}

// keep writes what was dealt to a tile.
func (r *Router) keep(list, t int, text []byte) error {
	if list < IDsOf {
		r.shapes[list][t] += r.deal.count[t]
	}
	at, err := r.put(text)
	r.stretches[list][t] = append(r.stretches[list][t], stretch{at, len(text), crc32.Checksum(text, castagnoli), r.span})
	return err
}

// Next goes on to the next span of the tables.
func (r *Router) Next() error {
	err := r.Flush()
	r.span++
	return err
}

// Size is how much has been written.
func (r *Router) Size() int64 { return r.at }

// Close writes the index and the Share.
func (r *Router) Close() error {
	for k := range r.Sets {
		r.Sets[k].Named = r.Named(k)
	}
	var index []byte
	for list := range r.stretches {
		for t, some := range r.stretches[list] {
			if list < IDsOf {
				index = binary.AppendUvarint(index, uint64(r.shapes[list][t]))
			}
			index = binary.AppendUvarint(index, uint64(len(some)))
			for _, s := range some {
				index = binary.AppendUvarint(index, uint64(s.span))
				index = binary.AppendUvarint(index, uint64(s.at))
				index = binary.AppendUvarint(index, uint64(s.size))
				index = binary.AppendUvarint(index, uint64(s.sum))
			}
		}
	}
	at, err := r.put(index)
	if err != nil {
		return err
	}
	r.Index.At, r.Index.Size, r.Index.Sum = at, int64(len(index)), crc32.Checksum(index, castagnoli)
	text, err := json.Marshal(&r.Share)
	if err != nil {
		return err
	}
	if at, err = r.put(append(text, '\n')); err != nil {
		return err
	}
	tail := binary.LittleEndian.AppendUint64(nil, uint64(at))
	tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(append(text, '\n'), castagnoli))
	_, err = r.put(append(tail, piecesEnd...))
	return err
}

// Spill keeps shapes in a temporary file as they come, until it is known how they are cut.
type Spill struct {
	all    *shapes.Scratch
	blocks [2][]stretch
	room   []byte
	span   int
}

// NewSpill makes a temporary file in a directory.
func NewSpill(dir string) (*Spill, error) {
	f, err := shapes.NewScratch(dir)
	return &Spill{all: f}, err
}

// Close lets go of the file.
func (s *Spill) Close() { s.all.Close() }

// Bytes is how much is in the file.
func (s *Spill) Bytes() int64 { return s.all.Size() }

// Add keeps shapes.
func (s *Spill) Add(in shapes.Scanned) error {
	s.room = in.AppendSpilled(s.room[:0])
	if len(s.room) == 0 {
		return nil
	}
	set := SetOf(in.Second)
	s.blocks[set] = append(s.blocks[set], stretch{at: s.all.Size(), size: len(s.room), span: s.span})
	_, err := s.all.Write(s.room)
	return err
}

// Next goes on to the next span of the tables.
func (s *Spill) Next() error {
	s.span++
	return nil
}

// Route writes the pieces of what was spilled of all tables, of which all of share but its pieces is known, and says how
// far it is. It takes about so much memory.
func (p *Plan) Route(s *Spill, share *Share, room int64, to io.Writer, tell func(done, total int)) (size int64, err error) {
	r, err := NewRouter(p, 0, 1, room, false, nil, to)
	if err != nil {
		return 0, err
	}
	r.Spans, r.Sets, r.Facts = share.Spans, share.Sets, share.Facts
	r.deal.Worlds = WorldNumbers(share.Numbering.Worlds)
	if err := r.deal.all(s.all, s.blocks, tell, func(span int) { r.span = span }); err != nil {
		return 0, err
	}
	err = r.Close()
	return r.at, err
}
