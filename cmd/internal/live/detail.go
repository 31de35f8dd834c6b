// SPDX-License-Identifier: MIT

package live

import (
	"encoding/json"
	"math"

	"daylight/cmd/internal/shapes"
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

// detail sends what there is to know about the shape that a viewer watches.
func (s *Server) detail(v *viewer) {
	none := func() { v.put(&v.detail, []byte(`{"t":"detail","i":-1}`)) }
	if v.watched < 0 {
		if v.pointer != nil {
			none()
		}
		return
	}
	store := s.c.World.Shapes()
	figures := &s.encoder.figures
	id, slot, ok := figures.Find(store, v.watched)
	if !ok {
		none()
		return
	}
	sh, err := store.Shape(id)
	if err != nil {
		none()
		return
	}
	d := detail{
		T: "detail", Frame: s.frame, I: v.watched, ID: id.String(), Kind: shapes.KindName(sh.Class), Vertices: len(sh.Vertices),
		X: sh.Pose.X, Y: sh.Pose.Y, Angle: math.Atan2(float64(sh.Pose.S), float64(sh.Pose.C)), Static: sh.Attrs.Static,
		Speed: float64(figures.Speed[slot]), Contacts: []meeting{},
	}
	if c := s.c.World.Contacts(); c != nil {
		for k := range c.A {
			a, b := c.A[k], c.B[k]
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
			if len(c.Depth) > 0 {
				m.Depth, m.NX, m.NY = float64(c.Depth[k]), sign*float64(c.NX[k]), sign*float64(c.NY[k])
			}
			if o, err := store.Shape(other); err == nil {
				m.X, m.Y = where(&sh, &o, m)
			}
			d.Contacts = append(d.Contacts, m)
		}
	}
	text, err := json.Marshal(d)
	if err != nil { // a pose that is no number
		none()
		return
	}
	v.put(&v.detail, text)
}

// where is the middle of the overlap, as far as one number of depth tells: a point of
// the smaller shape's boundary, half the depth back. Of a side that faces the other
// shape it is the middle.
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
