// SPDX-License-Identifier: MIT

package shapes

import (
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// common is what sets that are read beside each other share, so that a world or a body
// is the same in all of them.
type common struct {
	worlds map[string]uint32
	names  []string // of worlds
	bodies map[string]uint32
	union  *Union
}

// Union holds the shapes of several sets in one store, in the order in which they were
// read: shapes of the first set in the slots they have there, and those of the next
// behind them.
type Union struct {
	Shapes *soa.Shapes
	Moves  Moves
}

func newUnion(c Config) *Union {
	u := &Union{Shapes: soa.New()}
	if c.Time > 0 {
		u.Moves = newMoves(u.Shapes)
	}
	return u
}

// Beside returns a Loader of a second set, to be read when the first has been, from
// tables with options of their own. Both have renames, worlds and bodies in common; IDs
// and numbers of rows start anew.
func (l *Loader) Beside(t table.Options) *Loader {
	c := l.c
	c.Table = t
	return newLoader(c, l.common, l.common.union)
}

// put adds the row's shape, and its motion, wherever it belongs.
func (l *Loader) put(add func(s *soa.Shapes) (soa.ID, error)) error {
	if _, err := add(l.set.Shapes); err != nil {
		return err
	}
	l.set.Moves.put(l.motion)
	if l.union == nil {
		return nil
	}
	// What one store takes, another takes as well, and in the same form.
	if _, err := add(l.union.Shapes); err != nil {
		return err
	}
	l.union.Moves.put(l.motion)
	return nil
}
