// SPDX-License-Identifier: MIT

package geometry

// Read reads a geometry of any notation. GeoJSON begins with a brace, and binary in hexadecimal
// digits with 00 or 01. All else is text.
func (g *Geometry) Read(text string) error {
	switch {
	case len(text) > 0 && text[0] == '{':
		return g.ReadJSON(text)
	case len(text) > 1 && text[0] == '0' && (text[1] == '0' || text[1] == '1'):
		return g.ReadHex(text)
	}
	return g.ReadText(text)
}
