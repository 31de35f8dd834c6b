// SPDX-License-Identifier: MIT

package scene

import "math"

// MaxSides is the greatest number of corners of a scene's polygon.
const MaxSides = 8

// Unit vectors at the angles the regular polygons need, to more digits than a
// float64 holds. They are written out because math.Sin may differ by a bit between
// platforms, and then so would a scene.
const (
	cos72  = 0.309016994374947424102293417182819059
	sin72  = 0.951056516295153572116439333379382143
	cos144 = -0.809016994374947424102293417182819059
	sin144 = 0.587785252292473129168705954639072769
	cos51  = 0.623489801858733530525004884004239811 // 360/7 degrees
	sin51  = 0.781831482468029808708444526674057750
	cos103 = -0.222520933956314404288902564496794760
	sin103 = 0.974927912181823607018131682993931217
	cos154 = -0.900968867902419126236102319507445051
	sin154 = 0.433883739117558120475768332848358754
	root34 = 0.866025403784438646763723170752936183 // sqrt(3)/2
	root12 = math.Sqrt2 / 2
)

// unitPolygons holds the corners of the regular polygons of circumradius 1,
// counter-clockwise from (1, 0), by number of sides.
var unitPolygons = [MaxSides + 1][][2]float64{
	3: {{1, 0}, {-0.5, root34}, {-0.5, -root34}},
	4: {{1, 0}, {0, 1}, {-1, 0}, {0, -1}},
	5: {{1, 0}, {cos72, sin72}, {cos144, sin144}, {cos144, -sin144}, {cos72, -sin72}},
	6: {{1, 0}, {0.5, root34}, {-0.5, root34}, {-1, 0}, {-0.5, -root34}, {0.5, -root34}},
	7: {
		{1, 0}, {cos51, sin51}, {cos103, sin103}, {cos154, sin154},
		{cos154, -sin154}, {cos103, -sin103}, {cos51, -sin51},
	},
	8: {
		{1, 0}, {root12, root12}, {0, 1}, {-root12, root12},
		{-1, 0}, {-root12, -root12}, {0, -1}, {root12, -root12},
	},
}

// AppendCorners appends the corners of shape i to dst, counter-clockwise and as they
// lie at angle 0 around the centre, and returns the longer slice. A circle has none.
func (s *Scene) AppendCorners(dst [][2]float64, i int) [][2]float64 {
	hx, hy := float64(s.S1[i]), float64(s.S2[i])
	switch s.Form[i] {
	case Box:
		return append(dst, [2]float64{-hx, -hy}, [2]float64{hx, -hy}, [2]float64{hx, hy}, [2]float64{-hx, hy})
	case Polygon:
		for _, u := range unitPolygons[s.Sides[i]] {
			dst = append(dst, [2]float64{hx * u[0], hx * u[1]})
		}
	}
	return dst
}
