// SPDX-License-Identifier: MIT

package shapes

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"daylight/cmd/internal/table"
	"daylight/internal/kernels"
	"daylight/soa"
)

// Moves are columns of a store: by how much each shape moves, and turns in radians,
// while time passes. They are nil unless they were asked for.
type Moves struct {
	DX, DY, Turn *soa.Column[float32]
}

type motion struct{ dx, dy, turn float32 }

func newMoves(s *soa.Shapes) Moves {
	return Moves{soa.Attach[float32](s), soa.Attach[float32](s), soa.Attach[float32](s)}
}

// put enters the motion of a shape.
func (m *Moves) put(id soa.ID, v motion) error {
	if m.DX == nil {
		return nil
	}
	return errors.Join(m.DX.Set(id, v.dx), m.DY.Set(id, v.dy), m.Turn.Set(id, v.turn))
}

// width notes a column w that looks as if it were meant for turning: w is short for
// width, and nothing goes with it.
func (l *Loader) width(head *header, names []string, file string) {
	have := &head.have
	if !l.set.Moving || !have[Width] || have[Height] || have[Length] {
		return
	}
	if slices.ContainsFunc(names, func(n string) bool { return normal(n) == "w" }) {
		l.c.Note(fmt.Sprintf("%s: w is taken for a width; the column of turning is omega (--rename w=omega)", file))
	}
}

// velocity sets p.motion. Empty cells stand for 0. The velocities must be numbers even
// if nothing moves.
func (p *parser) velocity() error {
	p.motion = motion{}
	if p.row.filled&(1<<VX|1<<VY|1<<Omega) == 0 {
		return nil
	}
	turning := 1.0
	if p.c.Degrees {
		turning = math.Pi / 180
	}
	for _, c := range []struct {
		field Field
		to    *float32
		unit  float64
		verb  string
		most  string
	}{
		{VX, &p.motion.dx, 1, "moves", "a shape may move by 2^100"},
		{VY, &p.motion.dy, 1, "moves", "a shape may move by 2^100"},
		{Omega, &p.motion.turn, turning, "turns", "a shape may turn by 1024 radians"},
	} {
		if !p.row.any(c.field) {
			continue
		}
		v, err := p.row.number(c.field)
		if err != nil {
			return err
		}
		if p.c.Time == 0 {
			continue
		}
		*c.to = float32(v * c.unit * p.c.Time)
		if m := p.motion; !kernels.Moving(m.dx, m.dy, m.turn) {
			return at(c.field, fmt.Errorf("at %s the shape %s too far in a step of %v seconds: %s", table.Quote(p.row.text(c.field)), c.verb, p.c.Time, c.most))
		}
	}
	return nil
}
