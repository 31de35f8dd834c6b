// SPDX-License-Identifier: MIT

package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Collide adds to a pipeline what reads the files, finds the answer and writes it, a file for each tile that
// has rows. Files from spec.Joined on are the second set. Spec.Check says whether it can.
func Collide(s beam.Scope, spec Spec, files []File) { collide(s, dofns{}, spec, files) }

// dofns are put in place of those of the pipeline, by tests.
type dofns struct {
	route  func(routeFn) any
	answer func(answerFn) any
}

// put is a DoFn, or what is put in its place.
func put[F any](other func(F) any, f F) any {
	if other != nil {
		return other(f)
	}
	return &f
}

func collide(s beam.Scope, do dofns, spec Spec, files []File) {
	s = s.Scope("daylight")
	of := tables{Joined: int(spec.Joined)}
	for _, f := range files {
		of.Names = append(of.Names, f.Name)
	}
	// Reshuffle lets workers share the ranges of the files.
	parts := beam.Reshuffle(s, beam.ParDo(s.Scope("split"), &splitFn{Spec: spec}, beam.Reshuffle(s, beam.CreateList(s, files))))
	packs, samples, shares, ids := beam.ParDo4(s.Scope("read"), &readFn{Spec: spec}, parts)
	plan := beam.SideInput{Input: beam.ParDo(s.Scope("plan"), &planFn{Spec: spec, Tables: of}, beam.Impulse(s), beam.SideInput{Input: samples}, beam.SideInput{Input: shares})}
	runs := beam.SideInput{Input: beam.ParDo(s, runsOf, ids)}
	beam.ParDo0(s.Scope("ids"), &idsFn{Tables: of}, beam.GroupByKey(s, ids), runs, plan)
	routed := beam.ParDo(s.Scope("route"), put(do.route, routeFn{Tables: of}), packs, plan)
	beam.ParDo0(s.Scope("tiles"), put(do.answer, answerFn{Spec: spec, Tables: of}), beam.GroupByKey(s, routed), plan)
}

// CheckOutputs finds files that are there already, which would be mixed up with those that are to come.
func (s *Spec) CheckOutputs(ctx context.Context) error {
	fs, err := filesystem.New(ctx, s.Prefix)
	if err != nil {
		return err
	}
	names, err := fs.List(ctx, s.Prefix+"-*"+s.format().Ending())
	if err := errors.Join(err, fs.Close()); err != nil {
		return err
	}
	if len(names) > 0 {
		return fmt.Errorf("%s is there already, and %d files in all: remove them, or choose another prefix", names[0], len(names))
	}
	return nil
}
