// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"
	"math"
	"time"

	"daylight/cmd/internal/ask"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
)

// sampleQuestions is how many questions are asked to tell what all would take.
const sampleQuestions = 10_000

// dryRun says what a run would find and take: a part of the questions are asked.
func (o *answers) expect(ctx context.Context, w io.Writer, set, asked *shapes.Set) error {
	cfg, asked := o.cfg, second(set, asked)
	line := listing(w)
	describe(line, set)
	line("worlds", "%s", thousands(len(set.Worlds())))
	questions := set
	if asked != set {
		questions = asked
		line("questions", "%s", thousands(asked.Len()))
	}
	held := memory.Format(o.in.memory.Held())
	if questions.Len() == 0 {
		line("memory", "%s for the shapes", held)
		line("time", "%.2g s for reading, which has been done", o.in.took.Seconds())
		return nil
	}
	part, err := questions.Sample(sampleQuestions)
	if err != nil {
		return err
	}
	share := float64(questions.Len()) / float64(part.Len())
	among, answers := set, share
	if cfg.Kind == ask.Within { // of a share p of the shapes, a share p*p of the pairs is there
		among, answers = part, share*share
	}
	cfg.Bars = nil
	r, err := ask.Run(ctx, among, part, cfg, false)
	if crowded(err) {
		line("memory", "%s for the shapes, and more than is left for the answers: %v", held, err)
		return nil
	}
	if err != nil {
		return err
	}
	n := r.Len()
	if cfg.Kind == ask.Inside && asked == set && !set.Cut() {
		n -= part.Len() // they are asked about as if they were not themselves among the shapes
	}
	found := math.Round(float64(n) * answers)
	const write = 400 * time.Nanosecond // of a row
	took := float64(r.Index) + float64(r.Answers)*share + found*float64(write)
	if cfg.Kind == ask.Within {
		took += float64(r.Index) * (share - 1)
	}
	line("answers", "about %s", thousands(int(found)))
	const answer = 100 // bytes while it is found and written, at most
	line("memory", "%s for the shapes, about %s more for the answers", held, memory.Format(int64(found)*answer))
	line("time", "%.2g s for reading, which has been done, about %.2g s for the rest", o.in.took.Seconds(), time.Duration(took).Seconds())
	return nil
}
