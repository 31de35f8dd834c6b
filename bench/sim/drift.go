// SPDX-License-Identifier: MIT

package sim

import (
	"context"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/soa"
)

// drifting is a scene of package scene.
func drifting(k scene.Kind, about string) kind {
	return kind{Info{k.String(), about, 2000}, func(n int, seed uint64, opts batch.Config) (World, error) {
		return newDrift(k, n, seed, opts)
	}}
}

// drift is a scene of package scene: its shapes move as if they were alone.
type drift struct {
	shapes   *soa.Shapes
	run      *scene.Run
	engine   *batch.Engine
	contacts *batch.Contacts
}

func newDrift(k scene.Kind, n int, seed uint64, opts batch.Config) (World, error) {
	s, err := scene.New(k, n, seed)
	if err != nil {
		return nil, err
	}
	w := &drift{shapes: soa.New(), contacts: &batch.Contacts{}}
	if w.run, err = s.Fill(w.shapes, soa.Attrs{}); err != nil {
		return nil, err
	}
	w.engine, err = batch.New(w.shapes, opts)
	return w, err
}

func (w *drift) Shapes() *soa.Shapes       { return w.shapes }
func (w *drift) Engine() *batch.Engine     { return w.engine }
func (w *drift) Contacts() *batch.Contacts { return w.contacts }

func (w *drift) Step(ctx context.Context) error {
	w.run.Step()
	contacts, err := w.engine.Step(ctx)
	if err != nil {
		return err
	}
	w.contacts = contacts
	return nil
}
