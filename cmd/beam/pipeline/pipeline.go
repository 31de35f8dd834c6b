// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Collide adds to a pipeline what reads the tables, finds the answer and writes it, a file for each tile that
// has rows. Spec.Check says whether it can.
func Collide(s beam.Scope, spec Spec) { collide(s, dofns{}, spec) }

// dofns are put in place of those of the pipeline, by tests.
type dofns struct {
	read   func(readFn) any
	answer func(answerFn) any
}

// put is a DoFn, or what is put in its place.
func put[F any](other func(F) any, f F) any {
	if other != nil {
		return other(f)
	}
	return &f
}

func collide(s beam.Scope, do dofns, spec Spec) {
	s = s.Scope("daylight")
	side := func(c beam.PCollection) beam.SideInput { return beam.SideInput{Input: c} }
	plan := side(beam.ParDo(s.Scope("plan"), &planFn{spec}, beam.Impulse(s)))
	// Reshuffle lets workers share the parts.
	parts := beam.Reshuffle(s, beam.CreateList(s, spec.parts()))
	shapes, ids, runs, shares := beam.ParDo4(s.Scope("read"), put(do.read, readFn{spec}), parts, plan)
	known := beam.ParDo(s.Scope("know"), &knowFn{spec}, beam.Impulse(s), side(shares), plan)
	left := beam.ParDo(s.Scope("ids"), &idsFn{Spec: spec}, beam.GroupByKey(s, ids), side(runs), side(known))
	known = beam.ParDo(s.Scope("leave"), &leaveFn{}, beam.Impulse(s), side(left), side(known))
	beam.ParDo0(s.Scope("tiles"), put(do.answer, answerFn{Spec: spec}), beam.GroupByKey(s, shapes), side(known))
}

// CheckOutputs finds files that are there already, which would be mixed up with those that are to come.
func (s *Spec) CheckOutputs(ctx context.Context) error {
	names, err := list(ctx, s.Prefix+"-*"+s.format().Ending())
	if err != nil {
		return err
	}
	if len(names) > 0 {
		return fmt.Errorf("%s is there already, and %d files in all: remove them, or choose another prefix", names[0], len(names))
	}
	return nil
}
