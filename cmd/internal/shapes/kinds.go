// SPDX-License-Identifier: MIT

package shapes

import "daylight/soa"

// KindName is what a kind cell calls a class of shapes.
func KindName(c soa.Class) string {
	return [...]string{soa.ClassCircle: "circle", soa.ClassCapsule: "capsule", soa.ClassBox: "box", soa.ClassPolygon: "polygon"}[c]
}

// kinds maps what a kind cell may say to the kind that ways go by.
var kinds = map[string]string{
	"circle": "circle", "disc": "circle", "disk": "circle", "point": "circle",
	"capsule": "capsule", "segment": "segment", "line": "segment",
	"box": "box", "rect": "box", "rectangle": "box",
	"polygon": "polygon",
}
