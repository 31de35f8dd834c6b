// SPDX-License-Identifier: MIT

// Package view shows shapes and their contacts: live on a page in a browser, as a picture, as a
// film.
//
// # A simulation of one's own
//
// Serve opens a page, and Frame shows the shapes as they are, after each step:
//
//	v, err := view.Serve(view.Config{Title: "boids"})
//	if err != nil {
//		return err
//	}
//	defer v.Close()
//	for v.Next(ctx) { // the pace, and the page's buttons: pause, one step
//		contacts, err := engine.Step(ctx)
//		...
//		v.Frame(shapes, contacts)
//	}
//
// Run does so for any value with a method Step. A page can pan, zoom, pause and step, tells about
// the shape under the pointer, and draws velocities and trails. Config.Colours adds colours by
// columns of your own, Layer adds marks above the shapes, and Stats and Cost add the cost of a
// step. Draw makes a picture for SVG and PNG, and a Film a GIF, in the same looks.
//
// # Who waits for whom
//
// Frame copies columns and returns. Another goroutine encodes the newest frame if any viewer is
// ready for one. A viewer is ready while it has confirmed all but the last frames it was sent. So a
// viewer that falls behind misses frames, and neither the simulation nor other viewers wait for it.
// An encoded frame is one block of memory that all viewers share.
//
// # Messages
//
// From server to page: binary messages, little-endian, and JSON objects whose member t names them.
//
//	scene   "DLS1"; what does not change: see encodeScene
//	frame   "DLF1"; positions, rotations and figures: see encodeFrame
//	hello   the title, the frames in a second, the columns of the user's own
//	layers  marks above the shapes, whenever they have changed, before their frame
//	stats   what the last frames found and cost, a few times a second
//	detail  the shape that the viewer watches, with its contacts, after each frame
//
// From page to server, JSON: {"t":"ack","n":1}, how many frames have come, after the last of them
// was drawn; pause, resume and step; and {"t":"watch","i":7}, the shape under its pointer by its
// index, -1 for none.
//
// # Who may watch
//
// A page is served to this machine alone, unless Config.Listen says otherwise. A request must name
// the server by a literal address, by localhost or by the machine's own name. So no foreign name
// can be made to point here. The server refuses requests from pages of another origin. The page
// itself loads nothing from elsewhere and cannot be framed.
package view
