// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/binary"
	"os"

	"daylight/bench/scene"
)

// dump lays a scene out for programs in other languages. All is little-endian:
//
//	8 bytes   "DAYLIGHT"
//	uint32    1, the version of this layout
//	uint32    kind of the scene, in the order circles boxes polys mixed heavy cluster;
//	          256 more if its shapes are in spatial order
//	uint32    n, the number of shapes
//	float32   L, the side of the world
//	float32   n each of x, y, theta, vx, vy, omega, s1, s2
//	uint8     n of corners: 0 for a circle, 4 for a box of half extents s1, s2,
//	          else k + 16 for a regular polygon of k corners and circumradius s1
//
// The columns mean what package scene says; the state is that before the first step.
func dump(s *scene.Scene, order string) ([]byte, error) {
	kind := uint32(s.Kind)
	if order == spatial {
		kind += 256
	}
	var b bytes.Buffer
	b.WriteString("DAYLIGHT")
	corners := make([]uint8, s.Len())
	for i := range corners {
		corners[i] = s.Sides[i]
		if s.Form[i] == scene.Polygon {
			corners[i] += 16
		}
	}
	for _, part := range []any{
		[]uint32{1, kind, uint32(s.Len())}, s.L,
		s.X, s.Y, s.Theta, s.VX, s.VY, s.Omega, s.S1, s.S2, corners,
	} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

func writeDump(name string, kind scene.Kind, n int, order string) error {
	s, err := newScene(kind, n, order)
	if err != nil {
		return err
	}
	text, err := dump(s, order)
	if err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}
