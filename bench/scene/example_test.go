// SPDX-License-Identifier: MIT

package scene_test

import (
	"fmt"

	"daylight/bench/scene"
	"daylight/soa"
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

// A run moves the scene's shapes where they lie in the store.
func ExampleScene_Fill() {
	s, err := scene.New(scene.Boxes, 100, scene.DefaultSeed)
	if err != nil {
		fmt.Println(err)
		return
	}
	shapes := soa.New()
	run, err := s.Fill(shapes, soa.Attrs{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range scene.FirstFrame {
		run.Step()
		// detect contacts here
	}
	pose, err := shapes.Pose(run.IDs[7])
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Advance(scene.FirstFrame)
	fmt.Println(shapes.Len(), "shapes")
	fmt.Println("as the scene would:", pose.X == float64(s.X[7]) && pose.Y == float64(s.Y[7]))
	// Output:
	// 100 shapes
	// as the scene would: true
}
