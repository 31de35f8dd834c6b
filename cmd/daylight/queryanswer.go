// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"daylight/cmd/internal/ask"
	"daylight/cmd/internal/diagram"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/shapes"
)

// answer asks and, if told to, verifies.
func (o *asking) answer(ctx context.Context, set, asked *shapes.Set, cfg ask.Config) (*ask.Result, *ask.Stats, error) {
	result, err := ask.Run(ctx, set, asked, cfg, false)
	if err != nil {
		return nil, nil, err
	}
	stats := ask.StatsOf(result, cfg)
	if !o.verify {
		return result, stats, nil
	}
	begin := time.Now()
	brute, err := ask.Run(ctx, set, asked, cfg, true)
	if err != nil {
		return nil, nil, err
	}
	if err := result.Same(brute); err != nil {
		return nil, nil, &differs{err}
	}
	stats.Verified, stats.Seconds.Verify = &o.verify, time.Since(begin).Seconds()
	return result, stats, nil
}

// leftOut tells of the shapes that were left out when questions were asked, and lists them.
func (o *asking) leftOut(stats *ask.Stats) {
	for i, b := range stats.LeftOut {
		e := b.Error()
		if i == 0 {
			o.in.note(fmt.Sprintf("left out %s, asked about what it cannot be told of; the first: %v", diagram.Counted(len(stats.LeftOut), "shape"), e))
		}
		if o.in.bad != nil {
			o.in.bad.add(e)
		}
	}
}

// write writes the rows, and notes how long it took.
func (o *asking) write(ctx context.Context, w io.Writer, result *ask.Result, stats *ask.Stats, writing output.Writing) error {
	begin := time.Now()
	err := output.WriteContacts(ctx, w, result, writing)
	stats.Seconds.Write = time.Since(begin).Seconds()
	return err
}
