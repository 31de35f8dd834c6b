// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"log"
	"math"
	"os"
	"os/signal"

	"daylight/batch"
	"daylight/soa"
	"daylight/view"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	shapes := soa.New()
	heat := soa.Attach[float64](shapes) // a column of your own, one number a shape
	for i := range 100 {
		id, err := shapes.AddCircle(soa.At(float64(i%10), float64(i/10), 0), 0.4, soa.Attrs{})
		if err != nil {
			log.Fatal(err)
		}
		heat.Set(id, float64(i))
	}
	engine, err := batch.New(shapes, batch.Config{})
	if err != nil {
		log.Fatal(err)
	}

	v, err := view.Serve(view.Config{Title: "first", Colours: []view.Colouring{view.By("heat", heat)}})
	if err != nil {
		log.Fatal(err)
	}
	defer v.Close()
	for frame := 0; v.Next(ctx); frame++ { // waits for the next frame, and while the page pauses
		shapes.Update(func(l soa.Live) {
			for i := range l.ID {
				l.X[i] += 0.02 * math.Sin(l.Y[i]+float64(frame)/30)
			}
		})
		contacts, err := engine.Step(ctx)
		if err != nil {
			log.Fatal(err)
		}
		v.Stats(engine.Stats())                                // what the step found, and its cost
		v.Layer("notes", view.Text(soa.Point{Y: -1}, "hello")) // marks above the shapes
		if err := v.Frame(shapes, contacts); err != nil {      // copies, and never waits
			log.Fatal(err)
		}
	}
}
