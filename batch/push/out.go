// SPDX-License-Identifier: MIT

package push

import (
	"fmt"
	"slices"

	"daylight"
	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/qp"
	"daylight/internal/store"
	"daylight/soa"
)

// Out returns the shortest movement that parts a shape from everything that it overlaps. Several
// ids move as one, such as the parts of a body. Along the normal of each contact the movement is at
// least the depth. A box in a corner, for example, moves away from both walls at once. Shapes
// nearby, whose contacts have negative depths, are obstacles that the movement does not run into.
// For a shape that overlaps nothing the Push is zero.
//
// Out ignores a contact that ends when deeper ones are ended. So a shape that slides over a floor
// of many parts does not catch on their seams, where the shortest push out of the next part leads
// back along the floor. To find such contacts Out looks at the shapes, which must not have moved
// since the contacts were found. It holds them meanwhile, and returns soa.ErrInUse if somebody else
// holds them, or inside Update. If a caller made the contacts, their set of shapes is unknown, and
// Out ignores none.
//
// Out keeps to the normal of each contact, so there may be a shorter way out along others. The next
// step finds what the shape meets on its way. Out reads all contacts, so use Pushes for many
// shapes. It fails if the contacts have no depths; see batch.Mode.
//
// For contacts between two sets, ids are shapes of the first set, and Out pushes them out of the
// second. For the reverse, exchange the sets. Out ignores contacts of sensors (soa.Attrs.Sensor).
// It returns a *daylight.ArgumentError if there are no ids, or if one names no shape.
func Out(c *batch.Contacts, ids ...soa.ID) (Push, error) {
	var s solver
	if err := s.begin(c); err != nil {
		return Push{}, err
	}
	defer store.ReleaseBoth(s.of)
	if err := s.known(ids); err != nil {
		return Push{}, err
	}
	for i := range c.A {
		if s.anySensor(c.A[i], c.B[i]) {
			continue
		}
		switch a, b := slices.Contains(ids, c.A[i]), !s.joined() && slices.Contains(ids, c.B[i]); {
		case a && !b:
			s.add(qp.New(c.A[i], c.B[i], -c.NX[i], -c.NY[i], c.Depth[i]))
		case b && !a:
			s.add(qp.New(c.B[i], c.A[i], c.NX[i], c.NY[i], c.Depth[i]))
		}
	}
	return s.push(), nil
}

// known refuses an empty list, and ids that name no shape of the first set, if that set is known.
func (s *solver) known(ids []soa.ID) error {
	if len(ids) == 0 {
		return guard.Argument("push.Out", "there are no ids; give those of the shape that is pushed")
	}
	for _, id := range ids {
		if s.of[0] == nil {
			return nil
		}
		if _, ok := s.of[0].Slot(uint64(id)); !ok {
			return &daylight.ArgumentError{Reason: soa.ErrNoShape, Problem: fmt.Sprintf("push.Out: shape %v: %v", id, soa.ErrNoShape)}
		}
	}
	return nil
}
