// SPDX-License-Identifier: MIT

package shapes

import "daylight/cmd/internal/geometry"

// common is what sets that are read beside each other share, so that a world or a body
// is the same in all of them.
type common struct {
	worlds map[string]uint32
	names  []string // of worlds
	bodies map[string]uint32
	body   uint32       // the last number of a body that was given away
	crs    geometry.CRS // that all tables are in which are in a known one
	named  string       // by which table
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
