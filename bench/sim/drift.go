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
	base
	run *scene.Run
}

func newDrift(k scene.Kind, n int, seed uint64, opts batch.Config) (World, error) {
	s, err := scene.New(k, n, seed)
	if err != nil {
		return nil, err
	}
	w := &drift{base: base{shapes: soa.New(), contacts: &batch.Contacts{}}}
	if w.run, err = s.Fill(w.shapes, soa.Attrs{}); err != nil {
		return nil, err
	}
	return w, w.start(opts)
}

func (w *drift) Step(ctx context.Context) error {
	w.run.Step()
	return w.find(ctx)
}
