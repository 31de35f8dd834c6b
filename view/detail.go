// SPDX-License-Identifier: MIT

package view

import (
	"encoding/json"
	"math"
	"strconv"

	"daylight/soa"
)

// listed is how many contacts of a shape are sent.
const listed = 64

type detail struct {
	T        string    `json:"t"`
	Frame    int       `json:"frame"`
	I        int       `json:"i"`
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`
	Vertices int       `json:"vertices"`
	X        float64   `json:"x"`
	Y        float64   `json:"y"`
	Angle    float64   `json:"angle"`
	Speed    float64   `json:"speed"`
	Static   bool      `json:"static"`
	Values   []string  `json:"values"` // of the user's own columns
	Count    int       `json:"count"`
	Contacts []meeting `json:"contacts"`
}

// meeting is a contact as the shape in question sees it: the normal points away from
// it. X and Y is where the two meet.
type meeting struct {
	I     int     `json:"i"`
	ID    string  `json:"id"`
	Depth float64 `json:"depth"`
	NX    float64 `json:"nx"`
	NY    float64 `json:"ny"`
	X     float64 `json:"x"`
	Y     float64 `json:"y"`
}

// detail sends what there is to know about the shape that a viewer asks about.
func (v *View) detail(w *viewer) {
	none := func() { w.put(&w.detail, []byte(`{"t":"detail","i":-1}`)) }
	if w.watched < 0 {
		return
	}
	s, c := v.now, &v.encoder.cast
	if s == nil {
		none()
		return
	}
	slot, ok := c.find(s, w.watched)
	if !ok {
		none()
		return
	}
	id, sh := s.ids[slot], c.shapes[w.watched]
	sh.Pose = s.pose(slot)
	d := detail{
		T: "detail", Frame: s.frame, I: w.watched, ID: id.String(), Kind: kindNames[sh.Class], Vertices: len(sh.Vertices),
		X: sh.Pose.X, Y: sh.Pose.Y, Angle: math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C)), Static: s.isStatic(slot),
		Speed: float64(v.encoder.figures.speed[slot]), Contacts: []meeting{},
	}
	for k := range v.c.Colours {
		d.Values = append(d.Values, v.c.Colours[k].say(s.values[k][slot]))
	}
	for k := range s.a {
		a, b := s.a[k], s.b[k]
		if a != id && b != id {
			continue
		}
		if d.Count++; len(d.Contacts) >= listed {
			continue
		}
		other, sign := b, 1.0
		if b == id {
			other, sign = a, -1
		}
		m := meeting{I: int(other.Index()), ID: other.String()}
		if len(s.depth) > 0 {
			m.Depth = float64(s.depth[k])
		}
		if len(s.nx) > 0 {
			m.NX, m.NY = sign*float64(s.nx[k]), sign*float64(s.ny[k])
		}
		if at, ok := c.find(s, m.I); ok {
			o := c.shapes[m.I]
			o.Pose = s.pose(at)
			m.X, m.Y = where(&sh, &o, m)
		}
		d.Contacts = append(d.Contacts, m)
	}
	text, err := json.Marshal(d)
	if err != nil { // a pose that is no number
		none()
		return
	}
	w.put(&w.detail, text)
}

var kindNames = map[soa.Class]string{
	soa.ClassCircle: "circle", soa.ClassCapsule: "capsule", soa.ClassBox: "box", soa.ClassPolygon: "polygon",
}

// say is a value as text: its name, if it has one.
func (c *Colouring) say(v float32) string {
	if k := int(v); len(c.Names) > 0 && k >= 0 && k < len(c.Names) {
		return c.Name + " " + c.Names[k]
	}
	text := c.Name + " " + strconv.FormatFloat(float64(v), 'g', 4, 32)
	if c.Unit != "" {
		text += " " + c.Unit
	}
	return text
}

// where is the middle of the overlap, as far as one number of depth tells: a point of
// the smaller shape's boundary, half the depth back. If a side faces the other
// shape, it is the middle of the side.
func where(a, b *soa.Shape, m meeting) (x, y float64) {
	if reach(a) > reach(b) {
		p := support(b, -m.NX, -m.NY)
		return p.X + m.Depth/2*m.NX, p.Y + m.Depth/2*m.NY
	}
	p := support(a, m.NX, m.NY)
	return p.X - m.Depth/2*m.NX, p.Y - m.Depth/2*m.NY
}

func reach(sh *soa.Shape) (r float64) {
	for _, v := range sh.Vertices {
		r = math.Max(r, math.Hypot(v.X, v.Y))
	}
	return r + sh.Radius
}

// support is the point of a shape that lies farthest along a direction.
func support(sh *soa.Shape, nx, ny float64) soa.Point {
	best, count := math.Inf(-1), 0.0
	var at soa.Point
	near := 1e-3 * reach(sh)
	for _, v := range sh.Vertices {
		p := sh.Pose.Transform(v)
		switch d := p.X*nx + p.Y*ny; {
		case d > best+near:
			best, at, count = d, p, 1
		case d > best-near:
			at.X, at.Y = at.X+p.X, at.Y+p.Y
			count++
		}
	}
	return soa.Point{X: at.X/count + nx*sh.Radius, Y: at.Y/count + ny*sh.Radius}
}
