// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"daylight/bench"
)

// Plot is one drawing.
type Plot struct {
	Name   string // of its files, without ending
	Title  string
	Says   string // what to see in it
	plot   *plot.Plot
	height vg.Length
}

// stepPlot: whole steps of each scene, by size.
func stepPlot(r *bench.Results) (*Plot, error) {
	list := bySize(Steps(r), Label)
	if !hasSizes(list) {
		return nil, nil
	}
	// The scene that takes longest comes first, as it does in the plot.
	slices.SortStableFunc(list, func(a, b series) int { return -cmp.Compare(a.xy[len(a.xy)-1].Y, b.xy[len(b.xy)-1].Y) })
	p, err := timePlot(list)
	return &Plot{
		Name: "time", Title: "Time against shapes", plot: p, height: 4.2 * vg.Inch,
		Says: fmt.Sprintf("Whole step, kernels %s, one worker. Lines as steep as the dashed one cost the same for each shape at every size.", Best(r)),
	}, err
}

// ladderPlot: the rungs, by size.
func ladderPlot(r *bench.Results) (*Plot, error) {
	var list []*bench.Measured
	for i := range r.Cases {
		if m := &r.Cases[i]; m.Rung != "" && m.Scene == r.Cases[0].Scene {
			list = append(list, m)
		}
	}
	all := bySize(list, func(m *bench.Measured) string { return bench.RungOf(m.Case).Label })
	if len(all) == 0 || !hasSizes(all) {
		return nil, nil
	}
	p, err := timePlot(all)
	return &Plot{
		Name: "ladder", Title: "The ladder", plot: p, height: 4.6 * vg.Inch,
		Says: fmt.Sprintf("Every rung finds the same contacts of the scene %s. The steeper lines are those that do not split the plane.", list[0].Scene),
	}, err
}

// leftOut says, after another sentence, that steps of these are not in a plot of the plain
// ones, if there are such.
func leftOut(steps []*bench.Measured) string {
	if len(Plain(steps)) < len(steps) {
		return " " + LeftOut
	}
	return ""
}

// kernelPlot: nanoseconds per candidate of each scene and kernels.
func kernelPlot(r *bench.Results) (*Plot, error) {
	all := Pick(r, func(m *bench.Measured) bool {
		return m.Mode == bench.Contact && m.Workers == 1 && m.Kernels == Best(r) && m.Candidates > 0
	})
	list := largest(Plain(all))
	if len(list) == 0 {
		return nil, nil
	}
	p := newPlot("", "ns per candidate, narrow phase")
	var labels []string
	for _, m := range list {
		labels = append(labels, m.Scene)
	}
	var kinds []string
	for _, k := range []string{"go", "avx2", "avx512"} {
		if slices.ContainsFunc(r.Cases, func(m bench.Measured) bool { return m.Rung == "" && m.Kernels == k }) {
			kinds = append(kinds, k)
		}
	}
	wide := vg.Points(44) / vg.Length(len(kinds))
	top := 0.0
	for k, kernels := range kinds {
		values := make(plotter.Values, len(list))
		for i, m := range list {
			c := m.Case
			c.Kernels = kernels
			if o := r.Find(c.Key()); o != nil && o.Candidates > 0 {
				values[i] = float64(o.Phases.Narrow) / float64(o.Candidates)
			}
			top = max(top, values[i])
		}
		b, err := plotter.NewBarChart(values, wide)
		if err != nil {
			return nil, err
		}
		b.Color, b.LineStyle.Width = palette[k], 0
		b.Offset = wide * vg.Length(float64(k)-float64(len(kinds)-1)/2)
		p.Add(b)
		p.Legend.Add(kernels, b)
	}
	p.NominalX(labels...)
	p.X.Min, p.X.Max = -0.6, float64(len(list))-0.4
	p.Y.Min, p.Y.Max = 0, 1.25*max(top, 1e-9) // the legend stands above the bars
	p.Legend.Top = true
	return &Plot{
		Name: "kernels", Title: "Kernels", plot: p, height: 3.4 * vg.Inch,
		Says: fmt.Sprintf("Deciding one candidate, with depth and normal: %s shapes, one worker.%s", bench.Thousands(list[0].N), leftOut(all)),
	}, nil
}

// scalingPlot: how many times faster with more workers.
func scalingPlot(r *bench.Results) (*Plot, error) {
	ones := largest(Steps(r))
	var list []series
	top := 1.0
	for _, one := range ones {
		s := series{name: Label(one), xy: plotter.XYs{{X: 1, Y: 1}}}
		for _, m := range Pick(r, func(m *bench.Measured) bool {
			return m.Scene == one.Scene && m.N == one.N && m.Kernels == one.Kernels && m.Mode == one.Mode && m.Skin == one.Skin && m.Advance == one.Advance && m.Workers > 1
		}) {
			s.xy = append(s.xy, plotter.XY{X: float64(m.Workers), Y: one.NS() / m.NS()})
			top = max(top, float64(m.Workers))
		}
		slices.SortFunc(s.xy, func(a, b plotter.XY) int { return cmp.Compare(a.X, b.X) })
		list = append(list, s)
	}
	if !hasSizes(list) {
		return nil, nil
	}
	p := newPlot("workers", "times faster than one")
	for k, s := range list {
		if err := line(p, k, s.name, s.xy); err != nil {
			return nil, err
		}
	}
	if err := straight(p, "all that there is to gain", plotter.XYs{{X: 1, Y: 1}, {X: top, Y: top}}); err != nil {
		return nil, err
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 1, top, 0, top*1.05
	var whole plot.ConstantTicks
	for step, v := max(1, math.Round(top/8)), 1.0; v <= top; v += step {
		whole = append(whole, plot.Tick{Value: v, Label: fmt.Sprint(v)})
	}
	p.X.Tick.Marker = whole
	p.Legend.Left = false
	p.Legend.YOffs = vg.Points(4)
	return &Plot{
		Name: "scaling", Title: "Workers", plot: p, height: 3.6 * vg.Inch,
		Says: fmt.Sprintf("Whole step of %s shapes, kernels %s.", bench.Thousands(ones[0].N), ones[0].Kernels),
	}, nil
}

// phasePlot: phases stacked, in nanoseconds per shape.
func phasePlot(r *bench.Results) (*Plot, error) {
	all := Steps(r)
	list := largest(Plain(all))
	if len(list) == 0 {
		return nil, nil
	}
	p := newPlot("", "ns per shape")
	var labels []string
	top := 0.0
	for _, m := range list {
		labels = append(labels, m.Scene)
		top = max(top, float64(m.Phases.Sum())/float64(m.N))
	}
	var below *plotter.BarChart
	var stack []*plotter.BarChart
	var stacked []string
	for k, name := range bench.PhaseNames {
		values := make(plotter.Values, len(list))
		some := false
		for i, m := range list {
			values[i] = float64(m.Phases.List()[k]) / float64(m.N)
			some = some || values[i] > top/500
		}
		if !some {
			continue
		}
		b, err := plotter.NewBarChart(values, vg.Points(36))
		if err != nil {
			return nil, err
		}
		b.Color, b.LineStyle = palette[k], draw.LineStyle{Color: color.White, Width: vg.Points(0.5)}
		if below != nil {
			b.StackOn(below)
		}
		below = b
		p.Add(b)
		stack, stacked = append(stack, b), append(stacked, name)
	}
	for k := len(stack) - 1; k >= 0; k-- { // in the order in which they lie
		p.Legend.Add(stacked[k], stack[k])
	}
	if below == nil {
		return nil, nil
	}
	p.NominalX(labels...)
	p.Y.Min, p.Y.Max = 0, 1.05*top
	p.X.Max = float64(len(list)) + 1.1 // the legend stands to the right of the bars
	p.X.Min = -0.6
	p.Legend.Top = true
	return &Plot{
		Name: "phases", Title: "Where the time goes", plot: p, height: 3.8 * vg.Inch,
		Says: fmt.Sprintf("A step of %s shapes, kernels %s, one worker.%s", bench.Thousands(list[0].N), list[0].Kernels, leftOut(all)),
	}, nil
}

// peerPlots: one plot for each phase, at the greatest size.
func peerPlots(r *bench.Results) ([]*Plot, error) {
	var out []*Plot
	all := bench.Standings(r)
	for _, phase := range []string{bench.PeerStep, bench.PeerBroad} {
		var s *bench.Standing
		for i := range all {
			if all[i].Phase == phase && (s == nil || len(all[i].Rows) > len(s.Rows) || (len(all[i].Rows) == len(s.Rows) && all[i].N > s.N)) {
				s = &all[i]
			}
		}
		if s == nil {
			continue
		}
		b := &bars{}
		var labels []string
		for i := len(s.Rows) - 1; i >= 0; i-- {
			row := s.Rows[i]
			b.value = append(b.value, row.NS/1e6)
			labels = append(labels, row.Engine)
			label, shade := bench.Digits(row.NS/1e6)+" ms", palette[7]
			if bench.Ours(row) {
				shade = palette[0]
			}
			if s.Daylight > 0 && !s.Best(row) {
				label = bench.Digits(row.NS/s.Daylight) + " ×, " + label
			}
			b.label, b.color = append(b.label, label), append(b.color, shade)
		}
		p := newPlot("ms, one worker", "")
		p.Add(b)
		names(&p.Y, labels)
		p.X.Tick.Marker = plot.TickerFunc(evenTicks)
		p.X.Min, p.X.Max = 0, slices.Max(b.value)*1.65 // the labels stand beyond the bars
		p.Y.Min, p.Y.Max = -0.6, float64(len(labels))-0.4
		what := "Whole step"
		if phase == bench.PeerBroad {
			what = "Broad phase alone"
		}
		out = append(out, &Plot{
			Name: "peers-" + phase, Title: "Peers: " + map[string]string{bench.PeerStep: "whole step", bench.PeerBroad: "broad phase"}[phase],
			plot: p, height: vg.Length(len(labels))*vg.Points(20) + 0.9*vg.Inch,
			Says: fmt.Sprintf("%s, %s shapes, scene %s, one worker each. Bars are as long as the times; before the times stand how many times as long they are as Daylight's.", what, bench.Thousands(s.N), s.Scene),
		})
	}
	return out, nil
}

// Plots draws all that there is something to draw for, each once: of several results,
// from those that have most cases.
func Plots(list []*bench.Results) ([]*Plot, error) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *bench.Results) int { return -cmp.Compare(len(a.Cases), len(b.Cases)) })
	var out []*Plot
	machines := map[string]bool{}
	for _, r := range list {
		machines[r.Machine.Name()] = true
	}
	add := func(p *Plot, r *bench.Results) {
		if p != nil && len(machines) > 1 {
			p.Says += " " + r.Machine.Name() + "."
		}
		if p != nil && !slices.ContainsFunc(out, func(o *Plot) bool { return o.Name == p.Name }) {
			out = append(out, p)
		}
	}
	for _, f := range []func(*bench.Results) (*Plot, error){stepPlot, phasePlot, kernelPlot, scalingPlot, ladderPlot} {
		for _, r := range list {
			p, err := f(r)
			if err != nil {
				return nil, err
			}
			add(p, r)
		}
	}
	for _, r := range list {
		some, err := peerPlots(r)
		if err != nil {
			return nil, err
		}
		for _, p := range some {
			add(p, r)
		}
	}
	return out, nil
}
