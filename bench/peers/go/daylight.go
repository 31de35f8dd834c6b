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
				start: func(s *scene.Scene) (frame, error) { return startDaylightBroad(s, name) }})
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

func startDaylightBroad(s *scene.Scene, variant string) (frame, error) {
	solids := newSolids(s)
	n := len(solids)
	boxes := &broadphase.Boxes{
		X: make([]float64, n), Y: make([]float64, n),
		MinX: make([]float32, n), MinY: make([]float32, n),
		MaxX: make([]float32, n), MaxY: make([]float32, n),
	}
	var broad broadphase.Finder
	var pairs []broadphase.Pair
	prepare := func() {
		s.Step()
		place(solids, s)
		for i := range solids {
			o := &solids[i]
			boxes.X[i], boxes.Y[i] = o.centre.x, o.centre.y
			boxes.MinX[i], boxes.MinY[i] = float32(o.min.x-o.centre.x), float32(o.min.y-o.centre.y)
			boxes.MaxX[i], boxes.MaxY[i] = float32(o.max.x-o.centre.x), float32(o.max.y-o.centre.y)
		}
	}
	run := func() found {
		var err error
		if pairs, err = broad.AppendPairs(pairs[:0], boxes, broadphase.Config{Kernels: variant}); err != nil {
			panic(err) // the columns are of one length
		}
		return found{len(pairs), unknown}
	}
	return frame{prepare: prepare, run: run}, nil
}
