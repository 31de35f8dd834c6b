// SPDX-License-Identifier: MIT

package sim_test

import (
	"context"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/soa"
)

func run(name string, n, frames int) sim.World {
	w, err := sim.New(name, n, 1, batch.Config{})
	if err != nil {
		panic(err)
	}
	for range frames {
		if err := w.Step(context.Background()); err != nil {
			panic(err)
		}
	}
	return w
}

// A crowd leaves a room; after ten seconds some stand in the corridor behind the door.
func Example_crowd() {
	w := run("crowd", 400, 600)
	side := math.Sqrt(400 / 1.5)
	out := 0
	_ = w.Shapes().Update(func(c soa.Live) {
		for i, x := range c.X {
			if !c.Static[i] && x > side {
				out++
			}
		}
	})
	fmt.Println(w.Shapes().Len(), "people and walls,", out > 10 && out < 100)
	// Output:
	// 406 people and walls, true
}

// Grains fall into a box. After ten seconds they lie still.
func Example_grains() {
	w := run("grains", 300, 600)
	before := map[soa.ID]soa.Point{}
	for id := range w.Shapes().All() {
		x, y, _ := w.Shapes().Position(id)
		before[id] = soa.Point{X: x, Y: y}
	}
	if err := w.Step(context.Background()); err != nil {
		fmt.Println(err)
	}
	moved := 0
	for id, p := range before {
		if x, y, _ := w.Shapes().Position(id); math.Abs(x-p.X)+math.Abs(y-p.Y) > 0.001 {
			moved++
		}
	}
	fmt.Println("grains that moved by more than a millimetre:", moved)
	// Output:
	// grains that moved by more than a millimetre: 0
}

func ExampleNew() {
	for _, info := range sim.Scenes()[:5] {
		w, err := sim.New(info.Name, 100, 1, batch.Config{})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := w.Step(context.Background()); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s\n", info.Name, info.About)
	}
	// Output:
	// crowd: people leave a room through a door
	// grains: hexagons fall into a box and come to rest
	// drum: a turning drum mixes grains of three forms
	// packing: polygons settle in a box that is shaken
	// bullets: fast bullets bounce between walls, none gets through
}
