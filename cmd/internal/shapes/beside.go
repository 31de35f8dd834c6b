// SPDX-License-Identifier: MIT

package shapes

import "daylight/cmd/internal/table"

// Beside returns a Loader of a second set, to be read when the first has been, from
// tables with options of their own. Both have renames, worlds and bodies in common; IDs
// and numbers of rows start anew.
func (l *Loader) Beside(t table.Options) *Loader { return l.beside(t, false) }

// RaysBeside is Beside for rows that are rays, as Config.Rays says.
func (l *Loader) RaysBeside(t table.Options) *Loader { return l.beside(t, true) }

func (l *Loader) beside(t table.Options, rays bool) *Loader {
	c := l.c
	c.Table, c.Rays, c.second = t, rays, true
	other := newLoader(c, l.common)
	other.second = true
	return other
}

// Points has circles whose row gives no radius be points, whatever radius the Config gives.
func (l *Loader) Points() { l.c.Radius, l.c.HasRadius = 0, true }
