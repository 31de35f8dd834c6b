// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/view"
)

// film are pictures of a simulation, together or in files of their own.
type film struct {
	gif    string
	png    string
	size   int
	skip   int
	speed  float64
	small  bool
	every  int // frames from one picture to the next
	frames int

	memory *memory.Budget
	film   *view.Film
	out    *output.File   // the GIF
	made   bool           // the directory for pictures is new
	stills []*output.File // finished, under temporary names
	stdout io.Writer
	count  int
}

func (o *film) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.gif, "gif", "", "with --frames: write a film to this `file`")
	f.StringVar(&o.png, "png", "", "with --frames: write pictures frame-00000.png and so on to this `directory`")
	sizeFlag(f, &o.size, 640)
	f.IntVar(&o.skip, "skip", 0, "with --gif or --png: begin after this many frames")
	f.Float64Var(&o.speed, "speed", 1, "how many times as fast as the simulation a --gif runs")
	f.BoolVar(&o.small, "small", false, "a --gif of ten colours and hard edges: of many small shapes it is a third as large")
}

func (o *film) any() bool { return o.gif != "" || o.png != "" }

// defaultEvery makes thirty pictures of a second.
const defaultEvery = 2

func (o *film) check(c *cobra.Command, frames, every int) error {
	if o.size < 160 || o.size > 4096 {
		return usage(c, "--size %d: want 160 to 4096", o.size)
	}
	if o.skip < 0 || (o.any() && o.skip >= frames) {
		return usage(c, "--skip %d: want 0 to less than --frames %d", o.skip, frames)
	}
	if !(o.speed >= 0.01 && o.speed <= 1000) {
		return usage(c, "--speed %v: want 0.01 to 1000", o.speed)
	}
	if err := o.unused(c); err != nil {
		return err
	}
	if o.gif != "" && o.gif != "-" && output.Ending(o.gif) != ".gif" {
		return usage(c, "--gif %s: a film ends in .gif", o.gif)
	}
	if o.every = every; o.every == 0 {
		o.every = defaultEvery
	}
	o.frames = frames
	return o.checkPictures(c)
}

// unused refuses flags of pictures, or of a film, where there is none.
func (o *film) unused(c *cobra.Command) error {
	if !o.any() {
		if err := refuse(c, "--%s says nothing without --gif or --png", "size", "skip"); err != nil {
			return err
		}
	}
	if o.gif == "" {
		return refuse(c, "--%s says nothing without --gif", "speed", "small")
	}
	return nil
}

// checkPictures refuses a directory that holds pictures of another film.
func (o *film) checkPictures(c *cobra.Command) error {
	if o.png == "" {
		return nil
	}
	if output.Scheme(o.png) != "" {
		return usage(c, "--png %s...: the program writes local files", output.Scheme(o.png))
	}
	old, _ := os.ReadDir(o.png) // which need not be there
	if slices.ContainsFunc(old, func(e os.DirEntry) bool {
		return strings.HasPrefix(e.Name(), "frame-") && strings.HasSuffix(e.Name(), ".png")
	}) {
		return usage(c, "--png %s: pictures of another film are there; give another directory, or remove them", o.png)
	}
	return nil
}

func (o *film) create(stdout io.Writer) (err error) {
	o.stdout = stdout
	if o.gif != "" {
		if o.out, err = output.Create(o.gif, stdout); err != nil {
			return err
		}
	}
	if o.png != "" {
		made := !exists(o.png)
		if err := os.MkdirAll(o.png, 0o777); err != nil {
			return fmt.Errorf("cannot write %s: %w", o.png, errors.Unwrap(err)) // without the name once more
		}
		o.made = made
	}
	return nil
}

// see takes a picture, if it is time for one.
func (o *film) see(ctx context.Context, run *running) (err error) {
	first := o.film == nil
	if first {
		o.film, err = view.NewFilm(view.FilmConfig{
			Title: "daylight: " + run.scene.Name, Width: o.size, Skip: o.skip, Every: o.every,
			Speed: o.speed, Few: o.small, Stills: o.out == nil,
		})
		if err != nil {
			return err
		}
	}
	img, err := o.film.Frame(ctx, run.world.Shapes(), run.world.Contacts())
	if err != nil {
		return err
	}
	if w, h := o.film.Size(); first && o.out != nil { // a GIF is held in memory whole
		pictures := o.frames/o.every + 1
		if err := o.memory.Reserve(int64(pictures) * int64(w) * int64(h)); err != nil {
			return fmt.Errorf("a GIF of %s of %d x %d pixels is too large: %w (fewer --frames, a larger --every or a smaller --size help, or --png)", counted(pictures, "picture"), w, h, err)
		}
	}
	if img == nil {
		return nil
	}
	if o.png != "" {
		still, err := output.Create(filepath.Join(o.png, fmt.Sprintf("frame-%05d.png", o.count)), o.stdout)
		if err != nil {
			return err
		}
		o.stills = append(o.stills, still)
		if err := png.Encode(still, img); err != nil {
			return err
		}
		if err := still.Seal(); err != nil {
			return err
		}
	}
	o.count++
	return nil
}

func (o *film) end(ctx context.Context) ([]*output.File, error) {
	if o.out == nil {
		return o.stills, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return append(o.stills, o.out), o.film.Write(o.out)
}

func (o *film) discard() {
	o.out.Discard()
	for _, f := range o.stills {
		f.Discard()
	}
	if o.made {
		os.Remove(o.png) // fails if there is anything in it
	}
}

func (o *film) summary() string {
	text := "drew " + counted(o.count, "picture") + " to "
	switch {
	case o.out == nil:
		return text + o.png
	case o.png == "":
		return text + target(o.gif)
	}
	return text + target(o.gif) + " and " + o.png
}

// exists reports whether there is a file or directory of that name.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
