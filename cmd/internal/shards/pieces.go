// SPDX-License-Identifier: MIT

package shards

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/table"
)

// Pieces are those of all shares of a plan.
type Pieces struct {
	*Together
	plan *Plan
	open *reading // the one that is read at the moment, of a file
}

// reading is where pieces are read.
type reading struct {
	io.ReaderAt
	size int64
	name string
	file io.Closer
}

// PiecesName is the name of a file of pieces in its directory.
func PiecesName(share, of int) string { return fmt.Sprintf("share-%05d-of-%05d.pieces", share, of) }

// PiecesError says what is wrong with pieces, and what to do.
type PiecesError struct{ Name, Why string }

func (e *PiecesError) Error() string { return e.Name + ": " + e.Why }

// piecesIn lists the files of pieces in a directory.
func piecesIn(dir string) ([]string, error) {
	return filepath.Glob(filepath.Join(dir, "*.pieces"))
}

// OpenPieces opens the pieces of a plan that are in a directory. It refuses them unless they have all of each
// table once, as it was when the others were made. Route is how a share is made again.
func (p *Plan) OpenPieces(dir, route string) (*Pieces, error) {
	names, err := piecesIn(dir)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		return nil, &PiecesError{dir, "there are no pieces in it: " + route + " --share 0/1 makes all of them, and 0/8 the first of eight"}
	}
	var shares []*Share
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		info, err := f.Stat()
		var s *Share
		if err == nil {
			s, err = p.readShare(&reading{f, info.Size(), name, f}, name)
		}
		f.Close()
		if err != nil {
			return nil, err
		}
		s.file = nil
		shares = append(shares, s)
	}
	if err := p.covered(dir, route, shares); err != nil {
		return nil, err
	}
	return p.pieces(shares)
}

// Pieces are those that a Router of the only share wrote, in size bytes.
func (p *Plan) Pieces(in io.ReaderAt, size int64) (*Pieces, error) {
	s, err := p.readShare(&reading{in, size, "", nil}, "temporary file")
	if err != nil {
		return nil, err
	}
	return p.pieces([]*Share{s})
}

func (p *Plan) pieces(shares []*Share) (*Pieces, error) {
	var names []string
	for _, f := range slices.Concat(p.Files, p.Join) {
		names = append(names, f.Name)
	}
	joined := 0
	if len(p.Join) > 0 {
		joined = len(p.Files)
	}
	t, err := Combine(shares, names, joined)
	if err != nil {
		return nil, err
	}
	t.digest = digestOf(shares)
	return &Pieces{Together: t, plan: p}, nil
}

// readShare reads the Share and the index of pieces.
func (p *Plan) readShare(in *reading, name string) (*Share, error) {
	torn := &PiecesError{name, "it is torn or damaged, or no pieces of tables, as daylight route writes them: route its share again"}
	tail := make([]byte, piecesTail)
	if in.size < int64(len(piecesBegin))+piecesTail {
		return nil, torn
	}
	if _, err := in.ReadAt(tail, in.size-piecesTail); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	at := int64(binary.LittleEndian.Uint64(tail))
	if !bytes.Equal(tail[12:], piecesEnd) || at < int64(len(piecesBegin)) || at > in.size-piecesTail {
		return nil, torn
	}
	text := make([]byte, in.size-piecesTail-at)
	if _, err := in.ReadAt(text, at); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := &Share{name: name, file: in}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(tail[8:]) || json.Unmarshal(text, s) != nil || s.Daylight != piecesKind {
		return nil, torn
	}
	switch {
	case s.By != p.By:
		return nil, s.By.Differs(name, p.By)
	case s.Plan != p.ID():
		return nil, &PiecesError{name, "it was made by another plan, or by this one before it was changed: route its share again"}
	}
	if s.Index.At < 0 || s.Index.Size < 0 || s.Index.At+s.Index.Size != at {
		return nil, torn
	}
	text = make([]byte, s.Index.Size)
	if _, err := in.ReadAt(text, s.Index.At); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if crc32.Checksum(text, castagnoli) != s.Index.Sum || !s.index(text, p.Tiles.Tiles()) {
		return nil, torn
	}
	return s, nil
}

// index reads the index of pieces.
func (s *Share) index(text []byte, tiles int) bool {
	in := shapes.Packed{Text: text}
	number := func() int {
		v := in.Uvarint()
		if v > uint64(s.Index.At) {
			in.Bad, in.Text = true, nil
			return 0
		}
		return int(v)
	}
	s.dealt = newDealt(tiles)
	for list := range s.stretches {
		for t := range s.stretches[list] {
			if list < IDsOf {
				s.shapes[list][t] = number()
			}
			for n := number(); n > 0 && !in.Bad; n-- {
				one := stretch{span: number(), at: int64(number()), size: number(), sum: uint32(in.Uvarint())}
				in.Bad = in.Bad || one.span >= len(s.Spans) || one.at+int64(one.size) > s.Index.At
				s.stretches[list][t] = append(s.stretches[list][t], one)
			}
		}
	}
	return !in.Bad && len(in.Text) == 0
}

// covered says what is wrong with shares that do not have all of each table once.
func (p *Plan) covered(dir, route string, shares []*Share) error {
	slices.SortFunc(shares, func(a, b *Share) int { return cmp.Or(a.Number-b.Number, a.Of-b.Of) })
	of := shares[0].Of
	again := func(s *Share) string { return fmt.Sprintf("%s --share %d/%d", route, s.Number, s.Of) }
	var missing []int
	next := 0
	for k, s := range shares {
		switch {
		case s.Of != of:
			return &PiecesError{dir, fmt.Sprintf("there are pieces of %d shares (%s) and of %d (%s): remove those of one", of, filepath.Base(shares[0].name), s.Of, filepath.Base(s.name))}
		case k > 0 && s.Number == shares[k-1].Number:
			return &PiecesError{s.name, fmt.Sprintf("it is share %d of %d, and so is %s: remove one of them", s.Number, s.Of, shares[k-1].name)}
		}
		for ; next < s.Number; next++ {
			missing = append(missing, next)
		}
		next++
	}
	for ; next < of; next++ {
		missing = append(missing, next)
	}
	if len(missing) > 0 {
		return &PiecesError{dir, fmt.Sprintf("%d of %d shares are missing: %v; %s --share %d/%d makes the first of them", len(missing), of, missing[:min(len(missing), 20)], route, missing[0], of)}
	}
	file, at := 0, int64(0)
	var last *Share
	var before *Span
	for _, s := range shares {
		for k := range s.Spans {
			o := &s.Spans[k]
			name := p.file(min(file, len(p.Files)+len(p.Join)-1)).Name
			switch {
			case o.File != file || o.From != at || o.To < o.From || o.To > o.Size:
				return &PiecesError{s.name, fmt.Sprintf("what it has read of %s does not begin where the shares before it end: the file has changed; make a new plan", name)}
			case at > 0 && (o.Bytes != before.Bytes || o.Time != before.Time || o.Size != before.Size):
				return &PiecesError{s.name, fmt.Sprintf("%s has changed since %s was made: %s, and so every share that has read it before: %s", name, filepath.Base(last.name), again(s), again(last))}
			}
			if at, before = o.To, o; at == o.Size {
				file, at = file+1, 0
			}
			last = s
		}
	}
	if file < len(p.Files)+len(p.Join) {
		return &PiecesError{dir, fmt.Sprintf("no share has read %s to its end: make a new plan", p.file(file).Name)}
	}
	return nil
}

// Shapes is how many shapes of a set a tile has.
func (p *Pieces) Shapes(t int, second bool) (n int) {
	for _, s := range p.shares {
		n += s.shapes[SetOf(second)][t]
	}
	return n
}

// Tile is what a tile has of the pieces.
func (p *Pieces) Tile(t int) Tile {
	of := Tile{Has: func(share int) bool {
		s := p.shares[share]
		return len(s.stretches[0][t])+len(s.stretches[1][t]) > 0
	}}
	for k := range of.Next {
		of.Shapes[k], of.Next[k] = p.Shapes(t, k == 1), p.next(k, t)
	}
	return of
}

// Twins finds rows whose ids are in their worlds already, as far as that comes to light in some of the tiles: all do in all
// of them. See Together.Twins.
func (p *Pieces) Twins(set, from, to int, only bool, room int64, dir string) (first *table.Error, rows, cut []int64, err error) {
	var lists []Next
	for t := from; t <= to; t++ {
		lists = append(lists, p.next(IDsOf+set, t))
	}
	return p.Together.Twins(set, p.next(IDsOf+set, p.plan.Tiles.Tiles()), lists, only, room, dir)
}

// next reads the stretches of a list for a tile, one after the other, with the share and the span that each is of.
func (p *Pieces) next(list, t int) Next {
	k, i := 0, 0
	return func(room []byte) (text []byte, share, span int, err error) {
		for ; k < len(p.shares) && i == len(p.shares[k].stretches[list][t]); k, i = k+1, 0 {
		}
		if k == len(p.shares) {
			return nil, 0, 0, io.EOF
		}
		s := p.shares[k]
		b := s.stretches[list][t][i]
		i++
		if cap(room) < b.size {
			room = make([]byte, b.size)
		}
		room = room[:b.size]
		if err := p.read(s, room, b.at); err != nil {
			return nil, 0, 0, fmt.Errorf("%s: %w", s.name, err)
		}
		if crc32.Checksum(room, castagnoli) != b.sum {
			return nil, 0, 0, &PiecesError{s.name, fmt.Sprintf("it is damaged: route share %d/%d again", s.Number, s.Of)}
		}
		return room, k, b.span, nil
	}
}

// read reads of the pieces of a share, whose file is open until those of another are read.
func (p *Pieces) read(s *Share, room []byte, at int64) error {
	in := s.file
	if in == nil {
		if p.open == nil || p.open.name != s.name {
			p.Close()
			f, err := os.Open(s.name)
			if err != nil {
				return err
			}
			p.open = &reading{f, 0, s.name, f}
		}
		in = p.open
	}
	_, err := in.ReadAt(room, at)
	if errors.Is(err, io.EOF) {
		err = errors.New("it is shorter than it was: route its share again")
	}
	return err
}

// Close closes the file that is open.
func (p *Pieces) Close() {
	if p.open != nil {
		p.open.file.Close()
		p.open = nil
	}
}
