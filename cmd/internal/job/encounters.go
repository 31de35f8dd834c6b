// SPDX-License-Identifier: MIT

package job

import (
	"slices"
	"strconv"

	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
	"daylight/cmd/internal/tracks"
)

// EncounterColumns are those of mode swept about tracks: when the two first touch and where, and how deep they are at worst, and
// when that is.
var EncounterColumns = append(slices.Clone(measures), "time", "x", "y", "worst", "worst_time")

// Encounters are the answer about tracks in mode swept: a row for each two that touch, each in a world of its own. They are read-only
// once made.
type Encounters struct {
	*Result // about the two as they are when they first touch
	set     *shapes.Set
	list    []tracks.Meeting[shapes.Moment]
}

// Columns names the values of each row.
func (e *Encounters) Columns() []string { return EncounterColumns }

// Kinds says what the values of each row are.
func (e *Encounters) Kinds() []output.Kind {
	one, double, time := output.SingleKind, output.DoubleKind, output.DoubleKind
	if e.set.Dated {
		time = output.TextKind
	}
	return []output.Kind{one, one, one, time, double, double, one, time}
}

// Values appends the values of row i to dst.
func (e *Encounters) Values(dst []output.Value, i int) []output.Value {
	m := &e.list[i]
	x, y := e.deepest(i)
	return append(dst, output.Single(m.Depth), output.Single(m.NX), output.Single(m.NY), e.time(m.Time), x, y, output.Single(m.Worst), e.time(m.WorstTime))
}

// deepest is where two touch: of two points of a manifold, one may be at the other end of edges that open.
func (e *Encounters) deepest(i int) (x, y output.Value) {
	k := e.at(i)
	if e.folded != nil {
		k = int(e.folded[k].lead)
	}
	c := e.Contacts.At(k)
	p := c.Points[0]
	if c.N > 1 && c.Points[1].Depth > p.Depth {
		p = c.Points[1]
	}
	at, err := e.Set.Shapes.Pose(c.A)
	if err != nil {
		return output.Missing, output.Missing
	}
	return output.Double(at.X + float64(p.X)), output.Double(at.Y + float64(p.Y))
}

func (e *Encounters) time(t int64) output.Value {
	text := shapes.FormatTime(t, e.set.Dated)
	if e.set.Dated {
		return output.Text(text)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil { // no time is written so
		return output.Missing
	}
	return output.Decimal(v, text)
}
