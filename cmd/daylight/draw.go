// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/progress"
	"daylight/cmd/internal/shapes"
	"daylight/soa"
	"daylight/view"
)

const drawHelp = `Draw reads tables of shapes as collide does, finds the contacts and draws both. Each
shape has an outline, with its holes, which is stronger if the shape touches another. The
region that two shapes share has a colour that shows the depth. An arrow shows the contact's normal:
the direction in which the second shape (the later one in the input) would have to move.
What lies hidden under many others is left out, and the picture says how much that is.

A picture shows one world. The name of the output, .svg or .png, decides on the format,
unless --format does; a name without an ending gets SVG. A PNG is drawn at twice
its size, for screens of many pixels.`

type draw struct {
	in     input
	find   answer.Spec
	style  style
	world  string
	view   string
	out    string
	format string
}

// style are the flags for how a picture looks.
type style struct {
	title  string
	size   int
	labels bool
}

func (s *style) flags(c *cobra.Command, size int) {
	f := c.Flags()
	sizeFlag(f, &s.size, size)
	f.BoolVar(&s.labels, "labels", false, "write each shape's id on it")
}

func (s *style) check(c *cobra.Command) error {
	if s.size < 240 || s.size > 8192 {
		return usage(c, "--size %d: want 240 to 8192", s.size)
	}
	return nil
}

// pixels of a PNG are so many for each of its size.
const pixels = 2.0

func newDraw() *cobra.Command {
	o := &draw{}
	c := &cobra.Command{
		Use:   "draw [flags] FILE...",
		Short: "Draw shapes and contacts as SVG or PNG",
		Long:  drawHelp,
		Example: examples(
			"daylight draw shapes.csv --out shapes.svg", "all shapes and contacts",
			"daylight draw --columns id,world,x,y,_ --radius 0.2 --world 280 --out crowd.png crowd.txt.gz", "one frame of a recorded crowd",
			"daylight gen mixed -n 400 | daylight draw --view 5,5,20,15 --labels --out detail.svg -", "a detail of a generated scene, with ids",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	f := c.Flags()
	outFlag(f, &o.out, "-")
	formatFlag(f, &o.format, "svg or png")
	f.StringVar(&o.world, "world", "", "name of the world to draw (default: the first)")
	f.StringVar(&o.view, "view", "", "`minx,miny,maxx,maxy` of the part to show (default: all)")
	o.style.flags(c, 1200)
	contactFlags(f, &o.find.Margin, &o.find.Strict)
	mendFlag(f, &o.find.Mend)
	f.SortFlags = false
	o.in.flags(c)
	_ = f.MarkHidden("bad-rows") // which is refused in words of its own
	f.Lookup("skip-bad").Usage = "leave bad rows out and count them, instead of stopping at the first"
	return c
}

func (o *draw) run(c *cobra.Command, files []string) error {
	ctx := c.Context()
	if o.in.badRows != "" {
		return usage(c, "--bad-rows is for collide, query and tiles; draw has --skip-bad")
	}
	files, err := o.in.parts(files, 0)
	if err != nil {
		return err
	}
	read, err := o.in.check(c, files, &joined{})
	if err != nil {
		return err
	}
	if err := o.style.check(c); err != nil {
		return err
	}
	o.in.lengths = o.find.Margin != 0
	area, err := parseView(o.view)
	if err != nil {
		return usage(c, "--view %q: %v", o.view, err)
	}
	asPNG, err := o.png(c)
	if err != nil {
		return err
	}
	read.Concave, read.Mend = true, o.find.Mend
	if err := checked(c, &o.find, &o.in.terminal); err != nil {
		return err
	}
	read.Corners = o.find.Decides()
	if err := distinct(c, files, o.out); err != nil {
		return err
	}
	out, err := output.Create(o.out, c.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	set, _, err := o.in.read(ctx, read, files, &joined{}, c.InOrStdin())
	if err != nil {
		return err
	}
	result, err := answer.Run(ctx, set, nil, o.find.Config)
	if err != nil {
		return err
	}
	world, name := uint32(0), ""
	if worlds := set.Worlds(); len(worlds) > 0 {
		name = worlds[0]
	}
	if c.Flags().Changed("world") {
		var found bool
		if world, found = set.FindWorld(o.world); !found {
			return fmt.Errorf("--world %q: there is no world of that name; the first is %q", o.world, name)
		}
		name = o.world
	} else if n := len(set.Worlds()); n > 1 {
		o.in.note(fmt.Sprintf("drawing world %s, the first of %d (--world draws another)", name, n))
	}
	if o.style.title == "" {
		if o.style.title = filepath.Base(files[0]); files[0] == "-" {
			o.style.title = "standard input"
		}
		if n := len(files) - 1; n > 0 {
			o.style.title += fmt.Sprintf(" and %d more", n)
		}
		if len(set.Worlds()) > 1 {
			o.style.title += ", world " + name
		}
	}
	pic, what, err := paint(ctx, result, world, area, &o.style, &o.in.terminal)
	if err != nil {
		return err
	}
	if err := save(ctx, out, pic, asPNG, &o.style, o.in.writing(o.out, 1, "")); err != nil {
		return err
	}
	if err := output.Commit(out); err != nil {
		return err
	}
	size, scale := "SVG", 1.0
	if asPNG {
		size, scale = "PNG", pixels
	}
	o.in.note(fmt.Sprintf("drew %s to %s: %s, %.0f x %.0f pixels", what, target(o.out), size,
		math.Ceil(float64(pic.Width)*scale), math.Ceil(float64(pic.Height)*scale)))
	return nil
}

// paint draws one world of an answer, and says how much of it the picture shows.
func paint(ctx context.Context, r *answer.Result, world uint32, area *view.Area, s *style, t *terminal) (pic *view.Picture, what string, err error) {
	set := r.A
	const shapeBytes, contactBytes = 500, 150 // of a list to draw, of a map and of an order
	if err := t.memory.Reserve(shapeBytes*int64(set.Len()) + contactBytes*int64(r.Len())); err != nil {
		return nil, "", tooMuchToDraw(err)
	}
	place := map[int]int{}
	var list []view.Item
	for id := range set.Shapes.All() {
		k := set.Of(int(id.Index())) // the order of the rows
		if set.World(k) != world {
			continue
		}
		if k%4096 == 0 && ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		sh, err := set.Shapes.Shape(id)
		if err != nil {
			return nil, "", err
		}
		if i, found := place[k]; found {
			list[i].More = append(list[i].More, sh)
			continue
		}
		place[k] = len(list)
		list = append(list, view.Item{Shape: sh, Label: string(set.Label(k))})
	}
	var contacts []view.Pair
	for i := range r.Len() {
		a, b := r.Pair(i)
		if set.World(a) != world {
			continue
		}
		depth, nx, ny := r.Measure(i)
		contacts = append(contacts, view.Pair{A: place[a], B: place[b], Depth: float64(depth), NX: float64(nx), NY: float64(ny)})
	}
	bar := t.bars.Start("drawing", 1, "")
	defer bar.End()
	pic, err = view.DrawItems(ctx, list, contacts, view.Drawing{
		Title: s.title, Area: area, Width: s.size, Labels: s.labels, Progress: bar.Set, Reserve: t.memory.Reserve,
	})
	if err != nil {
		return nil, "", tooMuchToDraw(err)
	}
	what = countedOf(pic.Drawn.Shapes, len(list), "shape") + " and " + countedOf(pic.Drawn.Contacts, len(contacts), "contact")
	if left := pic.Drawn.Left(); left != "" {
		what += " (" + left + ")"
	}
	return pic, what, nil
}

// tooMuchToDraw says what to do about a picture that there is no memory for.
func tooMuchToDraw(err error) error {
	if errors.Is(err, memory.ErrLimit) {
		return fmt.Errorf("the picture is too large: %w (--memory says how much to use; a smaller --size or --view needs less)", err)
	}
	return err
}

// save writes the picture in one of the formats.
func save(ctx context.Context, out *output.File, pic *view.Picture, asPNG bool, s *style, bar *progress.Bar) error {
	defer bar.End()
	pic.Progress = bar.Set
	if asPNG {
		return tooMuchToDraw(pic.WritePNG(ctx, out, pixels))
	}
	return pic.WriteSVG(ctx, out)
}

// png decides between PNG and SVG.
func (o *draw) png(c *cobra.Command) (bool, error) {
	if c.Flags().Changed("format") {
		switch strings.ToLower(o.format) {
		case "png":
			return true, nil
		case "svg":
			return false, nil
		}
		return false, usage(c, "--format %q: want svg or png", o.format)
	}
	asPNG, err := pictureFormat(o.out)
	if err != nil {
		return false, usage(c, "%v (--format overrules the name)", err)
	}
	return asPNG, nil
}

// pictureFormat decides between PNG and SVG by the name of the output.
func pictureFormat(name string) (asPNG bool, err error) {
	switch ending := output.Ending(name); ending {
	case ".png":
		return true, nil
	case ".svg", "":
		return false, nil
	default:
		return false, fmt.Errorf("--out %s: a picture ends in .svg or .png, not in %s", name, ending)
	}
}

// parseView reads minx,miny,maxx,maxy; an empty text is no view.
func parseView(text string) (*view.Area, error) {
	if text == "" {
		return nil, nil
	}
	b, err := shapes.ParseBox(text)
	switch {
	case err != nil:
		return nil, err
	case math.IsInf(b.MaxX-b.MinX, 0) || math.IsInf(b.MaxY-b.MinY, 0):
		return nil, errors.New("it is too large")
	case b.MinX == b.MaxX || b.MinY == b.MaxY:
		return nil, errors.New("it has no area")
	}
	return &view.Area{Min: soa.Point{X: b.MinX, Y: b.MinY}, Max: soa.Point{X: b.MaxX, Y: b.MaxY}}, nil
}
