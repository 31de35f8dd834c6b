// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"log"
	"math"
	"os"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/ebitenutil"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"daylight/batch"
	"daylight/soa"
)

const (
	width, height = 640, 480
	bullet, ship  = 1, 2 // categories
)

type game struct {
	shapes *soa.Shapes
	engine *batch.Engine
	vx, vy *soa.Column[float32]
	player soa.ID
	frame  int
	hits   int
	took   time.Duration // the last step
	end    int           // the frame after which to end; 0: never
	shot   string        // where a picture of it is written
}

func newGame() (g *game, err error) {
	g = &game{shapes: soa.New()}
	g.vx, g.vy = soa.Attach[float32](g.shapes), soa.Attach[float32](g.shapes)
	if g.player, err = g.shapes.AddCircle(soa.At(width/2, height-60, 0), 4, soa.Attrs{Category: ship}); err != nil {
		return nil, err
	}
	g.engine, err = batch.New(g.shapes, batch.Config{Columns: [2]batch.Columns{{Motion: soa.Motion{VX: g.vx, VY: g.vy}}}})
	return g, err
}

// fire adds a ring of bullets around each turret, in one of eight frames. Bullets ignore each
// other, so only pairs with the ship exist.
func (g *game) fire() error {
	for t := range 3 {
		for k := range 24 * (1 - min(g.frame%8, 1)) {
			a := float64(g.frame)*0.013*float64(1-2*(t%2)) + float64(k)*math.Pi/12
			id, err := g.shapes.AddCapsule(soa.At(width*(float64(t)+0.5)/3, 70, a), 4, 2, soa.Attrs{Category: bullet, Ignore: bullet})
			if err != nil {
				return err
			}
			_ = g.vx.Set(id, float32(1.2*math.Cos(a))) // the bullet was just added
			_ = g.vy.Set(id, float32(1.2*math.Sin(a)))
		}
	}
	return nil
}

// steer is where the pressed mouse or the arrow keys take the ship; without a player it circles.
func (g *game) steer() (x, y float64) {
	x, y, _ = g.shapes.Position(g.player)
	for key, d := range map[ebiten.Key][2]float64{ebiten.KeyLeft: {-3, 0}, ebiten.KeyRight: {3, 0}, ebiten.KeyUp: {0, -3}, ebiten.KeyDown: {0, 3}} {
		if ebiten.IsKeyPressed(key) {
			x, y = x+d[0], y+d[1]
		}
	}
	if ebiten.IsMouseButtonPressed(ebiten.MouseButtonLeft) {
		mx, my := ebiten.CursorPosition()
		x, y = float64(mx), float64(my)
	} else if g.end > 0 {
		x, y = width/2+150*math.Cos(float64(g.frame)/40), height-150+60*math.Sin(float64(g.frame)/40)
	}
	return min(max(x, 0), width), min(max(y, 0), height)
}

func (g *game) Update() error {
	g.frame++
	x, y := g.steer()
	if err := errors.Join(g.fire(), g.shapes.SetPosition(g.player, x, y)); err != nil {
		return err
	}
	begin := time.Now()
	contacts, err := g.engine.Advance(context.Background(), 1)
	if err != nil {
		return err
	}
	g.took = time.Since(begin)
	var gone []soa.ID
	for _, c := range contacts.All() { // A is the ship, which was added first
		gone = append(gone, c.B)
		g.hits++
	}
	for id := range g.shapes.All() {
		if x, y, _ := g.shapes.Position(id); max(math.Abs(x-width/2)-width/2, math.Abs(y-height/2)-height/2) > 20 {
			gone = append(gone, id)
		}
	}
	for _, id := range gone {
		_ = g.shapes.Remove(id) // it may be among them twice
	}
	if g.end > 0 && g.frame >= g.end && g.shot == "" { // the picture is written
		fmt.Printf("%d frames, %d bullets, %d hits\n", g.end, g.shapes.Len()-1, g.hits)
		return ebiten.Termination
	}
	return nil
}

func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{18, 23, 29, 255})
	for id := range g.shapes.All() {
		x, y, _ := g.shapes.Position(id)
		vx, _ := g.vx.Get(id)
		vy, _ := g.vy.Get(id)
		vector.StrokeLine(screen, float32(x)-4*vx, float32(y)-4*vy, float32(x)+4*vx, float32(y)+4*vy, 4, color.RGBA{249, 180, 74, 255}, true)
	}
	x, y, _ := g.shapes.Position(g.player)
	vector.DrawFilledCircle(screen, float32(x), float32(y), 4, color.RGBA{124, 199, 195, 255}, true)
	ebitenutil.DebugPrint(screen, fmt.Sprintf("%d bullets  %d hits  %d us a step", g.shapes.Len()-1, g.hits, g.took.Microseconds()))
	if g.shot != "" && g.frame >= g.end {
		f, err := os.Create(g.shot)
		if err := errors.Join(err, png.Encode(f, screen), f.Close()); err != nil {
			log.Fatal(err)
		}
		g.shot = ""
	}
}

func (g *game) Layout(int, int) (int, int) { return width, height }

func main() {
	g, err := newGame()
	if err != nil {
		log.Fatal(err)
	}
	flag.IntVar(&g.end, "frames", 0, "fly alone, and end after so many frames")
	flag.StringVar(&g.shot, "png", "", "write a picture of the last of them to this file")
	flag.Parse()
	if err := ebiten.RunGame(g); err != nil {
		log.Fatal(err)
	}
}
