// SPDX-License-Identifier: MIT

package tile_test

import (
	"context"
	"fmt"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/region"
	"daylight/soa"
)

// A scene is cut by a sample of it, here all of its boxes, and done tile by tile: the contacts are those of
// one run.
func Example() {
	shapes := soa.New()
	var sample tile.Sample
	for k := range 100 {
		x, y := float64(k%10), float64(k/10)
		if _, err := shapes.AddCircle(soa.At(x, y, 0), 0.5, soa.Attrs{}); err != nil {
			panic(err)
		}
		sample.World = append(sample.World, 0)
		sample.Weight = append(sample.Weight, 1)
		sample.Boxes = append(sample.Boxes, region.Box{MinX: x - 0.5, MinY: y - 0.5, MaxX: x + 0.5, MaxY: y + 0.5})
	}
	plan, err := tile.Make(sample, 4)
	if err != nil {
		panic(err)
	}
	contacts, err := plan.Collide(context.Background(), shapes, batch.Config{})
	if err != nil {
		panic(err)
	}
	whole, _, err := batch.Collide(context.Background(), shapes, batch.Config{})
	if err != nil {
		panic(err)
	}
	fmt.Println(plan.Tiles(), "tiles:", contacts.Len(), "contacts, as many as", whole.Len())
	// Output: 4 tiles: 180 contacts, as many as 180
}
