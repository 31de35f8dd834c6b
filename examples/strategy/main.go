// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"

	"daylight/batch"
	"daylight/batch/query"
	"daylight/batch/separate"
	"daylight/examples/internal/must"
	"daylight/soa"
	"daylight/view"
)

const (
	sight, pace, flight = 8.0, 0.08, 1.5 // how far a soldier sees; units that soldiers and shots move in a frame
	width, height       = 120.0, 80.0
	zone, rock          = 4, 16 // categories; 1 and 2 are the teams', and 8 the shots'
)

const grey = 7 // a value without a name, whose colour is grey

var colours = [2]color.NRGBA{{R: 47, G: 111, B: 176, A: 255}, {R: 224, G: 120, B: 47, A: 255}}

// war is two armies, the rocks between them, and the shots under way.
type war struct {
	units, shots *soa.Shapes
	team         *soa.Column[int]
	vx, vy       *soa.Column[float64] // of shots
	bases        [2]soa.ID
	score        [2]int
	frame        int
	engine       *batch.Engine
	separator    *separate.Separator
	index        *query.Index
	asker, rocks *query.Asker
}

func newWar(n int) *war {
	w, rocks := &war{units: soa.New(), shots: soa.New()}, soa.New()
	w.team, w.vx, w.vy = soa.Attach[int](w.units), soa.Attach[float64](w.shots), soa.Attach[float64](w.shots)
	for team := range w.bases { // which are triggers
		w.bases[team] = must.Get(w.units.AddCircle(soa.At(float64(team)*width, height/2, 0), 6, soa.Attrs{Category: zone, Ignore: zone, Static: true, Sensor: true}))
		w.team.Set(w.bases[team], team)
	}
	for i := range 5 { // rocks are in the way, and hide what is behind them
		for _, s := range []*soa.Shapes{w.units, rocks} {
			id := must.Get(s.AddCircle(soa.At(width/2, float64(8+16*i), 0), 4, soa.Attrs{Category: rock, Static: true}))
			if s == w.units {
				w.team.Set(id, grey)
			}
		}
	}
	for i := range n {
		team, x := i%2, 10+35*rand.Float64()
		w.team.Set(must.Get(w.units.AddCircle(soa.At(math.Abs(float64(team)*width-x), height*rand.Float64(), 0), 0.4, soa.Attrs{Category: 1 << team})), team)
	}
	w.engine = must.Get(batch.New(w.units, batch.Config{Events: true}))
	w.separator = must.Get(separate.New(w.units, separate.Config{}))
	w.index = must.Get(query.New(w.units, query.Config{}))
	w.asker = must.Get(w.index.NewAsker(query.AskerConfig{}))
	w.rocks = must.Get(must.Get(query.New(rocks, query.Config{})).NewAsker(query.AskerConfig{}))
	return w
}

// step moves the war on by one frame, and returns what is to be seen.
func (w *war) step(ctx context.Context) (*soa.Shapes, *batch.Contacts, []view.Mark) {
	w.frame++
	must.Check(w.index.Build())
	near := must.Get(w.asker.WithinDistance(ctx, sight, query.Options{Centres: true, Walls: w.rocks}))
	must.Check(w.units.Update(func(l soa.Live) {
		for i, team := range w.team.Data(l) { // shoot at the nearest enemy in sight, or walk to the base of theirs
			if l.Static[i] {
				continue
			}
			dx, dy, enemy := float64(1-team)*width-l.X[i], height/2-l.Y[i], false
			for _, k := range near.Row(i) {
				x, y := l.X[k]-l.X[i], l.Y[k]-l.Y[i]
				if w.team.Data(l)[k] != team && !l.Static[k] && (!enemy || math.Hypot(x, y) < math.Hypot(dx, dy)) {
					dx, dy, enemy = x, y, true
				}
			}
			if d := math.Hypot(dx, dy); !enemy {
				l.X[i], l.Y[i] = l.X[i]+pace*dx/d, l.Y[i]+pace*dy/d
			} else if (w.frame+7*i)%90 == 0 {
				shot := must.Get(w.shots.AddCircle(soa.At(l.X[i], l.Y[i], 0), 0.1, soa.Attrs{Category: 8, Ignore: zone | 1<<team}))
				w.vx.Set(shot, flight*dx/d)
				w.vy.Set(shot, flight*dy/d)
			}
		}
	}))
	marks := w.fly(ctx)
	contacts := must.Get(w.engine.Step(ctx))
	must.Get(w.separator.Separate(ctx, contacts))
	begun := must.Get(w.engine.Events()).Begin
	for i, a := range begun.A { // who enters a base of the others scores, and is gone
		if b, team := begun.B[i], slices.Index(w.bases[:], a); team >= 0 && w.units.Has(b) && must.Get(w.team.Get(b)) != team {
			w.score[1-team]++
			must.Check(w.units.Remove(b))
		}
	}
	for team, c := range colours {
		x := float64(team) * width
		marks = append(marks, view.Ring(soa.Point{X: x, Y: height / 2}, 6).In(c), view.Text(soa.Point{X: x, Y: height/2 + 8}, fmt.Sprint(w.score[team])).In(c))
	}
	return w.units, contacts, marks
}

// fly moves shots, and draws them. They are cast, so that none flies through a soldier, however
// fast.
func (w *war) fly(ctx context.Context) (marks []view.Mark) {
	var ids []soa.ID
	var dx, dy []float64
	must.Check(w.shots.Update(func(l soa.Live) {
		ids, dx, dy = slices.Clone(l.ID), slices.Clone(w.vx.Data(l)), slices.Clone(w.vy.Data(l))
	}))
	for i, hit := range must.Get(w.asker.CastShapes(ctx, w.shots, nil, dx, dy, nil, query.Options{})) {
		x, y, _ := w.shots.Position(ids[i])
		if hit.Shape == 0 && math.Abs(x-width/2) < width {
			marks = append(marks, view.Line(soa.Point{X: x, Y: y}, soa.Point{X: x + dx[i], Y: y + dy[i]}))
			must.Check(w.shots.SetPosition(ids[i], x+dx[i], y+dy[i]))
			continue
		}
		must.Check(w.shots.Remove(ids[i]))
		if w.units.Has(hit.Shape) && must.Get(w.units.Attrs(hit.Shape)).Category != rock {
			must.Check(w.units.Remove(hit.Shape))
		}
	}
	return marks
}

func main() {
	o := must.Parse(4000, "soldiers")
	ctx, w := o.Context, newWar(o.N)
	team := view.By("team", w.team)
	team.Names = []string{"blue", "orange"}
	if o.Frames > 0 {
		c := view.FilmConfig{Title: "strategy", Colour: "team", Colours: []view.Colouring{team}}
		must.Still(o, c, func() (*soa.Shapes, *batch.Contacts, []view.Mark) { return w.step(ctx) })
		return
	}
	v := must.Get(view.Serve(view.Config{Title: "strategy", Colours: []view.Colouring{team}}))
	defer v.Close()
	for v.Next(ctx) {
		units, contacts, marks := w.step(ctx)
		v.Stats(w.engine.Stats())
		v.Layer("shots and scores", marks...)
		must.Check(v.Frame(units, contacts))
	}
}
