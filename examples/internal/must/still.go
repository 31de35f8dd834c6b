// SPDX-License-Identifier: MIT

package must

import (
	"image/png"
	"os"

	"daylight/batch"
	"daylight/soa"
	"daylight/view"
)

// Still steps a simulation as often as the flags say and writes the last frame as a PNG, if they
// name one. step makes a frame and returns what is to be seen.
func Still(o Options, c view.FilmConfig, step func() (*soa.Shapes, *batch.Contacts, []view.Mark)) {
	c.Width, c.Stills, c.Every, c.Skip = 640, true, 1, o.Frames-1
	film := Get(view.NewFilm(c))
	for k := range o.Frames {
		shapes, contacts, marks := step()
		film.Layer("marks", marks...)
		img := Get(film.Frame(o.Context, shapes, contacts))
		if k == o.Frames-1 && o.Out != "" {
			f := Get(os.Create(o.Out))
			Check(png.Encode(f, img))
			Check(f.Close())
		}
	}
}
