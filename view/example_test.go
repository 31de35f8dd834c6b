// SPDX-License-Identifier: MIT

package view_test

import (
	"bytes"
	"context"
	"fmt"
	"image/color"
	"time"

	"daylight/batch"
	"daylight/soa"
	"daylight/view"
)

// pair is two discs. One moves into the other.
func pair() (*soa.Shapes, *batch.Engine) {
	shapes := soa.New()
	shapes.AddCircle(soa.At(0, 0, 0), 1, soa.Attrs{})
	shapes.AddCircle(soa.At(1.5, 0, 0), 1, soa.Attrs{})
	engine, err := batch.New(shapes, batch.Config{})
	if err != nil {
		panic(err)
	}
	return shapes, engine
}

// A simulation shows its frames from its own loop. Next is its pace, and the page's buttons.
func ExampleServe() {
	shapes, engine := pair()
	ctx := context.Background()
	v, err := view.Serve(view.Config{Title: "two discs", Started: func(url string) { fmt.Println("there is a page") }})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	for frame := 0; frame < 3 && v.Next(ctx); frame++ {
		contacts, err := engine.Step(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		v.Stats(engine.Stats())
		v.Cost("thinking", time.Millisecond)
		if err := v.Frame(shapes, contacts); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// there is a page
}

// The address of the page is printed to standard error, unless Config.Started is given.
func ExampleView_Frame() {
	shapes, engine := pair()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	v, err := view.Serve(view.Config{Title: "mine"}) // prints the address of the page
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	frames := 0
	for v.Next(ctx) { // the pace, and the page's buttons: pause, one step
		contacts, err := engine.Step(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		err = v.Frame(shapes, contacts) // copies, and never waits for who watches
		if frames++; frames == 3 || err != nil {
			stop()
		}
	}
	fmt.Println(frames, "frames")
	// Output: 3 frames
}

// discs is a World.
type discs struct {
	shapes   *soa.Shapes
	engine   *batch.Engine
	contacts *batch.Contacts
	steps    int
	stop     func()
}

func (d *discs) Shapes() *soa.Shapes       { return d.shapes }
func (d *discs) Contacts() *batch.Contacts { return d.contacts }
func (d *discs) Engine() *batch.Engine     { return d.engine } // so that the page shows its Stats

func (d *discs) Step(ctx context.Context) (err error) {
	if d.steps++; d.steps == 3 {
		d.stop()
	}
	d.contacts, err = d.engine.Step(ctx)
	return err
}

// One call shows a simulation with a method Step, until its context ends.
func ExampleRun() {
	shapes, engine := pair()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	d := &discs{shapes: shapes, engine: engine, stop: stop}
	err := view.Run(ctx, d, view.Config{FPS: 1000, Started: func(string) {}})
	fmt.Println(d.steps, err)
	// Output: 3 <nil>
}

// A column of names has a colour for each of them.
func ExampleBy() {
	shapes, _ := pair()
	team := soa.Attach[uint8](shapes)
	by := view.By("team", team)
	by.Names = []string{"red", "blue"}
	v, err := view.Serve(view.Config{Colours: []view.Colouring{by}, Started: func(string) {}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(v.Frame(shapes, nil), v.Close())
	// Output: <nil> <nil>
}

// Marks stand above the shapes, in layers.
func ExampleView_Layer() {
	v, err := view.Serve(view.Config{Started: func(string) {}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	green := color.NRGBA{R: 47, G: 158, B: 110, A: 255}
	v.Layer("bases",
		view.Ring(soa.Point{}, 4).In(green),
		view.Text(soa.Point{Y: 4.5}, "home"))
	v.Layer("sight", view.Ray(soa.Point{}, soa.Point{X: 10}))
	// Output:
}

// A picture of shapes and contacts.
func ExampleDraw() {
	shapes, engine := pair()
	ctx := context.Background()
	contacts, err := engine.Step(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	pic, err := view.Draw(shapes, contacts, view.Drawing{Title: "two discs", Width: 400})
	if err != nil {
		fmt.Println(err)
		return
	}
	var svg, png bytes.Buffer
	fmt.Println(pic.WriteSVG(ctx, &svg), pic.WritePNG(ctx, &png, 2))
	fmt.Println(pic.Drawn.Shapes, "shapes,", pic.Drawn.Contacts, "contact")
	fmt.Println(svg.String()[:4], png.String()[1:4])
	// Output:
	// <nil> <nil>
	// 2 shapes, 1 contact
	// <svg PNG
}

// A film of ten frames shows one in two.
func ExampleFilm() {
	shapes, engine := pair()
	ctx := context.Background()
	film, err := view.NewFilm(view.FilmConfig{Title: "two discs", Width: 320, Colour: "speed"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 10 {
		contacts, err := engine.Step(ctx)
		if err != nil {
			fmt.Println(err)
			return
		}
		if _, err := film.Frame(ctx, shapes, contacts); err != nil {
			fmt.Println(err)
			return
		}
	}
	var gif bytes.Buffer
	fmt.Println(film.Len(), film.Write(&gif), gif.String()[:3])
	// Output: 5 <nil> GIF
}
