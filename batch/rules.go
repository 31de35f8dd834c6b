// SPDX-License-Identifier: MIT

package batch

import (
	"daylight/internal/guard"
	"daylight/internal/step"
)

// call is the kind of call that a Config is for.
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

// checkValues refuses values that are invalid for any values of the other fields.
func (c *Config) checkValues() error {
	most := float64(MaxMargin)
	switch {
	case !guard.Within(float64(c.Mode), float64(ModeContacts), float64(ModeDistance)):
		return refuse("Mode", int(c.Mode), "ModeContacts, ModeOverlaps, ModePairs, ModeManifolds, ModeSwept or ModeDistance")
	case !guard.Within(c.Margin, -most, most):
		return refuse("Margin", c.Margin, "a finite number up to %g", most)
	case !guard.Within(c.Period[0], 0, most) || !guard.Within(c.Period[1], 0, most):
		return refuse("Period", c.Period, "a width and a height above 0 and up to %g, or 0 where the plane does not close", most)
	case !guard.Within(c.Duration, 0, maxDuration):
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
	either(c.Columns[0].set().Still() && c.Columns[1].set().Still(), still, moving)
	either(c.Margin != 0, margin, 0)
	either(c.Skin, listed, 0)
	either(c.Strict, strict, 0)
	either(c.Decide != nil, decides, 0)
	either(c.Omit != nil, omits, 0)
	either(c.Events, tracks, 0)
	either(c.Duration != 0, timed, 0)
	either(c.BruteForce, brute, 0)
	either(c.FixedOrder, fixed, 0)
	either(c.Columns[1] != (Columns{}), other, 0)
	either(c.Period != [2]float64{}, torus, 0)
	return has
}

const needsVelocities = "velocities beside it: Columns: [2]batch.Columns{{Motion: motion}}, of soa.AttachMotion"

// rules are the combinations that a Config may not have. A rule refuses a Config that has all
// traits of has and any of not. The first rule that applies gives the error.
var rules = [...]struct {
	has, not trait
	field    string
	value    func(c *Config) any
	want     string
}{
	{torus, swept | decides | brute, "Period", func(c *Config) any { return c.Period },
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
	{fixed, oneOff | joined, "FixedOrder", yes, "an engine of one set: nothing else stores shapes in another order"},
	{tracks, oneOff, "Events", yes, "an engine, which has steps to compare"},
	{other, apart, "Columns[1]", func(*Config) any { return "columns of a second set" }, "two sets, of Join or NewJoin"},
	{oneOff | atOnce, moving, "Columns", func(*Config) any { return "velocities" },
		"ModeSwept: nothing else asks for them in a call that is not an engine's"},
	{joined | atOnce, moving, "Columns", func(*Config) any { return "velocities" },
		"ModeSwept: an engine of two sets has no Advance"},
}

func yes(*Config) any      { return true }
func function(*Config) any { return "a function" }
