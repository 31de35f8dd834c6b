// SPDX-License-Identifier: MIT

package shapes

import "daylight/cmd/internal/table"

// common is what sets that are read beside each other share, so that a world or a body
// is the same in all of them.
type common struct {
	worlds map[string]uint32
	names  []string // of worlds
	bodies map[string]uint32
	body   uint32 // the last number of a body that was given away
}

// newBody is a number that no body has.
func (c *common) newBody() uint32 {
	c.body++
	return c.body
}

// world is the number of a world by its name.
func (c *common) world(name string) uint32 {
	w, known := c.worlds[name]
	if !known {
		w = uint32(len(c.names))
		c.worlds[name] = w
		c.names = append(c.names, name)
	}
	return w
}

// Beside returns a Loader of a second set, to be read when the first has been, from
// tables with options of their own. Both have renames, worlds and bodies in common; IDs
// and numbers of rows start anew.
func (l *Loader) Beside(t table.Options) *Loader {
	c := l.c
	c.Table = t
	other := newLoader(c, l.common)
	other.second = true
	return other
}

// Points has circles whose row gives no radius be points, where the Config gives none.
func (l *Loader) Points() {
	if !l.c.HasRadius {
		l.c.Radius, l.c.HasRadius = 0, true
	}
}
