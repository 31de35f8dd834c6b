// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"strconv"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// sans is the font of all plots.
var sans = font.Font{Typeface: "Liberation", Variant: "Sans"}

// written finds a text of a drawing: what comes before its style, its style with the size
// of the font, and the text.
var written = regexp.MustCompile(`<text ([^>]*?)style="([^"]*font-size:([0-9.]+)px[^"]*)">([^<]*)</text>`)

// family finds what the plots say their font is.
var family = regexp.MustCompile(`font-family:[^;"]*`)

// fitted gives every text of a drawing the width that the plot was laid out with. Whoever
// looks at it may not have the font, and in a wider one labels would run into each other
// and into what they name.
func fitted(svg []byte) []byte {
	return written.ReplaceAllFunc(svg, func(found []byte) []byte {
		part := written.FindSubmatch(found)
		style := family.ReplaceAll(part[2], []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif"))
		size, err := strconv.ParseFloat(string(part[3]), 64)
		if err != nil {
			return found
		}
		face := font.DefaultCache.Lookup(sans, vg.Points(size))
		wide := face.Width(html.UnescapeString(string(part[4])))
		return fmt.Appendf(nil, `<text %stextLength="%.2f" lengthAdjust="spacingAndGlyphs" style="%s">%s</text>`, part[1], wide.Points(), style, part[4])
	})
}

// themes are the colours that a page gives a name to, so that it can show them otherwise
// on a dark ground.
var themes = []struct{ colour, name string }{
	{"#FFFFFF", "--paper"}, {"#000000", "--ink"}, {"#DDDDDD", "--grid"}, {"#707070", "--guide"}, {"#999999", "--others"}, {"#444444", "--seventh"}, {"#0072B2", "--first"},
}

// themed has the drawing take its colours from the page that holds it.
func themed(svg []byte) []byte {
	for _, t := range themes {
		svg = bytes.ReplaceAll(svg, []byte(":"+t.colour), fmt.Appendf(nil, ":var(%s,%s)", t.name, t.colour))
	}
	// What says nothing is black.
	return bytes.ReplaceAll(svg, []byte("font-family:"), []byte("fill:var(--ink,#000000);font-family:"))
}
