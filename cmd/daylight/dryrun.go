// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"daylight/batch"
	"daylight/cmd/internal/ask"
	"daylight/cmd/internal/job"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/shapes"
)

// sampleShapes is how many shapes are collided to tell what all would take.
const sampleShapes = 20_000

// dryAlone refuses what does not go with a dry run, such as flags about an answer, which it does not have.
func (s *spec) dryAlone(c *cobra.Command) error {
	if err := refuse(c, "--%s does not go with --dry-run", "resume", "spill"); err != nil {
		return err
	}
	if err := refuse(c, "--%s is about an answer, and --dry-run finds none", "stats", "verify"); err != nil {
		return err
	}
	if s.undry != "" {
		return usage(c, "--dry-run does not go with %s, of which it has no estimate", s.undry)
	}
	return nil
}

// estimated says what a run would find and take, from the tables as they have been read and what is told from a
// part of the scene: how much is found, and how long that takes. Each of what is found takes so many bytes while it is
// found and written, at most.
func (in *input) estimated(line func(name, format string, args ...any), found, rows string, each int64, tell func() (int, time.Duration, error)) error {
	held := memory.Format(in.memory.Held())
	n, took, err := tell()
	if crowded(err) {
		line("memory", "%s for the shapes, and more than is left for the %s: %v", held, rows, err)
		return nil
	}
	if err != nil {
		return err
	}
	line(found, "about %s", thousands(n))
	line("memory", "%s for the shapes, about %s more for the %s", held, memory.Format(int64(n)*each), rows)
	const write = 400 * time.Nanosecond // of a row
	line("time", "%.2g s for reading, which has been done, about %.2g s for the rest", in.took.Seconds(), (took + time.Duration(n)*write).Seconds())
	return nil
}

// unread answers a dry run of tables that could not be read for want of memory.
func (in *input) unread(w io.Writer, err error, advice string) error {
	if in.short == nil {
		return err
	}
	if advice != "" {
		advice = "; " + advice
	}
	listing(w)("memory", "too little for the shapes: %v%s", in.short, advice)
	return nil
}

// crowded reports whether even a part of the shapes has more pairs or answers than there is memory for.
func crowded(err error) bool {
	return errors.Is(err, memory.ErrLimit) || errors.Is(err, batch.ErrLimit)
}

// listing writes lines, each with a name in front.
func listing(w io.Writer) func(name, format string, args ...any) {
	return func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-14s %s\n", name, fmt.Sprintf(format, args...))
	}
}

// describe says what rows and shapes there are.
func describe(line func(name, format string, args ...any), sets ...*shapes.Set) {
	rows, bad, nowhere, n := 0, 0, 0, 0
	var forms [shapes.NumForms]int
	for _, s := range sets {
		rows, bad, nowhere, n = rows+s.Rows, bad+s.Skipped, nowhere+s.Nowhere, n+s.Len()
		for k, count := range s.Forms() {
			forms[k] += count
		}
	}
	text := thousands(rows)
	if bad > 0 {
		text += fmt.Sprintf(" (%s of them bad)", thousands(bad))
	}
	if nowhere > 0 {
		text += fmt.Sprintf(" (%s of them without a geometry)", thousands(nowhere))
	}
	line("rows", "%s", text)
	var parts []string
	for k, noun := range [...]string{"circle", "capsule", "box", "polygon", "collection"} {
		if n := forms[k]; n > 0 {
			parts = append(parts, strings.Replace(counted(n, noun), "boxs", "boxes", 1))
		}
	}
	line("shapes", "%s", strings.TrimSuffix(thousands(n)+": "+strings.Join(parts, ", "), ": "))
}

func (k *contacts) expect(ctx context.Context, w io.Writer, set, other *shapes.Set) error {
	sets := []*shapes.Set{set}
	if other != nil {
		sets = append(sets, other)
	}
	line := listing(w)
	describe(line, sets...)
	line("worlds", "%s", thousands(len(set.Worlds())))
	return k.in.estimated(line, "candidates", "contacts", 150, func() (int, time.Duration, error) {
		return expect(ctx, set, other, k.cfg.Config)
	})
}

// expect tells candidates and time of a run from those of a sample that is evenly spread:
// of a share p of each side, a share p*p of the pairs is there.
func expect(ctx context.Context, set, other *shapes.Set, cfg job.Config) (candidates int, took time.Duration, err error) {
	if set.Len() == 0 || (other != nil && other.Len() == 0) {
		return 0, 0, nil
	}
	part, err := set.Sample(sampleShapes)
	if err != nil {
		return 0, 0, err
	}
	more := float64(set.Len()) / float64(part.Len())
	pairs := more * more
	var second *shapes.Set
	if other != nil {
		if second, err = other.Sample(sampleShapes); err != nil {
			return 0, 0, err
		}
		ratio := float64(other.Len()) / float64(second.Len())
		pairs, more = more*ratio, max(more, ratio)
	}
	cfg.Bars = nil
	r, err := job.Run(ctx, part, second, cfg)
	if err != nil {
		return 0, 0, err
	}
	found := float64(r.Stats.Candidates) * pairs
	const candidate = 30 * time.Nanosecond // deciding one
	return int(math.Round(found)), time.Duration(float64(r.Collide)*more) + time.Duration(found)*candidate, nil
}

// sampleQuestions is how many questions are asked to tell what all would take.
const sampleQuestions = 10_000

// expect asks a part of the questions.
func (o *answers) expect(ctx context.Context, w io.Writer, set, asked *shapes.Set) error {
	cfg, asked := o.cfg, second(set, asked)
	cfg.Bars = nil
	line := listing(w)
	describe(line, set)
	line("worlds", "%s", thousands(len(set.Worlds())))
	if asked != set {
		line("questions", "%s", thousands(asked.Len()))
	}
	if asked.Len() == 0 {
		line("memory", "%s for the shapes", memory.Format(o.in.memory.Held()))
		line("time", "%.2g s for reading, which has been done", o.in.took.Seconds())
		return nil
	}
	return o.in.estimated(line, "answers", "answers", 100, func() (int, time.Duration, error) {
		part, err := asked.Sample(sampleQuestions)
		if err != nil {
			return 0, 0, err
		}
		share := float64(asked.Len()) / float64(part.Len())
		among, answers := set, share
		if cfg.Kind == ask.Within { // of a share p of the shapes, a share p*p of the pairs is there
			among, answers = part, share*share
		}
		r, err := ask.Run(ctx, among, part, cfg, false)
		if err != nil {
			return 0, 0, err
		}
		n := r.Len()
		if cfg.Kind == ask.Inside && asked == set && !set.Cut() {
			n -= part.Len() // they are asked about as if they were not themselves among the shapes
		}
		took := float64(r.Index) + float64(float64(r.Answers)*share)
		if cfg.Kind == ask.Within {
			took += float64(float64(r.Index) * (share - 1))
		}
		return int(math.Round(float64(n) * answers)), time.Duration(took), nil
	})
}
