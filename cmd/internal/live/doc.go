// SPDX-License-Identifier: MIT

// Package live serves a page that shows a simulation while it runs.
//
// # Who waits for whom
//
// One goroutine owns the simulation: it steps, carries out what viewers ask for, and
// encodes a frame if any viewer is ready for one. A viewer is ready while it has
// confirmed all but the last frames it was sent, so one that falls behind misses
// frames, and neither the simulation nor other viewers wait for it. An encoded frame
// is one block of memory that all viewers share.
//
// # Messages
//
// From server to page: binary messages, little-endian, and JSON objects whose member
// t names them.
//
//	scene   "DLS1"; what does not change: see encodeScene
//	frame   "DLF1"; positions, rotations and figures: see encodeFrame
//	hello   the title, and the frames in a second
//	stats   what the last step did and cost, a few times a second
//	detail  the shape that the viewer watches, with its contacts, after each frame
//
// From page to server, JSON: {"t":"ack","n":1}, how many frames have come, after the
// last of them was drawn; pause, resume and step; {"t":"pick","x":1,"y":2,"r":0.1}, where
// the pointer is, and how near to a shape is on it: the server finds out which that is,
// again in each frame, by package query; and {"t":"watch","i":7}, a shape by its index, -1
// for none.
//
// # Who may watch
//
// A request must name the server by a literal address, by localhost or by the
// machine's own name, so that no foreign name can be made to point here; and what a
// browser sends from a page of another origin is refused. The page itself loads
// nothing from elsewhere and cannot be framed.
package live
