// SPDX-License-Identifier: MIT

package batch

import (
	"fmt"
	"runtime"

	"daylight"
	"daylight/internal/broadphase"
	"daylight/internal/kernels/isa"
	"daylight/internal/scratch"
	"daylight/internal/step"
)

// resolve checks a Config and puts its defaults in place.
func (c *Config) resolve(of call) (step.Settings, error) {
	if err := c.check(of); err != nil {
		return step.Settings{}, err
	}
	r := step.Settings{
		Mode: step.Mode(c.Mode), Margin: float32(c.Margin), Open: c.Strict, Canonical: c.Canonical, Events: c.Events,
		Workers: c.Workers, MaxCandidates: c.MaxCandidates, Memory: c.MemoryLimit,
		Reorder: !c.FixedOrder && !of.once && !of.join, Progress: c.OnProgress, Decide: c.Decide, Omit: c.Omit,
		Columns: [2]step.Columns{*c.Columns.set(), *c.Other.set()}, Excludes: c.Columns.Exclude != nil || c.Other.Exclude != nil, Duration: float32(c.Duration),
		Period: [2]float64{c.PeriodX, c.PeriodY},
		Hints:  !c.unhinted && !of.once,
	}
	if c.BruteForce {
		r.BruteForce, r.Canonical, r.Workers = true, true, 1
	}
	r.Circles = broadphase.CirclesOf(r.Period, r.Grow())
	if r.Workers == 0 {
		r.Workers = min(runtime.GOMAXPROCS(0), daylight.MaxWorkers)
	}
	if r.MaxCandidates == 0 {
		r.MaxCandidates = defaultMaxCandidates
	}
	if r.Memory == 0 {
		r.Memory = scratch.DefaultLimit
	}
	if r.Duration == 0 {
		r.Duration = 1
	}
	var err error
	r.Table, err = isa.Named(c.Kernels)
	if err != nil && c.Kernels != "" {
		err = &daylight.ArgumentError{Problem: fmt.Sprintf("batch.Config{Kernels: %q}: %v", c.Kernels, err), Reason: err}
	}
	return r, err
}
