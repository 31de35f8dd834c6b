// SPDX-License-Identifier: MIT

package view

import "daylight/view/internal/picture"

// Colours that diagrams, films and the live page have in common.
var (
	paper  = picture.RGB(0xffffff)
	ground = picture.RGB(0xf6f8fa)
	ink    = picture.RGB(0x1f2a37)
	faint  = picture.RGB(0x6b7a8a)
	idle   = picture.RGB(0xe3eaf1)
	line   = picture.RGB(0x8799aa)
	wall   = picture.RGB(0x9aa9b8)
	// depths goes from shallow to deep: each step is darker, so that it also reads in grey and by
	// the colour-blind.
	depths = picture.Ramp{picture.RGB(0xfbd08a), picture.RGB(0xf5a252), picture.RGB(0xe3703a), picture.RGB(0xbf3f33), picture.RGB(0x7d1a2b)}
	// speeds goes from slow to fast.
	speeds = picture.Ramp{picture.RGB(0xdcefee), picture.RGB(0x7cc7c3), picture.RGB(0x2a8fa3), picture.RGB(0x24598a), picture.RGB(0x1d2458)}
	// kinds are the colours of what has a name, in turn.
	kinds = picture.Ramp{
		picture.RGB(0x2f6fb0), picture.RGB(0xe0782f), picture.RGB(0x2f9e6e), picture.RGB(0xc23b4e),
		picture.RGB(0x7a56b3), picture.RGB(0x8a6d3b), picture.RGB(0xc95f9e), picture.RGB(0x5c6b7a),
	}
)
