// SPDX-License-Identifier: MIT

package report

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"daylight/bench"
	"daylight/cmd/internal/perf"
)

// Plot is one drawing.
type Plot struct {
	Name   string // of its files, without ending
	Title  string
	Says   string // what to see in it
	plot   *plot.Plot
	height vg.Length
}

// width is small enough to be read at the width of a phone.
const width = 5.2 * vg.Inch

// palette is Okabe and Ito's, which people who see few colours can tell apart, without
// its yellow, which paper swallows.
var palette = []color.RGBA{
	{0x00, 0x72, 0xb2, 0xff}, {0xd5, 0x5e, 0x00, 0xff}, {0x00, 0x9e, 0x73, 0xff}, {0xcc, 0x79, 0xa7, 0xff},
	{0x56, 0xb4, 0xe9, 0xff}, {0xe6, 0x9f, 0x00, 0xff}, {0x44, 0x44, 0x44, 0xff}, {0x99, 0x99, 0x99, 0xff},
}

var dashes = [][]vg.Length{nil, {vg.Points(6), vg.Points(2)}, {vg.Points(2), vg.Points(2)}, {vg.Points(6), vg.Points(2), vg.Points(1), vg.Points(2)}}

var shapes = []draw.GlyphDrawer{draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.PlusGlyph{}, draw.CrossGlyph{}}

func newPlot(x, y string) *plot.Plot {
	p := plot.New()
	size := func(points float64) font.Font { return font.From(sans, vg.Points(points)) }
	p.TextHandler = text.Plain{Fonts: font.DefaultCache}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font = size(11)
		a.Tick.Label.Font = size(10.5)
		a.Tick.LineStyle.Width = vg.Points(0.5)
		a.LineStyle.Width = vg.Points(0.5)
	}
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Legend.TextStyle.Font = size(10.5)
	p.Legend.Padding = vg.Points(2)
	p.Legend.ThumbnailWidth = vg.Points(24)
	p.Y.Tick.Marker = plot.TickerFunc(evenTicks)
	grid := plotter.NewGrid()
	for _, l := range []*draw.LineStyle{&grid.Horizontal, &grid.Vertical} {
		l.Color = color.Gray{0xdd}
		l.Dashes = nil
	}
	p.Add(grid)
	return p
}

// line adds a line with points, and its legend.
func line(p *plot.Plot, k int, name string, xy plotter.XYs) error {
	l, s, err := plotter.NewLinePoints(xy)
	if err != nil {
		return err
	}
	l.Color, s.Color = palette[k%len(palette)], palette[k%len(palette)]
	l.Width = vg.Points(1.5)
	l.Dashes = dashes[k/2%len(dashes)]
	s.Shape = shapes[k%len(shapes)]
	s.Radius = vg.Points(3)
	p.Add(l, s)
	p.Legend.Add(name, l, s)
	return nil
}

// straight adds a grey line that is only there to be compared with.
func straight(p *plot.Plot, name string, xy plotter.XYs) error {
	l, err := plotter.NewLine(xy)
	if err != nil {
		return err
	}
	l.Color, l.Width, l.Dashes = color.Gray{0x70}, vg.Points(1), []vg.Length{vg.Points(3), vg.Points(3)}
	p.Add(l)
	p.Legend.Add(name, l)
	return nil
}

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

// bars are bars that lie on their side, names to their left.
type bars struct {
	value []float64
	color []color.RGBA
	label []string
}

// Plot draws bar i at height i, at least as wide as can be seen.
func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := p.X.Tick.Label
	style.XAlign, style.YAlign = text.XLeft, text.YCenter
	for i, v := range b.value {
		at, half := float64(i), 0.36
		end := max(x(v), x(0)+vg.Points(1))
		c.FillPolygon(b.color[i], []vg.Point{
			{X: x(0), Y: y(at - half)}, {X: end, Y: y(at - half)}, {X: end, Y: y(at + half)}, {X: x(0), Y: y(at + half)},
		})
		c.FillText(style, vg.Point{X: end + vg.Points(4), Y: y(at)}, b.label[i])
	}
}

// DataRange leaves room for one bar more than there are; the other axis is the caller's.
func (b *bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0, slices.Max(b.value), -0.6, float64(len(b.value)) - 0.4
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

// largest is the greatest number of shapes that all scenes of the list were measured at,
// or simply the greatest, and the cases of that size.
func largest(list []*bench.Measured) []*bench.Measured {
	scenes := map[string]bool{}
	at := map[int]int{}
	for _, m := range list {
		scenes[m.Scene] = true
		at[m.N]++
	}
	best := 0
	for n, k := range at {
		if k == len(scenes) && n > best {
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

// stepPlot: whole steps of each scene, by size.
func stepPlot(r *bench.Results) (*Plot, error) {
	list := bySize(perf.Steps(r), func(m *bench.Measured) string { return m.Scene })
	if !hasSizes(list) {
		return nil, nil
	}
	// The scene that takes longest comes first, as it does in the plot.
	slices.SortStableFunc(list, func(a, b series) int { return -cmp.Compare(a.xy[len(a.xy)-1].Y, b.xy[len(b.xy)-1].Y) })
	p, err := timePlot(list)
	return &Plot{
		Name: "time", Title: "Time against shapes", plot: p, height: 4.2 * vg.Inch,
		Says: fmt.Sprintf("Whole step, kernels %s, one worker. Lines as steep as the dashed one cost the same for each shape at every size.", perf.Best(r)),
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

// kernelPlot: nanoseconds per candidate of each scene and kernels.
func kernelPlot(r *bench.Results) (*Plot, error) {
	list := largest(perf.Pick(r, func(m *bench.Measured) bool {
		return m.Mode == bench.Contact && m.Workers == 1 && m.Kernels == perf.Best(r) && m.Candidates > 0
	}))
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
		Says: fmt.Sprintf("Deciding one candidate, with depth and normal: %s shapes, one worker.", perf.Thousands(list[0].N)),
	}, nil
}

// scalingPlot: how many times faster with more workers.
func scalingPlot(r *bench.Results) (*Plot, error) {
	ones := largest(perf.Steps(r))
	var list []series
	top := 1.0
	for _, one := range ones {
		s := series{name: one.Scene, xy: plotter.XYs{{X: 1, Y: 1}}}
		for _, m := range perf.Pick(r, func(m *bench.Measured) bool {
			return m.Scene == one.Scene && m.N == one.N && m.Kernels == one.Kernels && m.Mode == one.Mode && m.Workers > 1
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
		Says: fmt.Sprintf("Whole step of %s shapes, kernels %s.", perf.Thousands(ones[0].N), ones[0].Kernels),
	}, nil
}

// phasePlot: phases stacked, in nanoseconds per shape.
func phasePlot(r *bench.Results) (*Plot, error) {
	list := largest(perf.Steps(r))
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
		Says: fmt.Sprintf("A step of %s shapes, kernels %s, one worker.", perf.Thousands(list[0].N), list[0].Kernels),
	}, nil
}

// peerPlots: one plot for each phase, at the greatest size.
func peerPlots(r *bench.Results) ([]*Plot, error) {
	var out []*Plot
	all := perf.Standings(r)
	for _, phase := range []string{bench.PeerStep, bench.PeerBroad} {
		var s *perf.Standing
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
			label, shade := perf.Digits(row.NS/1e6)+" ms", palette[7]
			if perf.Ours(row) {
				shade = palette[0]
			}
			if s.Daylight > 0 && !s.Best(row) {
				label = perf.Digits(row.NS/s.Daylight) + " ×, " + label
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
			Says: fmt.Sprintf("%s, %s shapes, scene %s, one worker each. Bars are as long as the times; before the times stand how many times as long they are as Daylight's.", what, perf.Thousands(s.N), s.Scene),
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
