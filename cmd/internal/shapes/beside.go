// SPDX-License-Identifier: MIT

package shapes

import "daylight/cmd/internal/table"

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

// Rays has segments be rays, as Config.Rays says.
func (l *Loader) Rays() { l.c.Rays = true }

// Points has circles whose row gives no radius be points, whatever radius the Config gives.
func (l *Loader) Points() { l.c.Radius, l.c.HasRadius = 0, true }
