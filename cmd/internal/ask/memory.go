// SPDX-License-Identifier: MIT

package ask

import (
	"errors"
	"fmt"
	"unsafe"

	"daylight"
	"daylight/cmd/internal/memory"
	"daylight/internal/store"
	"daylight/soa"
)

// What answering takes, in bytes.
const (
	indexBytes = 170 // of a shape in an index, with its attributes and its ID
	laneBytes  = 25  // of a vertex of a polygon there
	hitBytes   = int64(unsafe.Sizeof(hit{}))
	seenBytes  = 300     // of a hit while brute force puts hits together
	leastAsker = 1 << 20 // what an Asker may have even when nothing is left
)

// charge reserves what an index of the shapes takes, and half of what is left for an Asker, which may
// have so much. What has been reserved is released by the function.
func (c *Config) charge(shapes *soa.Shapes) (asker int64, release func(), err error) {
	if c.Memory == nil {
		return 0, func() {}, nil // the limit of the library
	}
	columns := store.Of(shapes).Columns()
	index := indexBytes * int64(shapes.Len())
	for _, n := range columns.Num {
		index += laneBytes * int64(n)
	}
	if err := c.Memory.Reserve(index); err != nil {
		return 0, nil, fmt.Errorf("for an index of the shapes: %w%s", err, inMemory)
	}
	asker = c.Memory.Left() / 2
	if err := c.Memory.Reserve(asker); err != nil {
		asker = 0 // somebody else was faster
	}
	return max(asker, leastAsker), func() { c.Memory.Release(index + asker) }, nil
}

// inMemory ends the message of what there is no memory for.
const inMemory = " (--memory says how much to use)"

// explain puts an error of the library in words of the command line.
func (c *Config) explain(err error) error {
	var short *daylight.LimitError
	switch {
	case !errors.As(err, &short):
	case short.Option == "MaxAnswers":
		return TooMany(int(short.Limit), int(short.Needed))
	case c.Memory != nil:
		return fmt.Errorf("the questions have too many answers: %w%s", c.Memory.Short(short.Needed), inMemory)
	}
	return err
}

// grow makes room for n more rows.
func (r *Result) grow(n int) (err error) {
	if r.question, err = memory.Grow(r.memory, r.question, n); err == nil {
		r.shape, err = memory.Grow(r.memory, r.shape, n)
	}
	for _, c := range r.columns {
		if err == nil {
			err = c.grow(r.memory, n)
		}
	}
	return noRoom(err)
}

// noRoom is the error of answers that there is no memory for, unless err is nil.
func noRoom(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the questions have too many answers: %w%s", err, inMemory)
}

// grow makes room for n more hits.
func (f *folding) grow(n int) (err error) {
	f.hits, err = memory.Grow(f.c.Memory, f.hits, n)
	return noRoom(err)
}

// TooMany is the error of a run that found more answers than --limit allows.
func TooMany(limit, found int) error {
	noun := "answers"
	if limit == 1 {
		noun = "answer"
	}
	return fmt.Errorf("more than %d %s (%d found so far): ask less at a time; --limit allows more, if the memory is there: about 100 bytes for each", limit, noun, found)
}
