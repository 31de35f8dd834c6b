// SPDX-License-Identifier: MIT

package picture

import "image/color"

// RGB is an opaque colour from its hexadecimal digits, such as 0xd1495b.
func RGB(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 255}
}

// Alpha is c with the given opacity, from 0 to 1.
func Alpha(c color.NRGBA, a float64) color.NRGBA {
	c.A = uint8(a*255 + 0.5)
	return c
}

// Ramp is a scale of colours, evenly spaced.
type Ramp []color.NRGBA

// At is the colour at t, which is clamped to 0..1.
func (r Ramp) At(t float64) color.NRGBA {
	if !(t > 0) {
		return r[0]
	}
	if t >= 1 {
		return r[len(r)-1]
	}
	t *= float64(len(r) - 1)
	i := int(t)
	t -= float64(i)
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-t) + float64(b)*t + 0.5) }
	a, b := r[i], r[i+1]
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: mix(a.A, b.A)}
}

// Over is what is seen of c above an opaque ground.
func Over(ground, c color.NRGBA) color.NRGBA {
	mix := func(below, above uint8) uint8 {
		a := int(c.A)
		return uint8((int(below)*(255-a) + int(above)*a + 127) / 255)
	}
	return color.NRGBA{R: mix(ground.R, c.R), G: mix(ground.G, c.G), B: mix(ground.B, c.B), A: 255}
}
