// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"

	"daylight/cmd/internal/geometry"
	"daylight/cmd/internal/schema"
	"daylight/cmd/internal/table"
	"daylight/soa"
)

// Ways are columns of a store: where rays lead from their origins. They are nil unless Config.Rays.
type Ways struct {
	DX, DY *soa.Column[float64]
}

// motion is how the shape of a row moves, before it is known how exactly that is kept.
type motion struct {
	dx, dy float64
	turn   float32
}

// possible reports whether a shape, or a ray, may move so.
func (v motion) possible() bool {
	const far, most = 0x1p100, 1024 // what batch.Columns.Motion may hold
	return math.Abs(v.dx) <= far && math.Abs(v.dy) <= far && math.Abs(float64(v.turn)) <= most
}

// moves reports whether it is known how the shapes move.
func (s *Set) moves() bool { return s.Moves.VX != nil || s.Ways.DX != nil }

// put enters the motion of a shape, if the set keeps motions.
func (s *Set) put(id soa.ID, v motion) error {
	switch {
	case s.Ways.DX != nil:
		return errors.Join(s.Ways.DX.Set(id, v.dx), s.Ways.DY.Set(id, v.dy))
	case s.Moves.VX != nil:
		return errors.Join(s.Moves.VX.Set(id, float32(v.dx)), s.Moves.VY.Set(id, float32(v.dy)), s.Moves.Spin.Set(id, v.turn))
	}
	return nil
}

// isRay reports whether the shape of the row at hand is a ray from one end to the other.
func (p *parser) isRay() bool {
	return p.c.Rays && p.primitive.kind == schema.Geometry && p.primitive.geometry.Kind == geometry.LineString
}

// ray adds a point that moves from a to b, which is in field f of a row.
func (p *parser) ray(i int, a, b point, f schema.Field) error {
	if p.batch.filled[i]&schema.Velocities != 0 {
		return fmt.Errorf("the row says in two ways where the ray ends, by its second end and by vx, vy or omega: give one")
	}
	p.motion = motion{dx: b.X - a.X, dy: b.Y - a.Y}
	if !p.motion.possible() {
		return schema.At(f, fmt.Errorf("the ray from (%v, %v) to (%v, %v) is too long: at most 2^100", a.X, a.Y, b.X, b.Y))
	}
	if p.batch.motions == nil {
		p.batch.motions = make([]motion, batchRows)
	}
	p.batch.motions[i] = p.motion
	p.part.Moving = true
	_, err := p.part.shapes.AddCircle(soa.At(a.X, a.Y, 0), 0, p.attrs)
	return refused("a ray", err)
}

// readVelocities finds the motions of all rows. Empty cells stand for 0. The velocities must be
// numbers even if nothing moves.
func (p *parser) readVelocities() {
	b := &p.batch
	if clear(b.motions); p.head.Have&schema.Velocities == 0 {
		return
	}
	if b.motions == nil {
		b.motions = make([]motion, batchRows)
	}
	turning := 1.0
	if p.c.Degrees {
		turning = math.Pi / 180
	}
	for i := range b.n {
		m := &b.motions[i]
		for f := schema.VX; f <= schema.Omega && b.filled[i]&schema.Velocities != 0; f++ {
			if !b.filled[i].Has(f) {
				continue
			}
			v, ok := p.readOne(f, i)
			if !ok {
				break
			}
			verb, most := "moves", "a shape may move by 2^100"
			switch f {
			case schema.VX:
				m.dx = v * p.c.Time
			case schema.VY:
				m.dy = v * p.c.Time
			case schema.Omega:
				m.turn = float32(v * turning * p.c.Time)
				verb, most = "turns", "a shape may turn by 1024 radians"
			}
			if !m.possible() {
				p.fail(i, schema.At(f, fmt.Errorf("at %s the shape %s too far in a step of %v seconds: %s", table.Quote(b.cell(f, i)), verb, p.c.Time, most)))
				break
			}
		}
	}
}
