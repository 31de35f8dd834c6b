// SPDX-License-Identifier: MIT

package sim

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/soa"
)

// World is a simulation that is stepped a frame at a time. It is not safe for
// concurrent use.
type World interface {
	// Shapes is the live store.
	Shapes() *soa.Shapes
	// Engine is what finds the contacts, for its Stats.
	Engine() *batch.Engine
	// Contacts are those of the last step; they hold until the next.
	Contacts() *batch.Contacts
	// Step moves the simulation on by one frame, 1/60 s.
	Step(ctx context.Context) error
}

// Info says what a scene is.
type Info struct {
	Name, About string
	DefaultN    int
}

var kinds = []Info{
	{"circles", "circles that drift through each other", 2000},
	{"boxes", "turning boxes that drift through each other", 2000},
	{"polys", "turning polygons of 3 to 8 sides", 2000},
	{"mixed", "circles, boxes and polygons", 2000},
	{"heavy", "boxes with a heavy tail of sizes", 2000},
	{"cluster", "boxes crowded around 64 places", 2000},
}

// Scenes lists the simulations there are.
func Scenes() []Info { return append([]Info(nil), kinds...) }

// ErrUnknown is wrapped by the error of a scene that does not exist.
var ErrUnknown = errors.New("unknown scene")

// New makes the scene of that name with n shapes before its first frame.
func New(name string, n int, seed uint64, opts ...batch.Option) (World, error) {
	kind, err := scene.Parse(name)
	if err != nil {
		return nil, fmt.Errorf("sim: %w %q: choose one of %s", ErrUnknown, name, strings.Join(scene.Names(), ", "))
	}
	s, err := scene.New(kind, n, seed)
	if err != nil {
		return nil, err
	}
	w := &drift{shapes: soa.New(), contacts: &batch.Contacts{}}
	if w.run, err = s.Fill(w.shapes); err != nil {
		return nil, err
	}
	if w.engine, err = batch.New(w.shapes, opts...); err != nil {
		return nil, err
	}
	return w, nil
}

// drift is a scene of package scene: its shapes move as if they were alone.
type drift struct {
	shapes   *soa.Shapes
	run      *scene.Run
	engine   *batch.Engine
	contacts *batch.Contacts
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
