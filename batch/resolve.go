// SPDX-License-Identifier: MIT

package batch

import (
	"cmp"

	"daylight/internal/broadphase"
	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/scratch"
	"daylight/internal/step"
)

// resolve checks a Config and puts its defaults in place.
func (c *Config) resolve(of call) (step.Settings, error) {
	if err := c.check(of); err != nil {
		return step.Settings{}, err
	}
	if err := cmp.Or(guard.Workers("batch.Config", &c.Workers), guard.MemoryLimit("batch.Config", &c.MemoryLimit, scratch.DefaultLimit)); err != nil {
		return step.Settings{}, err
	}
	r := step.Settings{
		Mode: step.Mode(c.Mode), Margin: float32(c.Margin), Open: c.Strict, Canonical: c.Canonical, Events: c.Events,
		Workers: c.Workers, Memory: c.MemoryLimit,
		Reorder: !c.FixedOrder && !of.once && !of.join, Progress: c.OnProgress, Decide: c.Decide, Omit: c.Omit,
		Columns: [2]step.Columns{*c.Columns[0].set(), *c.Columns[1].set()}, Excludes: c.Columns[0].Exclude != nil || c.Columns[1].Exclude != nil, Duration: float32(c.Duration),
		Period: c.Period,
		Hints:  !c.unhinted && !of.once,
	}
	if c.BruteForce {
		r.BruteForce, r.Canonical, r.Workers = true, true, 1
	}
	r.Circles = broadphase.CirclesOf(r.Period, r.Grow())
	if r.Duration == 0 {
		r.Duration = 1
	}
	var err error
	r.Table, err = guard.Kernels("batch.Config", c.Kernels, isa.Named)
	return r, err
}
