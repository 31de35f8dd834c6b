// SPDX-License-Identifier: MIT

package shards

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"os"

	"daylight/batch/tile"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// Cutter writes the file of a plan's shapes, cut by tile. It cuts by a plan that is made of the
// first shapes as soon as it has them, so that what follows is written once and not read again. If
// it turns out that a plan of all has far more even tiles, as where a table is in order of place or of
// world, it deals all shapes anew by that one.
type Cutter struct {
	name   string
	create func() (*output.File, error)
	out    *output.File
	at     int64 // how much has been written to out
	tiles  int
	early  int // of how many shapes the first plan is made; 0 if there is none before the last
	room   int64

	near  *Near       // of questions for the nearest shapes, once it is known
	spill *Spill      // what came before there was a plan
	first tile.Sample // of that
	deal  *dealer     // once there is a plan
	text  []byte
}

// NewCutter begins a file of shapes that are cut into so many tiles, in an output that create
// makes, and in temporary files in dir. It takes so much memory at most for what it has not yet
// written, and twice that if it deals shapes anew.
func NewCutter(name, dir string, tiles, early int, room int64, create func() (*output.File, error)) (*Cutter, error) {
	c := &Cutter{name: name, create: create, tiles: tiles, room: room}
	var err error
	if c.out, err = create(); err != nil {
		return nil, err
	}
	if c.out.Rereads() {
		c.early = early
	}
	if c.spill, err = NewSpill(dir); err != nil {
		c.out.Discard()
		return nil, err
	}
	if _, err := c.put(cutBegin); err != nil {
		c.Discard()
		return nil, err
	}
	return c, nil
}

// Discard lets go of all files, but of an output that was committed.
func (c *Cutter) Discard() {
	c.out.Discard()
	c.spill.Close()
}

// Output is what is to be committed once there is an end.
func (c *Cutter) Output() *output.File { return c.out }

func (c *Cutter) put(text []byte) (int64, error) {
	at := c.at
	n, err := c.out.Write(text)
	c.at += int64(n)
	return at, err
}

// Add takes shapes as they come.
func (c *Cutter) Add(in shapes.Scanned) error {
	set := index(in.Second)
	// Some shapes are written before they are dealt, as to write reads many columns in order, and to
	// deal writes to many places.
	err := in.Spilled(func(k int, text []byte) error {
		c.text = append(c.text, text...)
		if c.deal != nil {
			if len(c.text) < dealtAtOnce {
				return nil
			}
			return c.dealText(set)
		}
		if c.early == 0 {
			return nil
		}
		c.first.World, c.first.Boxes = append(c.first.World, in.World[k]), append(c.first.Boxes, in.Boxes[k])
		if len(c.first.Boxes) < c.early {
			return nil
		}
		p, err := tile.Make(c.first, c.tiles)
		if err != nil {
			return err
		}
		c.first = tile.Sample{}
		if err := c.keep(set); err != nil {
			return err
		}
		return c.begin(p, func(int, int) {})
	})
	switch {
	case err != nil:
		return err
	case c.deal != nil:
		return c.dealText(set)
	}
	return c.keep(set)
}

// dealtAtOnce is how many bytes of shapes are dealt at a time.
const dealtAtOnce = 1 << 16

// dealText deals the shapes at hand.
func (c *Cutter) dealText(set int) error {
	err := c.deal.several(set, c.text)
	c.text = c.text[:0]
	return err
}

// keep spills the shapes at hand.
func (c *Cutter) keep(set int) error {
	if len(c.text) == 0 {
		return nil
	}
	c.spill.blocks[set] = append(c.spill.blocks[set], stretch{at: c.spill.all.size, size: len(c.text)})
	_, err := c.spill.all.Write(c.text)
	c.text = c.text[:0]
	return err
}

// begin deals what was spilled.
func (c *Cutter) begin(p *tile.Plan, tell func(done, total int)) error {
	c.deal = newDealer(p, c.near, c.room, c.put)
	err := c.deal.all(c.spill.all, c.spill.blocks, tell)
	c.spill.Close()
	return err
}

// uneven is the work of the busiest tile, as a multiple of what it is with a plan made of all, from
// which on a plan is not good enough.
const uneven = 1.2

// Plan ends what Add began. It returns the plan by which all shapes have been cut, made of a sample
// of them or of the first, and questions by near, if that is not nil, which no early plan may be there for; again says that they had to be dealt anew.
func (c *Cutter) Plan(sample tile.Sample, near *Near, tell func(done, total int)) (p *tile.Plan, again bool, err error) {
	if p, err = tile.Make(sample, c.tiles); err != nil {
		return nil, false, err
	}
	c.near = near
	if c.deal != nil {
		worse, err := worse(c.deal.plan, p, sample)
		if err != nil || !worse {
			return c.deal.plan, false, errors.Join(err, c.deal.flush())
		}
		return p, true, c.anew(p, tell)
	}
	if err := c.begin(p, tell); err != nil {
		return nil, false, err
	}
	return p, false, c.deal.flush()
}

// worse reports whether a plan has fewer tiles than a better one, or a tile with far more work than
// any of that. How even tiles can be at all is the scene's: worlds that are too small to be cut, and
// shapes of one place, stay together whatever the plan is made of.
func worse(p, better *tile.Plan, sample tile.Sample) (bool, error) {
	busiest := func(p *tile.Plan) (most float64, err error) {
		shapes, pairs, err := p.Loads(sample)
		for t := range shapes {
			most = max(most, shapes[t]+pairs[t])
		}
		return most, err
	}
	has, err := busiest(p)
	if err != nil {
		return false, err
	}
	could, err := busiest(better)
	return p.Tiles() < better.Tiles() || has > float64(uneven*could), err
}

// anew deals the shapes of all tiles by another plan, to another output: in the order of their
// rows, each once though several tiles have it.
func (c *Cutter) anew(p *tile.Plan, tell func(done, total int)) error {
	if err := c.deal.flush(); err != nil {
		return err
	}
	old, was := c.out, c.deal
	in, err := old.Reopen()
	if err != nil {
		return err
	}
	defer func() {
		in.Close()
		old.Discard()
	}()
	if c.out, err = c.create(); err != nil {
		c.out = old
		return err
	}
	c.at, c.deal = 0, newDealer(p, c.near, c.room, c.put)
	if _, err := c.put(cutBegin); err != nil {
		return err
	}
	total, done := 0, 0
	for set := range was.stretches {
		for _, list := range was.stretches[set] {
			total += len(list)
		}
	}
	for set := range was.stretches {
		lists, places := make([]dealtRows, len(was.stretches[set])), make([]place, len(was.stretches[set]))
		next := func(i int) error {
			l := &lists[i]
			row, err := l.next()
			if errors.Is(err, io.EOF) {
				places[i] = over
				return nil
			}
			if l.turned {
				done++
				tell(done, total)
			}
			places[i] = place{first: row}
			return err
		}
		for i, left := range was.stretches[set] {
			lists[i] = dealtRows{file: in, left: left}
			if err := next(i); err != nil {
				return err
			}
		}
		var turn tournament
		turn.begin(places)
		for last := over; places[turn.first()] != over; turn.next() {
			i := turn.first()
			if places[i] != last { // that of one row follow each other
				if err := c.deal.add(set, lists[i].text, lists[i].prefix); err != nil {
					return err
				}
			}
			last = places[i]
			if err := next(i); err != nil {
				return err
			}
		}
	}
	return c.deal.flush()
}

// dealtRows are the shapes of a tile, read again one by one.
type dealtRows struct {
	file   *os.File
	left   []stretch
	buf    []byte
	rest   []byte
	text   []byte // the shape at hand, with its length in front
	prefix int
	turned bool // it is the first of a stretch
}

// next goes on to the next shape, and returns the number of its row.
func (l *dealtRows) next() (row uint64, err error) {
	l.turned = len(l.rest) == 0
	if l.turned {
		if len(l.left) == 0 {
			return 0, io.EOF
		}
		b := l.left[0]
		l.left = l.left[1:]
		if cap(l.buf) < b.size {
			l.buf = make([]byte, b.size)
		}
		l.rest = l.buf[:b.size]
		if _, err := l.file.ReadAt(l.rest, b.at); err != nil {
			return 0, err
		}
	}
	size, prefix, err := spilled(l.rest)
	if err != nil {
		return 0, err
	}
	l.text, l.prefix, l.rest = l.rest[:size], prefix, l.rest[size:]
	row, ok := shapes.SpilledRow(l.text[prefix:])
	if !ok {
		return 0, shapes.ErrSpill
	}
	return row, nil
}

// End writes the index, for a plan that has its flags, worlds and tiles, and returns what tells
// the file from all others.
func (c *Cutter) End(p *Plan) (*CutFile, error) {
	cuts, err := sumOfCuts(p)
	if err != nil {
		return nil, err
	}
	text := binary.AppendUvarint(cuts, uint64(p.Tiles.Tiles()))
	for set := range c.deal.stretches {
		for t, list := range c.deal.stretches[set] {
			text = binary.AppendUvarint(text, uint64(c.deal.shapes[set][t]))
			text = binary.AppendUvarint(text, uint64(len(list)))
			for _, one := range list {
				text = binary.AppendUvarint(text, uint64(one.at))
				text = binary.AppendUvarint(text, uint64(one.size))
				text = binary.AppendUvarint(text, uint64(one.sum))
			}
		}
	}
	sum := sha256.Sum256(text)
	at, err := c.put(text)
	if err == nil {
		_, err = c.put(append(binary.LittleEndian.AppendUint64(nil, uint64(at)), cutEnd...))
	}
	return &CutFile{Name: c.name, Size: c.at, Sum: hex.EncodeToString(sum[:16])}, err
}
