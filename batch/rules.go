// SPDX-License-Identifier: MIT

package batch

import (
	"daylight"
	"daylight/internal/step"
)

// call is what a Config is for.
type call struct {
	once bool // not an engine
	join bool
}

// check refuses values that make no sense, and fields that the call cannot honour.
func (c *Config) check(of call) error {
	if err := c.checkValues(); err != nil {
		return err
	}
	has := c.traits(of)
	for i := range rules {
		if r := &rules[i]; has&r.has == r.has && has&r.not != 0 {
			return refuse(r.field, r.value(c), r.want)
		}
	}
	return nil
}

// within reports whether a value lies in a range. NaN does not.
func within(v, lo, hi float64) bool { return v >= lo && v <= hi }

// checkValues refuses values that make no sense, whatever the other fields are.
func (c *Config) checkValues() error {
	most := float64(MaxMargin)
	switch {
	case !within(float64(c.Mode), float64(ModeContacts), float64(ModeDistance)):
		return refuse("Mode", int(c.Mode), "ModeContacts, ModeOverlaps, ModePairs, ModeManifolds, ModeSwept or ModeDistance")
	case !within(c.Margin, -most, most):
		return refuse("Margin", c.Margin, "a finite number up to %g", most)
	case !within(float64(c.Workers), 0, daylight.MaxWorkers):
		return refuse("Workers", c.Workers, "1 to %d, or 0 for GOMAXPROCS", daylight.MaxWorkers)
	case c.MaxCandidates < 0:
		return refuse("MaxCandidates", c.MaxCandidates, "at least 1, or 0 for the default")
	case c.MemoryLimit != 0 && c.MemoryLimit < minMemory:
		return refuse("MemoryLimit", c.MemoryLimit, "at least %d bytes, or 0 for the default", int64(minMemory))
	case !within(c.PeriodX, 0, most):
		return refuse("PeriodX", c.PeriodX, "a width above 0 and up to %g, or 0 for a plane that does not close along x", most)
	case !within(c.PeriodY, 0, most):
		return refuse("PeriodY", c.PeriodY, "a height above 0 and up to %g, or 0 for a plane that does not close along y", most)
	case !within(c.Duration, 0, maxDuration):
		return refuse("Duration", c.Duration, "a time up to %g, or 0 for 1", float64(maxDuration))
	}
	return nil
}

// A trait is a property of a Config or of the call that it is for.
type trait uint32

const (
	oneOff trait = 1 << iota
	engine
	joined // two sets
	apart  // one
	pairsOnly
	swept
	atOnce // another mode than ModeSwept
	still  // no velocities
	moving // velocities, of either set
	margin // another one than 0
	listed // Skin
	strict
	decides
	omits
	tracks // Events
	timed  // Duration
	brute
	capped // MaxCandidates
	fixed
	other
	torus
)

// traits returns the traits of a Config and a call.
func (c *Config) traits(of call) trait {
	has, mode := trait(0), step.Mode(c.Mode)
	either := func(is bool, yes, no trait) {
		if is {
			has |= yes
		} else {
			has |= no
		}
	}
	either(of.once, oneOff, engine)
	either(of.join, joined, apart)
	either(mode.Decides(), 0, pairsOnly)
	either(c.Mode == ModeSwept, swept, atOnce)
	either(c.Columns.set().Still() && c.Other.set().Still(), still, moving)
	either(c.Margin != 0, margin, 0)
	either(c.Skin, listed, 0)
	either(c.Strict, strict, 0)
	either(c.Decide != nil, decides, 0)
	either(c.Omit != nil, omits, 0)
	either(c.Events, tracks, 0)
	either(c.Duration != 0, timed, 0)
	either(c.BruteForce, brute, 0)
	either(c.MaxCandidates != 0, capped, 0)
	either(c.FixedOrder, fixed, 0)
	either(c.Other != (Columns{}), other, 0)
	either(max(c.PeriodX, c.PeriodY) > 0, torus, 0)
	return has
}

const needsVelocities = "velocities beside it: Columns: batch.Columns{Motion: motion}, of soa.AttachMotion"

// rules are the fields that a Config may not have: a rule refuses a Config that has all of has and any of
// not. The first that does so gives the error.
var rules = [...]struct {
	has, not trait
	field    string
	value    func(c *Config) any
	want     string
}{
	{torus, swept | decides | brute, "PeriodX or PeriodY", func(c *Config) any { return max(c.PeriodX, c.PeriodY) },
		"neither ModeSwept, Decide nor BruteForce beside it: these do not know images of shapes"},
	{strict, pairsOnly, "Strict", yes, "another mode than ModePairs, which knows only AABBs"},
	{decides, margin | pairsOnly, "Decide", function, "margin 0, and another mode than ModePairs: elsewhere no error bound is in question"},
	{omits, pairsOnly | swept | listed, "Omit", function, "another mode than ModePairs and ModeSwept, and no Skin"},
	{swept, still, "Mode", func(c *Config) any { return c.Mode }, needsVelocities},
	{timed, atOnce, "Duration", func(c *Config) any { return c.Duration },
		"ModeSwept, the only mode in which shapes move during a step; Advance takes a time"},
	{listed, oneOff | joined | pairsOnly | swept, "Skin", yes,
		"an engine of one set, and another mode than ModePairs and ModeSwept: nothing else keeps candidates from step to step"},
	{brute, engine | pairsOnly, "BruteForce", yes, "Collide or Join, and another mode than ModePairs: nothing else can do without a broad phase"},
	{brute, capped, "MaxCandidates", func(c *Config) any { return c.MaxCandidates }, "a broad phase: BruteForce looks for no candidates"},
	{fixed, oneOff | joined, "FixedOrder", yes, "an engine of one set: nothing else stores shapes in another order"},
	{tracks, oneOff, "Events", yes, "an engine, which has steps to compare"},
	{other, apart, "Other", func(*Config) any { return "columns of a second set" }, "two sets, of Join or NewJoin"},
	{oneOff | atOnce, moving, "Columns", func(*Config) any { return "velocities" },
		"ModeSwept: nothing else asks for them in a call that is not an engine's"},
	{joined | atOnce, moving, "Columns", func(*Config) any { return "velocities" },
		"ModeSwept: an engine of two sets has no Advance"},
}

func yes(*Config) any      { return true }
func function(*Config) any { return "a function" }
