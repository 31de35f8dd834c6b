// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"daylight/bench"
)

// series is some points under a name, by x.
type series struct {
	name string
	xy   plotter.XYs
}

// bySize makes a series of each name, from the size of a case to its milliseconds.
func bySize(list []*bench.Measured, name func(*bench.Measured) string) []series {
	var out []series
	for _, m := range list {
		k := slices.IndexFunc(out, func(s series) bool { return s.name == name(m) })
		if k < 0 {
			k = len(out)
			out = append(out, series{name: name(m)})
		}
		out[k].xy = append(out[k].xy, plotter.XY{X: float64(m.N), Y: m.NS() / 1e6})
	}
	for _, s := range out {
		slices.SortFunc(s.xy, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
	}
	return out
}

// timePlot draws milliseconds against the number of shapes, and the line of what grows
// in proportion, through the first point of the last series.
func timePlot(list []series) (*plot.Plot, error) {
	p := newPlot("shapes", "ms per step")
	minX, maxX, minY, maxY := math.Inf(1), 0.0, math.Inf(1), 0.0
	for k, s := range list {
		if err := line(p, k, s.name, s.xy); err != nil {
			return nil, err
		}
		for _, v := range s.xy {
			minX, maxX, minY, maxY = min(minX, v.X), max(maxX, v.X), min(minY, v.Y), max(maxY, v.Y)
		}
	}
	from := list[len(list)-1].xy[0]
	to := plotter.XY{X: maxX, Y: from.Y * maxX / from.X}
	if err := straight(p, "in proportion, O(n)", plotter.XYs{from, to}); err != nil {
		return nil, err
	}
	// The legend stands below on the right, where lines that rise are not.
	maxY = max(maxY, to.Y)
	logAxis(&p.X, minX/1.2, maxX*1.2)
	logAxis(&p.Y, minY/max(2, math.Pow(maxY/minY, 0.12)), maxY*1.4)
	p.Legend.YOffs = vg.Points(4)
	return p, nil
}

// hasSizes reports whether there is more than one size to draw a line through.
func hasSizes(list []series) bool {
	return slices.ContainsFunc(list, func(s series) bool { return len(s.xy) > 1 })
}

// largest is the greatest number of shapes that all labels of the list were measured at,
// or simply the greatest, and the cases of that size.
func largest(list []*bench.Measured) []*bench.Measured {
	labels := map[string]bool{}
	at := map[int]int{}
	for _, m := range list {
		labels[Label(m)] = true
		at[m.N]++
	}
	best := 0
	for n, k := range at {
		if k == len(labels) && n > best {
			best = n
		}
	}
	if best == 0 {
		for n := range at {
			best = max(best, n)
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(m *bench.Measured) bool { return m.N != best })
}
