// SPDX-License-Identifier: MIT

//go:build !purego

package pair

func circlePolygonByAVX2(a *Args) Count        { return circlesPolygonsBy(a, true) }
func circlePolygonOverlapByAVX2(a *Args) Count { return circlesPolygonsBy(a, false) }

// spellCircles is how many pairs one call of assembly decides. The longest, with a
// polygon of 1024 lanes each, took 0.15 ms.
const spellCircles = 512

// circlesPolygonsBy runs assembly over the pairs, in spells, and portable code on
// those that it leaves: odd numbers of lanes and indices beyond the columns.
func circlesPolygonsBy(a *Args, normals bool) (c Count) {
	out := columns(a, normals)
	_, shapes, lanes := announce(a, &out)
	args := polygonArguments(a, &out)
	args.shapes, args.lanes = shapes, lanes
	for k := 0; k < len(a.Pairs); {
		args.k, args.end, args.n = k, min(len(a.Pairs), k+spellCircles), c.N
		var opened, odd int
		k, c.N, opened, odd = circlePolygonAVX2(args)
		c.Open += opened
		if odd != 0 {
			one := single(a, k, c.N, normals)
			did := circlesPolygons(&one, normals)
			c.N, c.Open = c.N+did.N, c.Open+did.Open
			k++
		}
	}
	return c
}
