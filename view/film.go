// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"io"

	"daylight/batch"
	"daylight/soa"
)

// FilmConfig says what a Film shows. The zero FilmConfig is valid.
type FilmConfig struct {
	Title string
	Width int // in pixels, 160 to 4096; 0 means 640. The height follows from the area.
	// Area is the part of the plane to show. nil shows what the first shapes span; static shapes
	// that reach far beyond the others are then cut off.
	Area *Area
	// Colour is what colours mean: "depth", that of a shape's deepest contact; "speed"; or the name
	// of one of Colours. "" is depth.
	Colour  string
	Colours []Colouring
	FPS     int // how many frames of the simulation are a second; 0 means 60
	// The film leaves out the first Skip frames, and shows one in Every of the others; 0 means one
	// in two.
	Skip, Every int
	Speed       float64 // how many times as fast as the simulation it runs; 0 means once
	// Few has the film take ten colours and hard edges, which makes one of many small shapes a
	// third as large. It is for colours by depth.
	Few bool
	// Stills has Frame return pictures, and keep none for Write.
	Stills bool
}

func (c *FilmConfig) check() (by int, err error) {
	if c.Width == 0 {
		c.Width = 640
	}
	if c.FPS == 0 {
		c.FPS = framesPerSecond
	}
	if c.Every == 0 {
		c.Every = 2
	}
	if c.Speed == 0 {
		c.Speed = 1
	}
	switch {
	case c.Width < 160 || c.Width > 4096:
		return 0, fmt.Errorf("view: FilmConfig.Width is %d: give 160 to 4096", c.Width)
	case c.FPS < 0 || c.Every < 0 || c.Skip < 0:
		return 0, fmt.Errorf("view: FilmConfig.FPS, Every or Skip is negative: %d, %d, %d", c.FPS, c.Every, c.Skip)
	case c.Area != nil && !c.Area.drawable():
		return 0, fmt.Errorf("view: FilmConfig.Area is %v: give one with a width and a height", *c.Area)
	case !(c.Speed >= 0.01 && c.Speed <= 1000):
		return 0, fmt.Errorf("view: FilmConfig.Speed is %v: give 0.01 to 1000", c.Speed)
	}
	switch c.Colour {
	case "", "depth":
		return byDepth, nil
	case "speed":
		by = bySpeed
	default:
		by = byDepth
		for k := range c.Colours {
			if c.Colours[k].Name == c.Colour && c.Colours[k].read != nil {
				by = k
			}
		}
		if by == byDepth {
			return 0, fmt.Errorf("view: FilmConfig.Colour is %q: give depth, speed or the name of one of its Colours, made by view.By", c.Colour)
		}
	}
	if c.Few {
		return 0, errors.New("view: FilmConfig.Few is for colours by depth alone")
	}
	return by, nil
}

// Film makes a film of a simulation, in the looks of the live page. It is used by one goroutine.
type Film struct {
	c      FilmConfig
	camera camera
	gif    animation
	taker  taker
	frame  int // of the next call
	now    snapshot
	layers []layer
}

// NewFilm returns a film without frames.
func NewFilm(c FilmConfig) (*Film, error) {
	by, err := c.check()
	if err != nil {
		return nil, err
	}
	return &Film{
		c: c, camera: camera{title: c.Title, width: c.Width, area: c.Area, by: by, colours: c.Colours, figures: figures{fps: c.FPS}},
		gif:   animation{few: c.Few, speed: c.Speed, fps: c.FPS, first: c.Skip},
		taker: taker{colours: c.Colours},
	}, nil
}

// Frame gives the film the next frame of a simulation: the shapes as they are now, and the contacts
// that were found, which may be nil. Give it every frame; unless FilmConfig.Area says which part of
// the plane the film shows, the first shapes do. It returns the picture, or nil if Skip and Every
// leave this frame out. The film keeps each picture until it is written, a byte per pixel. The
// error is one of the shapes or of the context.
func (f *Film) Frame(ctx context.Context, shapes *soa.Shapes, contacts *batch.Contacts) (*image.RGBA, error) {
	frame := f.frame
	f.frame++
	past := frame - f.c.Skip
	shown := past >= 0 && past%f.c.Every == 0
	// The frame before one that is shown tells speeds, and the first the part of the plane.
	if !shown && frame > 0 && past != -1 && !(past >= 0 && past%f.c.Every == f.c.Every-1) {
		return nil, nil
	}
	if err := f.taker.take(&f.now, shapes, contacts, frame); err != nil {
		return nil, err
	}
	f.now.layers = f.layers
	f.camera.see(&f.now)
	if !shown {
		return nil, nil
	}
	img, err := f.camera.paint(ctx, &f.now)
	if err != nil {
		return nil, err
	}
	if !f.c.Stills {
		f.gif.add(img, frame+f.c.Every)
	}
	return img, nil
}

// Layer puts marks above the shapes. They replace earlier marks under that name.
func (f *Film) Layer(name string, marks ...Mark) {
	f.layers = replaced(f.layers, newLayer(name, marks))
}

// Size is the size of the pictures in pixels, which is known after the first Frame.
func (f *Film) Size() (width, height int) { return f.camera.width, f.camera.height }

// Len is the number of pictures that the film keeps.
func (f *Film) Len() int { return len(f.gif.anim.Image) }

// Write writes the film as a GIF that runs for ever, in 254 colours that are the same throughout,
// and of each picture only what changed.
func (f *Film) Write(w io.Writer) error {
	if f.Len() == 0 {
		return errors.New("view: the film has no picture: give it frames before it is written")
	}
	return gif.EncodeAll(w, &f.gif.anim)
}
