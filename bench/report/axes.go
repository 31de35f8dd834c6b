// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
)

// logAxis makes an axis logarithmic, with a label at each power of ten, or at 1, 2 and 5
// of each if there are few.
func logAxis(a *plot.Axis, lo, hi float64) {
	a.Scale = plot.LogScale{}
	a.Min, a.Max = lo, hi
	steps := []float64{1}
	if math.Log10(hi/lo) < 2.5 {
		steps = []float64{1, 2, 5}
	}
	var ticks plot.ConstantTicks
	for e := math.Floor(math.Log10(lo)); e <= math.Ceil(math.Log10(hi)); e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			if v < lo*0.999 || v > hi*1.001 {
				continue
			}
			t := plot.Tick{Value: v}
			if slices.Contains(steps, m) {
				t.Label = short(v)
			}
			ticks = append(ticks, t)
		}
	}
	a.Tick.Marker = ticks
}

// evenTicks are the library's, with no more digits than they need.
func evenTicks(lo, hi float64) []plot.Tick {
	ticks := plot.DefaultTicks{}.Ticks(lo, hi)
	for i, t := range ticks {
		if t.Label != "" {
			ticks[i].Label = short(t.Value)
		}
	}
	return ticks
}

// short writes a number for an axis.
func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%g M", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%g k", v/1e3)
	}
	return fmt.Sprintf("%.3g", v)
}

// names puts one name at each whole number of an axis.
func names(a *plot.Axis, list []string) {
	ticks := make(plot.ConstantTicks, len(list))
	for i, s := range list {
		ticks[i] = plot.Tick{Value: float64(i), Label: s}
	}
	a.Tick.Marker = ticks
	a.Tick.Length = 0
	a.LineStyle.Width = 0
}
