// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"daylight/bench/sim"
	"daylight/cmd/internal/output"
)

// running is a simulation on its way, and what is written of it.
type running struct {
	scene sim.Info
	world sim.World
	outs  []listener
	frame int           // how many steps there were
	took  time.Duration // in them
}

// listener is what is written of a simulation. Nothing has its name before all is complete.
type listener interface {
	// create opens the output, so that a name that cannot be written is found out before the work.
	create(stdout io.Writer) error
	// see takes the simulation as it is, at its beginning and after each step.
	see(ctx context.Context, r *running) error
	// end writes what is left, and returns the files that are to be named.
	end(ctx context.Context) ([]*output.File, error)
	// discard removes what was not named.
	discard()
	// summary says what was written.
	summary() string
}

// step moves the simulation on by one frame.
func (r *running) step(ctx context.Context) error {
	begin := time.Now()
	if err := r.world.Step(ctx); err != nil {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return err
		}
		return fmt.Errorf("frame %d: %w", r.frame+1, tooMany(err))
	}
	r.took += time.Since(begin)
	r.frame++
	return r.see(ctx)
}

func (r *running) see(ctx context.Context) error {
	for _, out := range r.outs {
		if err := out.see(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// end completes the outputs, and says what was done.
func (r *running) end(ctx context.Context) (summary string, err error) {
	var all []*output.File
	for _, out := range r.outs {
		files, err := out.end(ctx)
		if err != nil {
			return "", err
		}
		all = append(all, files...)
	}
	if err := output.Commit(all...); err != nil {
		return "", err
	}
	stats := r.world.Engine().Stats()
	text := fmt.Sprintf("stepped %s of %s of scene %s", counted(r.frame, "frame"), counted(r.world.Shapes().Len(), "shape"), r.scene.Name)
	if r.frame > 0 {
		text += fmt.Sprintf(", %.3g ms each, with kernels %s and %s; %s in the last",
			r.took.Seconds()*1e3/float64(r.frame), stats.Kernels, counted(stats.Workers, "worker"), counted(stats.Contacts, "contact"))
	}
	for _, out := range r.outs {
		text += "; " + out.summary()
	}
	return text, nil
}

func (r *running) discard() {
	for _, out := range r.outs {
		out.discard()
	}
}
