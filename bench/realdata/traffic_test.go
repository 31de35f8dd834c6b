// SPDX-License-Identifier: MIT

package realdata

import (
	"math"
	"testing"

	"daylight/batch"
	"daylight/soa"
)

// trafficShapes makes every car at every step a box, grown by m on all sides,
// every step a world.
func trafficShapes(t *testing.T, tr *traffic, m float64) numbered {
	t.Helper()
	s := newNumbered(len(tr.cars))
	for k, c := range tr.cars {
		s.add(t, int32(k))(s.AddBox(soa.At(c.x, c.y, c.angle), c.length/2+m, c.width/2+m, soa.Attrs{World: uint32(c.step)}))
	}
	return s
}

// carBound is the error bound for two cars grown by m.
func (tr *traffic) carBound(m float64) func(pair) float64 {
	return func(p pair) float64 {
		a, b := &tr.cars[p.first()], &tr.cars[p.second()]
		reach := func(c *car) float64 { return math.Hypot(c.length/2+m, c.width/2+m) }
		return errorBound(reach(a) + reach(b) + math.Abs(b.x-a.x) + math.Abs(b.y-a.y))
	}
}

func TestTraffic(t *testing.T) {
	truth := meetings(t)
	for _, tr := range roads(t) {
		for _, m := range margins {
			t.Run(tr.name+"/"+m.spelled, func(t *testing.T) {
				want, stated := tr.fromTruth(t, truth[[2]string{tr.name, m.spelled}])
				s := trafficShapes(t, tr, m.metres)
				contacts := collide(t, s, batch.Config{Strict: true})
				pairs := s.pairs(t, contacts)
				bound := tr.carBound(m.metres)
				apart := func(p pair) float64 {
					return carSeparation(&tr.cars[p.first()], &tr.cars[p.second()], m.metres)
				}
				judge(t, want, pairs, apart, bound)

				var depths, exits, prints worst
				for k, c := range contacts.All() {
					p := pairs[k]
					depths.see(t, p, "depth", math.Abs(float64(c.Depth)+apart(p)), bound(p))
					if d, ok := stated[p]; ok {
						prints.see(t, p, "printed depth", math.Abs(float64(c.Depth)-d), bound(p)+printed)
					}
					moved := tr.cars[p.second()]
					moved.x += float64(c.Depth) * float64(c.NX)
					moved.y += float64(c.Depth) * float64(c.NY)
					exits.see(t, p, "the way out", math.Abs(carSeparation(&tr.cars[p.first()], &moved, m.metres)), 2*bound(p))
				}
				t.Logf("%d pairs; depths within %.2g m (%.2g%% of the error bound), printed ones within %.2g m, ways out within %.2g m",
					len(pairs), depths.deviation, 100*depths.share, prints.deviation, exits.deviation)
				everyWay(t, s, contacts, batch.Config{Strict: true})
				byBruteForce(t, s, batch.Config{Strict: true})
			})
		}
	}
}
