// SPDX-License-Identifier: MIT

package sim

import "daylight/soa"

// form is a form of grains, each about a metre across.
type form uint8

const (
	disc form = iota
	square
	pentagon
	hexagon
)

// add adds a grain.
func (w *world) add(f form, pose soa.Pose) (err error) {
	switch f {
	case disc:
		_, err = w.shapes.AddCircle(pose, 0.45, soa.Attrs{})
	case square:
		_, err = w.shapes.AddBox(pose, 0.4, 0.4, soa.Attrs{})
	case pentagon:
		_, err = w.shapes.AddPolygon(pose, polygon(5, 0.5), 0, soa.Attrs{})
	default:
		_, err = w.shapes.AddPolygon(pose, polygon(6, 0.5), 0, soa.Attrs{})
	}
	return err
}
