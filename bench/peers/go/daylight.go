// SPDX-License-Identifier: MIT

package main

import (
	"context"

	"daylight/batch"
	"daylight/bench"
	"daylight/bench/scene"
	"daylight/broadphase"
	"daylight/kernels"
	"daylight/soa"
)

// supported names the variants of kernels that this machine runs, the fastest last.
func supported() (names []string) {
	for _, v := range kernels.Variants() {
		if v.Supported {
			names = append(names, v.Name)
		}
	}
	return names
}

// daylightPeers are Daylight with every variant of kernels that this machine runs.
func daylightPeers() []peer {
	var list []peer
	for _, name := range supported() {
		list = append(list,
			peer{name: "daylight/" + name, phase: wholeStep, circles: true,
				note:  "engine as it comes, one worker",
				start: func(s *scene.Scene) (frame, error) { return startDaylightStep(s, name) }},
			peer{name: "daylight/" + name, phase: broadPhase, circles: true,
				note:  "boxes in the scene's order, pairs stored",
				start: broadWith(func() index { return &daylightIndex{config: broadphase.Config{Kernels: name}} })})
	}
	return list
}

func startDaylightStep(s *scene.Scene, variant string) (frame, error) {
	shapes := soa.New()
	move, err := s.Fill(shapes, soa.Attrs{})
	if err != nil {
		return frame{}, err
	}
	move.Kernels = variant
	engine, err := batch.New(shapes, batch.Config{Kernels: variant, Workers: 1})
	if err != nil {
		return frame{}, err
	}
	var contacts *batch.Contacts
	run := func() found {
		move.Step()
		var err error
		if contacts, err = engine.Step(context.Background()); err != nil {
			panic(err) // the context is never cancelled, the limit not in reach
		}
		stats := engine.Stats()
		return found{stats.Candidates, stats.Contacts}
	}
	sum := func(sum *bench.PairSum) {
		for i := range contacts.A {
			sum.Add(contacts.A[i].Index(), contacts.B[i].Index())
		}
	}
	return frame{run: run, contacts: sum}, nil
}

// daylightIndex is Daylight's broad phase, which wants boxes relative to their centres.
type daylightIndex struct {
	boxes  broadphase.Boxes
	config broadphase.Config
	finder broadphase.Finder
}

func (x *daylightIndex) fill(solids []solid) {
	b := broadphase.Boxes{X: x.boxes.X[:0], Y: x.boxes.Y[:0],
		MinX: x.boxes.MinX[:0], MinY: x.boxes.MinY[:0], MaxX: x.boxes.MaxX[:0], MaxY: x.boxes.MaxY[:0]}
	for i := range solids {
		o := &solids[i]
		b.X, b.Y = append(b.X, o.centre.x), append(b.Y, o.centre.y)
		b.MinX, b.MinY = append(b.MinX, float32(o.min.x-o.centre.x)), append(b.MinY, float32(o.min.y-o.centre.y))
		b.MaxX, b.MaxY = append(b.MaxX, float32(o.max.x-o.centre.x)), append(b.MaxY, float32(o.max.y-o.centre.y))
	}
	x.boxes = b
}

func (x *daylightIndex) appendPairs(dst []pair) []pair {
	pairs, err := x.finder.AppendPairs(dst, &x.boxes, x.config)
	if err != nil {
		panic(err) // the columns are of one length
	}
	return pairs
}
