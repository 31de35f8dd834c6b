// SPDX-License-Identifier: MIT

package view

import (
	"context"

	"daylight/batch"
	"daylight/soa"
)

// World is a simulation that is stepped a frame at a time.
type World interface {
	// Step moves the simulation on by one frame.
	Step(ctx context.Context) error
	// Shapes are those to be shown, always the same.
	Shapes() *soa.Shapes
	// Contacts are the contacts of the last step; nil before the first, or if there are none.
	Contacts() *batch.Contacts
}

// Run serves a page and steps a world for it, until the context ends or a step fails. The end of
// the context is no error. If the world has a method Engine() *batch.Engine, the page shows its
// Stats.
func Run(ctx context.Context, w World, c Config) error {
	v, err := Serve(c)
	if err != nil {
		return err
	}
	defer v.Close()
	return v.run(ctx, w)
}

func (v *View) run(ctx context.Context, w World) error {
	// The scene before its first step is frame 0.
	v.frame = -1
	if err := v.Frame(w.Shapes(), w.Contacts()); err != nil {
		return err
	}
	engine, told := w.(interface{ Engine() *batch.Engine })
	for v.Next(ctx) {
		if err := w.Step(ctx); err != nil {
			if ctx.Err() != nil {
				return nil // it was cut short
			}
			return err
		}
		if told {
			v.Stats(engine.Engine().Stats())
		}
		if err := v.Frame(w.Shapes(), w.Contacts()); err != nil {
			return err
		}
	}
	v.hand.Lock()
	defer v.hand.Unlock()
	return v.fault
}
