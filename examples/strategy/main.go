// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"

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
	zone                = 4 // a category; 1 and 2 are the teams', and 8 the shots'
)

var colours = [2]color.NRGBA{{R: 47, G: 111, B: 176, A: 255}, {R: 224, G: 120, B: 47, A: 255}}

// war is two armies and the shots under way.
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
	asker        *query.Asker
	contacts     *batch.Contacts
}

func newWar(n int) *war {
	w := &war{units: soa.New(), shots: soa.New()}
	w.team, w.vx, w.vy = soa.Attach[int](w.units), soa.Attach[float64](w.shots), soa.Attach[float64](w.shots)
	for team := range w.bases { // which are triggers
		base := soa.Attrs{Category: zone, Ignore: zone, Static: true, Sensor: true}
		w.bases[team] = must.Get(w.units.AddCircle(soa.At(float64(team)*width, height/2, 0), 6, base))
		w.team.Set(w.bases[team], team)
	}
	for i := range n {
		team, x := i%2, 10+35*rand.Float64()
		at := soa.At(math.Abs(float64(team)*width-x), height*rand.Float64(), 0)
		w.team.Set(must.Get(w.units.AddCircle(at, 0.4, soa.Attrs{Category: 1 << team})), team)
	}
	w.engine = must.Get(batch.New(w.units, batch.Config{Events: true}))
	w.separator = must.Get(separate.New(w.units, separate.Config{}))
	w.index = must.Get(query.New(w.units, query.Config{}))
	w.asker = must.Get(w.index.NewAsker(query.Config{}))
	return w
}

// step moves the war on by one frame.
func (w *war) step(ctx context.Context) {
	w.frame++
	must.Check(w.index.Build())
	var soldiers []soa.ID
	var foes []soa.Attrs // whom each of them looks for
	var xs, ys []float64
	for id := range w.units.All() {
		if id != w.bases[0] && id != w.bases[1] {
			x, y, _ := w.units.Position(id)
			soldiers, xs, ys = append(soldiers, id), append(xs, x), append(ys, y)
			foes = append(foes, soa.Attrs{Category: 8, Ignore: zone | 1<<must.Get(w.team.Get(id))})
		}
	}
	near := must.Get(w.asker.NearestToPoints(ctx, xs, ys, 1, query.Options{AttrsOf: foes, Within: sight}))
	for i, id := range soldiers { // shoot at the nearest enemy in sight, or walk to the base of theirs
		goal, row := w.bases[1-must.Get(w.team.Get(id))], near.Row(i)
		if len(row) > 0 {
			goal = row[0].Shape
		}
		gx, gy, _ := w.units.Position(goal)
		d := math.Hypot(gx-xs[i], gy-ys[i])
		if nx, ny := (gx-xs[i])/d, (gy-ys[i])/d; len(row) == 0 {
			must.Check(w.units.SetPosition(id, xs[i]+pace*nx, ys[i]+pace*ny))
		} else if (w.frame+7*i)%90 == 0 {
			shot := must.Get(w.shots.AddCircle(soa.At(xs[i], ys[i], 0), 0.1, foes[i]))
			w.vx.Set(shot, flight*nx)
			w.vy.Set(shot, flight*ny)
		}
	}
	w.fly(ctx)
	w.contacts = must.Get(w.engine.Step(ctx))
	must.Get(w.separator.Separate(ctx, w.contacts))
	begun := must.Get(w.engine.Events()).Begin
	for i, a := range begun.A { // who enters a base of the others scores, and is gone
		for team, base := range w.bases {
			if b := begun.B[i]; a == base && w.units.Has(b) && must.Get(w.team.Get(b)) != team {
				w.score[1-team]++
				must.Check(w.units.Remove(b))
			}
		}
	}
}

// fly moves shots. They are cast, so that none flies through a soldier, however fast.
func (w *war) fly(ctx context.Context) {
	var dx, dy []float64
	var spent []soa.ID
	for id := range w.shots.All() { // in the order of slots
		dx, dy = append(dx, must.Get(w.vx.Get(id))), append(dy, must.Get(w.vy.Get(id)))
	}
	hits := must.Get(w.asker.CastShapes(ctx, w.shots, nil, dx, dy, nil, query.Options{}))
	must.Check(w.shots.Update(func(l soa.Live) {
		for i, id := range l.ID {
			l.X[i], l.Y[i] = l.X[i]+dx[i], l.Y[i]+dy[i]
			if hits[i].Shape != 0 || math.Abs(l.X[i]-width/2) > width {
				spent = append(spent, id)
			}
		}
	}))
	for _, hit := range hits {
		if w.units.Has(hit.Shape) {
			must.Check(w.units.Remove(hit.Shape))
		}
	}
	for _, id := range spent {
		must.Check(w.shots.Remove(id))
	}
}

// marks are the shots and the scores.
func (w *war) marks() (marks []view.Mark) {
	for id := range w.shots.All() {
		x, y, _ := w.shots.Position(id)
		back := soa.Point{X: x - must.Get(w.vx.Get(id)), Y: y - must.Get(w.vy.Get(id))}
		marks = append(marks, view.Line(soa.Point{X: x, Y: y}, back))
	}
	for team, c := range colours {
		x := float64(team) * width
		marks = append(marks, view.Ring(soa.Point{X: x, Y: height / 2}, 6).In(c), view.Text(soa.Point{X: x, Y: height/2 + 8}, fmt.Sprint(w.score[team])).In(c))
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
		must.Still(o, c, func() (*soa.Shapes, *batch.Contacts, []view.Mark) {
			w.step(ctx)
			return w.units, w.contacts, w.marks()
		})
		return
	}
	v := must.Get(view.Serve(view.Config{Title: "strategy", Colours: []view.Colouring{team}}))
	defer v.Close()
	for v.Next(ctx) {
		w.step(ctx)
		v.Stats(w.engine.Stats())
		v.Layer("shots and scores", w.marks()...)
		must.Check(v.Frame(w.units, w.contacts))
	}
}
