// SPDX-License-Identifier: MIT

package scene_test

import (
	"fmt"

	"daylight/bench/scene"
)

func ExampleNew() {
	kind, err := scene.Parse("mixed")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := scene.New(kind, 1000, scene.DefaultSeed)
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Advance(scene.FirstFrame)
	fmt.Printf("%d shapes in a square of side %.0f\n", s.Len(), s.L)
	fmt.Println("corners of the first three:", s.Sides[:3])
	// Output:
	// 1000 shapes in a square of side 50
	// corners of the first three: [0 4 4]
}

func ExampleParse() {
	_, err := scene.Parse("spheres")
	fmt.Println(err)
	// Output:
	// unknown scene "spheres": choose one of circles, boxes, polys, mixed, heavy, cluster
}
