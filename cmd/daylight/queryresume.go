// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/ask"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/resume"
	"daylight/cmd/internal/shapes"
)

// inParts asks for some worlds at a time, and keeps what it has in a Work, which is to be closed
// unless it is nil.
func (o *asking) inParts(ctx context.Context, c *cobra.Command, set, asked *shapes.Set, cfg ask.Config, writing output.Writing, files []string) (*ask.Stats, *resume.Work, error) {
	total := new(ask.Stats)
	cfg.Bars = nil
	var questions *shapes.Set
	if asked != set {
		questions = asked
	}
	arguments := "query " + string(cfg.Kind) + " " + sameRun(c)
	work, err := o.in.byWorlds(ctx, arguments, "asking", o.out, files, set, questions, total, func(set, asked *shapes.Set, from int, w io.Writer) error {
		if asked == nil {
			asked = set
		}
		held := cfg.Memory.Held()
		defer func() { cfg.Memory.Release(cfg.Memory.Held() - held) }()
		result, stats, err := o.answer(ctx, set, asked, cfg)
		if err != nil {
			return err
		}
		if found := total.Answers + stats.Answers; o.limit > 0 && found > o.limit {
			return ask.TooMany(o.limit, found)
		}
		writing.Further = from > 0
		if err := o.write(ctx, w, result, stats, writing); err != nil {
			return err
		}
		total.Add(stats)
		return nil
	})
	if err != nil {
		return nil, work, err
	}
	total.Count(set, asked, cfg)
	return total, work, nil
}
