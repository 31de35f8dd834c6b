// SPDX-License-Identifier: MIT

package sim_test

import (
	"context"
	"fmt"
	"math"

	"daylight/bench/sim"
)

func run(name string, n, frames int) sim.World {
	w, err := sim.New(name, n, 1)
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
	x, _ := w.Shapes().Positions()
	out := 0
	for i, static := range w.Shapes().Columns().Static {
		if !static && x[i] > side {
			out++
		}
	}
	fmt.Println(w.Shapes().Len(), "people and walls,", out > 10 && out < 100)
	// Output:
	// 406 people and walls, true
}

// Grains fall into a box. After ten seconds they lie still.
func Example_grains() {
	w := run("grains", 300, 600)
	x, y := w.Shapes().Positions()
	x0, y0 := append([]float64(nil), x...), append([]float64(nil), y...)
	if err := w.Step(context.Background()); err != nil {
		fmt.Println(err)
	}
	moved := 0
	for i := range x {
		if math.Abs(x[i]-x0[i])+math.Abs(y[i]-y0[i]) > 0.001 {
			moved++
		}
	}
	fmt.Println("grains that moved by more than a millimetre:", moved)
	// Output:
	// grains that moved by more than a millimetre: 0
}

func ExampleNew() {
	for _, info := range sim.Scenes()[:5] {
		w, err := sim.New(info.Name, 100, 1)
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
