// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"regexp"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"daylight/bench"
)

// resolution of PNGs, in dots an inch: twice that of a screen.
const resolution = 192

// PNG writes the plot as a PNG on white.
func (p *Plot) PNG(w io.Writer) error {
	c := vgimg.NewWith(vgimg.UseWH(width, p.height), vgimg.UseDPI(resolution))
	p.plot.Draw(draw.New(c))
	_, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(w)
	return err
}

// SVG writes the plot as a file of its own.
func (p *Plot) SVG(w io.Writer) error {
	c := vgsvg.New(width, p.height)
	p.plot.Draw(draw.New(c))
	var text bytes.Buffer
	if _, err := c.WriteTo(&text); err != nil {
		return err
	}
	_, err := w.Write(fitted(text.Bytes()))
	return err
}

// sizes finds the size of a drawing, which a page sets instead.
var sizes = regexp.MustCompile(`<svg width="[^"]*" height="[^"]*"`)

// inline is the drawing as part of a page: without what comes before it, as wide as its
// place, in colours that the page may change.
func (p *Plot) inline() (template.HTML, error) {
	var text bytes.Buffer
	if err := p.SVG(&text); err != nil {
		return "", err
	}
	_, svg, ok := bytes.Cut(text.Bytes(), []byte("<svg "))
	if !ok {
		return "", fmt.Errorf("the plot %s is no SVG", p.Name)
	}
	svg = append([]byte("<svg "), svg...)
	svg = sizes.ReplaceAll(svg, []byte(`<svg role="img"`))
	return template.HTML(themed(svg)), nil
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

type figure struct {
	*Plot
	Drawing template.HTML
}

// HTML writes the page.
func HTML(w io.Writer, list []*bench.Results, plots []*Plot) error {
	data := struct {
		Results  []*bench.Results
		Headline string
		Warning  string
		Summary  []string
		Figures  []figure
		Sections []Section
	}{Results: list, Warning: bench.Warning(list...)}
	for _, s := range Sections(list) {
		if s.Name == "summary" {
			data.Headline, data.Summary = s.Lines[0], s.Lines[1:]
		}
		if s.Title != "" {
			data.Sections = append(data.Sections, s)
		}
	}
	for _, p := range plots {
		drawing, err := p.inline()
		if err != nil {
			return err
		}
		data.Figures = append(data.Figures, figure{p, drawing})
	}
	return page.Execute(w, data)
}

// File is one file of a report.
type File struct {
	Name  string
	Write func(io.Writer) error
}

// Files lists the files of a report, the page first.
func Files(list []*bench.Results) ([]File, error) {
	plots, err := Plots(list)
	if err != nil {
		return nil, err
	}
	files := []File{{"index.html", func(w io.Writer) error { return HTML(w, list, plots) }}}
	for _, p := range plots {
		files = append(files, File{p.Name + ".svg", p.SVG}, File{p.Name + ".png", p.PNG})
	}
	return files, nil
}
