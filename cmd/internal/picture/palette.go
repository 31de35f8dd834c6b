// SPDX-License-Identifier: MIT

package picture

// Colours that diagrams, films and the live page have in common.
var (
	Paper  = RGB(0xffffff)
	Ground = RGB(0xf6f8fa)
	Ink    = RGB(0x1f2a37)
	Faint  = RGB(0x6b7a8a)
	// Depths goes from shallow to deep: each step is darker, so that it also reads in
	// grey and by the colour-blind.
	Depths = Ramp{RGB(0xf9b44a), RGB(0xf0803c), RGB(0xd9435a), RGB(0xa31f78), RGB(0x4c1466)}
	// Speeds goes from slow to fast.
	Speeds = Ramp{RGB(0xdcefee), RGB(0x7cc7c3), RGB(0x2a8fa3), RGB(0x24598a), RGB(0x1d2458)}
)
