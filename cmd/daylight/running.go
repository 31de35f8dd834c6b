// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"time"

	"daylight/bench/sim"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
)

// running is a simulation on its way, with what is written of it.
type running struct {
	world  sim.World
	scene  sim.Info
	n      int
	frame  int
	took   time.Duration // in steps
	table  *output.File
	record *output.File
	film   *reel
	hashes *recordingWriter
	last   uint64
	memory *memory.Budget
}

// begin starts the recording, if there is one.
func (r *running) begin(seed uint64, s *stepper) (err error) {
	if r.record == nil {
		return nil
	}
	r.hashes, err = newRecordingWriter(r.record, recordingHeader{
		Scene: r.scene.Name, Shapes: r.n, Seed: seed, Version: version(), Kernels: s.variant, Workers: s.count,
	})
	if err != nil {
		return err
	}
	return r.hash()
}

func (r *running) hash() error {
	if r.hashes == nil {
		return nil
	}
	r.last = worldHash(r.world)
	return r.hashes.Add(r.last)
}

// step moves the simulation on by one frame.
func (r *running) step(ctx context.Context) error {
	begin := time.Now()
	if err := r.world.Step(ctx); err != nil {
		return stepError(ctx, r.frame+1, tooMany(err))
	}
	r.took += time.Since(begin)
	r.frame++
	return r.hash()
}

// commit completes the outputs.
func (r *running) commit() error {
	if r.hashes != nil {
		if err := r.hashes.Close(); err != nil {
			return err
		}
	}
	files := []*output.File{r.table, r.record}
	if err := output.Commit(append(files, r.film.files()...)...); err != nil {
		return err
	}
	if r.film != nil {
		r.film.made = false // the directory stays
	}
	return nil
}

func (r *running) discard() {
	r.table.Discard()
	r.record.Discard()
	r.film.discard()
}

func (r *running) summary() string {
	stats := r.world.Engine().Stats()
	text := fmt.Sprintf("stepped %s of %s of scene %s", counted(r.frame, "frame"), counted(r.world.Shapes().Len(), "shape"), r.scene.Name)
	if r.frame > 0 {
		text += fmt.Sprintf(", %.3g ms each, with kernels %s and %s; %s in the last",
			r.took.Seconds()*1e3/float64(r.frame), stats.Kernels, counted(stats.Workers, "worker"), counted(stats.Contacts, "contact"))
	}
	for _, f := range []*output.File{r.table, r.record} {
		if f != nil {
			text += "; wrote " + target(f.Name())
		}
	}
	if r.film != nil {
		text += "; " + r.film.summary()
	}
	if r.hashes != nil {
		text += fmt.Sprintf("; hash %016x", r.last)
	}
	return text
}
