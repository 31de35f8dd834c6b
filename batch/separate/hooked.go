// SPDX-License-Identifier: MIT

package separate

import (
	"math"

	"daylight/batch"
	"daylight/batch/push"
	"daylight/internal/scratch"
	"daylight/internal/store"
	"daylight/soa"
)

// hooked finds pairs of bodies whose contacts contradict each other, such as two hooks or a disc in a ring: the pushes
// of the parts do not part the bodies. One contact of each such pair gets the push of the whole bodies, and the others
// are ignored.
type hooked struct {
	bodies  push.Bodies
	ignored []bool
	pushes  map[int]pushed // by contact
}

// find marks in ignored, which is nil if nothing is ignored so far, the contacts that the push of whole bodies
// replaces, and returns it. The bodies have been found.
func (h *hooked) find(c *batch.Contacts, ignored []bool) []bool {
	clear(h.pushes)
	for k := range h.bodies.A {
		x, y := h.bodies.X[k], h.bodies.Y[k]
		long := math.Sqrt(float64(x*x) + float64(y*y))
		rows := h.bodies.Rows[h.bodies.Start[k]:h.bodies.Start[k+1]]
		if len(rows) == 1 || long == 0 || !h.contradict(c, k, rows, float64(long*contradiction)) {
			continue
		}
		if ignored == nil {
			h.ignored = scratch.Resize(h.ignored, c.Len())
			clear(h.ignored)
			ignored = h.ignored
		}
		if h.pushes == nil {
			h.pushes = map[int]pushed{}
		}
		lead := rows[0]
		for _, i := range rows {
			ignored[i] = i != lead
		}
		if h.turned(c, k, lead) {
			x, y = -x, -y
		}
		h.pushes[lead] = pushed{float32(long), float32(x / long), float32(y / long)}
	}
	return ignored
}

// contradiction is how much of a push may be missing along a contact's normal.
const contradiction = 0x1p-10

// contradict reports whether the push of a pair leaves an overlap of one of its contacts.
func (h *hooked) contradict(c *batch.Contacts, k int, rows []int, missing float64) bool {
	for _, i := range rows {
		along := float64(float64(c.NX[i])*h.bodies.X[k]) + float64(float64(c.NY[i])*h.bodies.Y[k])
		if h.turned(c, k, i) {
			along = -along
		}
		if c.Depth[i] > 0 && along < float64(c.Depth[i])-missing {
			return true
		}
	}
	return false
}

// turned reports whether the first shape of contact i is of the second body of pair k.
func (h *hooked) turned(c *batch.Contacts, k, i int) bool {
	a, b := c.Shapes()
	return a == b && !sameBody(a, c.A[i], h.bodies.A[k])
}

// sameBody reports whether two shapes are one, or exist and are parts of one body.
func sameBody(shapes *soa.Shapes, a, b soa.ID) bool {
	if a == b {
		return true
	}
	of, cols := store.Of(shapes), store.Of(shapes).Columns()
	i, okA := of.Slot(uint64(a))
	k, okB := of.Slot(uint64(b))
	return okA && okB && cols.Body != nil && cols.Body[i] != 0 && cols.Body[i] == cols.Body[k] &&
		(cols.World == nil || cols.World[i] == cols.World[k])
}
