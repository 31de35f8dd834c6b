// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"

	"daylight/cmd/internal/ask"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// answers finds the answers to questions, which are the second set, or the shapes themselves if there is none.
type answers struct {
	*asking
	cfg   ask.Config
	files []string
}

// look refuses questions that do not move though the way they move is what is asked about, and notes
// sets that miss each other.
func (k *answers) look(set, asked *shapes.Set) error {
	if err := k.still(movingOf(set, asked)); err != nil {
		return fmt.Errorf("%w (see daylight help formats)", err)
	}
	if asked != nil && set.Misses(asked) {
		k.in.note(fmt.Sprintf("--ask: the FILEs name no world, so all their shapes are in world %s, and questions are in others, which miss them (see daylight help formats)", shapes.DefaultWorld))
	}
	return nil
}

func (k *answers) still(moving, rows [2]bool) error {
	if k.cfg.Moving() && rows[1] && !moving[1] {
		return fmt.Errorf("query %s: the questions have no column vx, vy or omega%s, so nothing moves", k.cfg.Kind, map[bool]string{true: ", and no x1, y1, x2, y2"}[k.cfg.Kind == ask.Rays])
	}
	return nil
}

func (k *answers) find(ctx context.Context, set, asked *shapes.Set) (output.Drawn, tally, error) {
	r, s, err := k.cfg.Find(ctx, set, second(set, asked))
	if err != nil {
		return nil, nil, err
	}
	return r, s, nil
}

func (k *answers) count(total tally, set, asked *shapes.Set) {
	s := total.(*ask.Stats)
	s.Count(set, second(set, asked), k.cfg)
	k.leftOut(s)
}

func (k *answers) report(total tally) {
	if k.in.quiet {
		return
	}
	s := total.(*ask.Stats)
	k.in.bounded(s.Bounded, s.Answers)
	end := ""
	if s.Verified != nil {
		end = "; " + verdict("", 0, 0)
		if s.Bounded > 0 {
			end += fmt.Sprintf(", of %s a push that parts the shapes but may not be the shortest", counted(s.Bounded, "row"))
		}
	}
	k.in.note(fmt.Sprintf("%s to %s about %s: read %.2f s, index %.3g s, ask %.3g s, write %.2f s (kernels %s, %s)%s",
		counted(s.Answers, "answer"), counted(s.Questions, "question"), counted(s.Shapes, "shape"),
		s.Seconds.Read, s.Seconds.Index, s.Seconds.Ask, s.Seconds.Write, s.Kernels, counted(s.Workers, "worker"), end))
}

// leftOut tells of the shapes that were left out when questions were asked, and lists them.
func (o *asking) leftOut(stats *ask.Stats) {
	for i, b := range stats.LeftOut {
		e := b.Error()
		if i == 0 {
			o.in.note(fmt.Sprintf("left out %s, asked about what it cannot be told of; the first: %v", counted(len(stats.LeftOut), "shape"), e))
		}
		if o.in.bad != nil {
			o.in.bad.add(e)
		}
	}
}
