// SPDX-License-Identifier: MIT

package picture

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
)

// WriteSVG writes the picture as a stand-alone SVG document. Title is what screen
// readers call it.
func (p *Picture) WriteSVG(w io.Writer, title string) error {
	s := &svg{out: bufio.NewWriter(w)}
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="%s" role="img">`+"\n", p.Width, p.Height, p.Width, p.Height, fonts)
	s.print("<title>")
	s.escape(title)
	s.print("</title>\n")
	clips := 0
	for i := range p.items {
		if err := p.watch(i); err != nil {
			return err
		}
		it := &p.items[i]
		switch {
		case it.clip != nil:
			s.endGroup()
			clips++
			r := it.clip
			s.printf(`<clipPath id="c%d"><rect x="%s" y="%s" width="%s" height="%s"/></clipPath><g clip-path="url(#c%d)">`+"\n",
				clips, num(r.Min.X), num(r.Min.Y), num(r.Dx()), num(r.Dy()), clips)
		case it.open:
			s.endGroup()
			s.print("</g>\n")
		case it.text != nil:
			s.endGroup()
			s.text(it.text)
		default:
			s.path(it.path, it.style)
		}
	}
	s.endGroup()
	s.print("</svg>\n")
	return s.out.Flush()
}

// svg writes a document. Neighbouring paths of one style share a group, so that the
// style is written once.
type svg struct {
	out   *bufio.Writer
	style Style
	group bool
}

func (s *svg) print(text string)                 { s.out.WriteString(text) }
func (s *svg) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }
func (s *svg) escape(text string)                { _ = xml.EscapeText(s.out, []byte(text)) }

func (s *svg) endGroup() {
	if s.group {
		s.print("</g>\n")
	}
	s.group = false
}

func (s *svg) path(p *Path, style Style) {
	if !s.group || style != s.style {
		s.endGroup()
		s.group, s.style = true, style
		s.print("<g")
		s.paint("fill", style.Fill)
		if style.Width > 0 && style.Stroke.A > 0 {
			s.paint("stroke", style.Stroke)
			s.printf(` stroke-width="%s" stroke-linejoin="round" stroke-linecap="round"`, num(style.Width))
		}
		s.print(">\n")
	}
	if c, r, ok := p.circle(); ok && p.more == nil {
		s.printf(`<circle cx="%s" cy="%s" r="%s"/>`+"\n", num(c.X), num(c.Y), num(r))
		return
	}
	s.print(`<path d="`)
	s.steps(p)
	for i := range p.more {
		s.steps(&p.more[i])
	}
	s.print("\"/>\n")
}

func (s *svg) steps(p *Path) {
	var last Point
	for i, t := range p.steps {
		switch {
		case i == 0:
			s.print("M" + num(t.to.X) + " " + num(t.to.Y))
		case t.arc:
			r := num(math.Hypot(last.X-t.centre.X, last.Y-t.centre.Y))
			s.print("A" + r + " " + r + " 0 0 0 " + num(t.to.X) + " " + num(t.to.Y))
		default:
			s.print("L" + num(t.to.X) + " " + num(t.to.Y))
		}
		last = t.to
	}
	if p.closed {
		s.print("Z")
	}
}

// circle recognises what Circle makes.
func (p *Path) circle() (c Point, r float64, ok bool) {
	if len(p.steps) != 3 || !p.closed || !p.steps[1].arc || !p.steps[2].arc || p.steps[1].centre != p.steps[2].centre {
		return c, 0, false
	}
	return p.steps[1].centre, p.steps[0].to.X - p.steps[1].centre.X, true
}

// fonts names what is likely to be there, beginning with what the PNG is set in.
const fonts = "Go, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"

func (s *svg) text(t *label) {
	anchor := [...]string{"start", "middle", "end"}[t.align]
	s.printf(`<text x="%s" y="%s" font-size="%s" text-anchor="%s"`, num(t.at.X), num(t.at.Y), num(t.size), anchor)
	if t.bold {
		s.print(` font-weight="bold"`)
	}
	s.paint("fill", t.fill)
	s.print(">")
	s.escape(t.text)
	s.print("</text>\n")
}

func (s *svg) paint(attr string, c color.NRGBA) {
	if c.A == 0 {
		s.printf(` %s="none"`, attr)
		return
	}
	s.printf(` %s="#%02x%02x%02x"`, attr, c.R, c.G, c.B)
	if c.A < 255 {
		s.printf(` %s-opacity="%s"`, attr, num(float64(c.A)/255))
	}
}

// num writes a number to a hundredth, without trailing zeros.
func num(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		return "0" // not -0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}
