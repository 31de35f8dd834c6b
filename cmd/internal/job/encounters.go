// SPDX-License-Identifier: MIT

package job

import (
	"slices"

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
	m, n := &e.list[i], len(dst)
	dst = e.Result.Values(dst, i) // of which the first point stands at 4
	x, y := dst[n+4], dst[n+5]
	return append(dst[:n], output.Single(m.Depth), output.Single(m.NX), output.Single(m.NY), e.time(m.Time), x, y, output.Single(m.Worst), e.time(m.WorstTime))
}

func (e *Encounters) time(t int64) output.Value {
	if e.set.Dated {
		return output.Text(shapes.FormatTime(t, true))
	}
	return output.Double(float64(t/1e9) + float64(t%1e9)/1e9)
}
