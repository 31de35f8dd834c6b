// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/schema"
	"daylight/region"
	"daylight/soa"
)

// addEngine adds the primitive as a shape of the engine.
func (p *parser) addEngine() error {
	s := &p.primitive
	switch s.kind {
	case schema.Circle:
		return p.addCircle(s.pose, s.p)
	case schema.PosedCapsule:
		_, err := p.part.shapes.AddCapsule(s.pose, s.p, s.radius, p.attrs)
		return refused("a capsule", err)
	case schema.PosedBox:
		return p.addBox(s.pose, s.p, s.q)
	case schema.CorneredBox:
		return p.addCorners()
	}
	g := &s.geometry
	switch {
	case g.Members != nil || g.Kind == geometry.LineString && len(g.Points) > 2:
		return p.addSeveral()
	case g.Kind == geometry.LineString:
		_, err := p.part.shapes.AddSegmentBetween(g.Points[0], g.Points[1], s.radius, p.attrs)
		return refused("a capsule", err)
	}
	return p.addPolygon(g)
}

func (p *parser) addCircle(at soa.Pose, radius float64) error {
	_, err := p.part.shapes.AddCircle(at, radius, p.attrs)
	return refused("a circle", err)
}

func (p *parser) addBox(pose soa.Pose, hx, hy float64) (err error) {
	if radius := p.primitive.radius; radius > 0 {
		_, err = p.part.shapes.AddRoundedBox(pose, hx, hy, radius, p.attrs)
	} else {
		_, err = p.part.shapes.AddBox(pose, hx, hy, p.attrs)
	}
	return refused("a box", err)
}

// addCorners adds an axis-aligned box. Its centre and half extents are sums and differences
// times a half, so they are exact whenever the corners have a few bits to spare: all
// whole numbers up to 2^23 do, and then boxes that abut have a separation of zero. Where
// the centre is not even exact as float32 has it, which at 1e15 it may be far from, the box is
// stored as a polygon: its corners relative to any position are exact there.
func (p *parser) addCorners() error {
	s := &p.primitive
	pose, hx, hy := cornered(s.low.X, s.low.Y, s.high.X, s.high.Y)
	if hx == 0 || hy == 0 || exactly(pose, hx, hy, s.high.X, s.high.Y) {
		err := p.addBox(pose, hx, hy)
		if err == nil && p.c.Corners && s.radius == 0 {
			c := &p.part.corners
			c.reach(p.part.shapes.Len() - 1)
			c.box(s.low, s.high, pose.X, pose.Y, float64(float32(hx)), float64(float32(hy)))
		}
		return err
	}
	p.part.polygon(4)
	outline := []point{s.low, {X: s.high.X, Y: s.low.Y}, s.high, {X: s.low.X, Y: s.high.Y}}
	id, err := p.part.shapes.AddOutline(outline, s.radius, p.attrs)
	if err == nil {
		p.keepOutline(id, outline, s.radius)
	}
	return refused("a box", err)
}

// addPolygon adds a polygon or several, cut into convex parts if that is needed and asked for.
func (p *parser) addPolygon(g *geometry.Geometry) (err error) {
	s := &p.primitive
	var pose *soa.Pose
	if s.kind == schema.LocalPolygon {
		pose = &s.pose
	}
	// Few outlines of four corners are bent.
	if len(g.Rings) == 1 && !(p.c.Concave && len(g.Points) > 4 && bent(g.Points)) {
		var id soa.ID
		p.part.polygon(len(g.Points))
		if pose != nil {
			_, err = p.part.shapes.AddPolygon(*pose, g.Points, s.radius, p.attrs)
		} else if id, err = p.part.shapes.AddOutline(g.Points, s.radius, p.attrs); err == nil {
			p.keepOutline(id, g.Points, s.radius)
		}
		if !p.c.Concave || !errors.Is(err, soa.ErrNotConvex) && !(p.c.Mend && errors.Is(err, soa.ErrZeroArea)) {
			return refused("a polygon", err)
		} // else it may be cut into convex parts, or mended
	}
	return p.concave(polygonsOf(g), pose, s.radius)
}

// bent reports whether an outline turns both left and right by far more than rounding. Such an
// outline is surely not convex.
func bent(outline []point) bool {
	low, high := outline[0], outline[0]
	for _, q := range outline {
		low, high = point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}, point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
	}
	least := 0x1p-16 * (high.X - low.X + high.Y - low.Y)
	a, b := outline[len(outline)-2], outline[len(outline)-1]
	left, right := false, false
	for _, c := range outline {
		x, y := c.X-a.X, c.Y-a.Y
		turn := float64(x*(c.Y-b.Y)) - float64(y*(c.X-b.X))
		far := least * (math.Abs(x) + math.Abs(y))
		if left, right = left || turn > far, right || turn < -far; left && right {
			return true
		}
		a, b = b, c
	}
	return false
}

// addSeveral adds a geometry that is more than one polygon: a line of several segments, each of
// which becomes a capsule, or one that has members. All are one shape, which is a body.
func (p *parser) addSeveral() error {
	g := &p.primitive.geometry
	if p.motion.turn != 0 {
		return schema.At(schema.Omega, fmt.Errorf("a %v cannot turn: each of its parts would about a place of its own", g.Kind))
	}
	slots := p.part.shapes.Len()
	var gone error
	err := p.addMember(g, &gone)
	if err == nil && p.part.shapes.Len() == slots {
		err = gone
	}
	if err != nil {
		// Remove the parts already added.
		var left error
		for id := range p.part.shapes.All() {
			if slots > 0 {
				slots--
			} else if p.part.shapes.Region(id) == id && p.part.shapes.Has(id) {
				p.spare = append(p.spare, id)
			}
		}
		for _, id := range p.spare {
			left = errors.Join(left, p.part.shapes.Remove(id))
		}
		p.spare = p.spare[:0]
		return errors.Join(err, left)
	}
	return nil
}

// addMember adds a geometry, or all its members. If mending leaves nothing of a polygon, gone gets
// the error.
func (p *parser) addMember(g *geometry.Geometry, gone *error) error {
	switch {
	case g.Members != nil:
		for i := range g.Members {
			if err := p.addMember(&g.Members[i], gone); err != nil {
				return err
			}
		}
		return nil
	case g.Kind == geometry.Point:
		return p.addCircle(soa.At(g.Points[0].X, g.Points[0].Y, 0), p.primitive.pointRadius)
	case g.Kind == geometry.LineString:
		return p.addLine(g)
	}
	err := p.addPolygon(g)
	if p.vanished(err) {
		*gone, err = err, nil
	}
	return err
}

// addLine adds a capsule for each segment of a line.
func (p *parser) addLine(g *geometry.Geometry) error {
	if len(g.Points) == 1 {
		return schema.At(schema.WKT, errors.New("a line needs two points"))
	}
	from, radius := p.part.shapes.Len(), p.primitive.radius
	for i, q := range g.Points[1:] {
		if q == g.Points[i] && len(g.Points) > 2 {
			continue // a repeated point
		}
		if _, err := p.part.shapes.AddSegmentBetween(g.Points[i], q, radius, p.attrs); err != nil {
			return refused("a capsule", err)
		}
	}
	if p.c.Outlines {
		p.part.vertices += len(g.Points) + outlineCorners
	}
	p.keepSource(source{from: uint32(from), rare: &rareSource{line: slices.Clone(g.Points)}}, radius)
	return nil
}

// concave adds polygons that are not one convex outline: concave, with holes, of several
// parts. They are cut into convex parts, which lie where the pose puts them, or where
// they say without one.
func (p *parser) concave(polygons [][][]region.Point, pose *soa.Pose, radius float64) error {
	for _, rings := range polygons {
		for _, ring := range rings {
			p.part.vertices += 4 * len(ring)
			if p.c.Outlines {
				p.part.vertices += len(ring) + outlineCorners
			}
		}
	}
	r, err := p.region(polygons)
	if err != nil {
		return err
	}
	from := p.part.shapes.Len()
	if pose == nil {
		_, err = p.part.shapes.AddRegion(r, radius, p.attrs)
	} else {
		_, err = p.part.shapes.AddRegionAt(*pose, r, radius, p.attrs)
	}
	if err != nil {
		return refused("a polygon", err)
	}
	s := source{from: uint32(from), region: r}
	if pose != nil {
		s.rare = &rareSource{pose: *pose}
	}
	p.keepSource(s, radius)
	return nil
}

// region cuts polygons, and mends them if that is asked for.
func (p *parser) region(polygons [][][]region.Point) (*region.Region, error) {
	if !p.c.Mend {
		r, err := region.New(polygons, region.Config{})
		return r, inWords(err)
	}
	points := 0
	for _, rings := range polygons {
		for _, ring := range rings {
			points += len(ring)
		}
	}
	r, err := mended(polygons, points, p.c.Memory)
	if err != nil {
		return nil, inWords(err)
	}
	for i := range r.Rings() {
		points -= len(r.Ring(i))
	}
	p.part.vertices += 5 * max(0, -points) // points that mending made
	return r, nil
}

// fewCrossings is how many crossings of outlines are tried first where there are any, and
// mostCrossings how many at last: more would take minutes, and come of outlines that mean nothing,
// such as points in no order.
const (
	fewCrossings  = 1 << 10
	mostCrossings = 1 << 19
)

// mending is held by who mends more, so that several who do so at once take no memory from each
// other.
var mending sync.Mutex

// mended mends outlines of so many points, as far as there is memory for their crossings.
func mended(polygons [][][]region.Point, points int, budget *memory.Budget) (*region.Region, error) {
	r, err := region.New(polygons, region.Config{Mend: true, MaxCrossings: 1})
	for last, most := 1, fewCrossings; errors.Is(err, region.ErrTooManyCrossings); last, most = most, 8*most {
		if last == fewCrossings {
			mending.Lock()
			defer mending.Unlock()
		}
		if last == mostCrossings {
			return nil, &shapeError{msg: fmt.Sprintf("outlines of %d points that cross more than %d times are too many to mend", points, last), err: region.ErrTooManyCrossings}
		}
		most = min(most, mostCrossings)
		if budget != nil { // half of what is left is for the rows that others read meanwhile
			most = min(most, int(budget.Left()/(2*mendBytes))-points)
		}
		bytes := mendBytes * int64(points+most)
		var short error
		if most <= last {
			short = budget.Short(0)
		} else {
			short = budget.Reserve(bytes)
		}
		if short != nil {
			return nil, &shapeError{msg: fmt.Sprintf("outlines of %d points that cross more than %d times are too many to mend: %v (--memory says how much to use)", points, last, short), err: region.ErrTooManyCrossings}
		}
		r, err = region.New(polygons, region.Config{Mend: true, MaxCrossings: most})
		budget.Release(bytes)
	}
	return r, err
}

// vanished reports whether mending left nothing of a polygon, which is no mistake.
func (p *parser) vanished(err error) bool { return p.c.Mend && errors.Is(err, region.ErrZeroArea) }

// ring is a list of points as package region takes it.
func ring(points []point) []region.Point { return slices.Clone(points) }

// polygonsOf are the polygons of a geometry.
func polygonsOf(g *geometry.Geometry) (polygons [][][]region.Point) {
	points := ring(g.Points)
	var rings [][]region.Point
	from, parts := 0, g.Parts
	for i, to := range g.Rings {
		rings = append(rings, points[from:to:to])
		from = to
		if len(parts) > 0 && parts[0] == i+1 {
			parts = parts[1:]
			polygons = append(polygons, rings)
			rings = nil
		}
	}
	if rings != nil {
		polygons = append(polygons, rings)
	}
	return polygons
}
