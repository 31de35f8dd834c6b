// SPDX-License-Identifier: MIT

package query

import (
	"cmp"

	"daylight/internal/guard"
	"daylight/internal/kernels/isa"
	"daylight/internal/scratch"
	"daylight/soa"
)

// Config says what an Index may use. The zero value is the default. New refuses a Config with a
// *daylight.ArgumentError if the value of a field makes no sense. No answer depends on it.
//
// In place: with InPlace, Build and Refit take at most a quarter of the time of a step. The store
// must have shapes in the order in which a step of a batch.Engine left them. In return nobody may
// change the store during a call, and after a change questions return ErrChanged until Build. The
// Index still copies fewer than a thousand shapes, shapes in another order (but see AnyOrder) and
// shapes of several worlds. It copies all shapes if one is in quarantine, or with BruteForce.
type Config struct {
	// Workers is how many goroutines Build and Refit may use, 1 to daylight.MaxWorkers; 0 stands
	// for GOMAXPROCS.
	Workers int

	// Kernels is the name of the kernels to use, "go", "avx2" or "avx512" (see kernels.Variants).
	// If it is empty, the environment variable DAYLIGHT_KERNELS names them. Without the variable
	// they are the fastest that this processor can run. An Asker uses those of its Index.
	Kernels string

	// BruteForce makes an Index look at every shape of a world for each question. It gives the same
	// answers, slowly, so that tests can compare.
	BruteForce bool

	// InPlace lets an Index read shapes in their store instead of copying them; see "In place"
	// above.
	InPlace bool

	// AnyOrder lets an index with InPlace read more than sixteen shapes in any order of storage. It
	// is for WithinDistance, which searches no tree; other questions become slow. It needs InPlace.
	AnyOrder bool

	// MemoryLimit is how many bytes an Index may take, 1 MiB at least. New, Build or Refit end with
	// a *daylight.LimitError before they take more; the index is then as it was (but see Build). 0
	// stands for the default of batch.Config.MemoryLimit.
	MemoryLimit int64
}

// AskerConfig says what an Asker may use. The zero value is the default. NewAsker refuses a bad
// AskerConfig as New refuses a Config. No answer depends on it.
type AskerConfig struct {
	// Workers is how many goroutines a call may use, 1 to daylight.MaxWorkers; 0 stands for
	// GOMAXPROCS.
	Workers int

	// MaxAnswers is how many answers a call may find, for all its questions together. A call that
	// finds more ends with a *daylight.LimitError instead of filling the memory. In WithinDistance
	// a pair is one answer. An answer takes 4 to 56 bytes, and twice that while the answers of
	// several workers are merged. 0 stands for DefaultMaxAnswers.
	MaxAnswers int

	// MemoryLimit is how many bytes an Asker may take for its questions and answers, 1 MiB at
	// least. A call ends with a *daylight.LimitError before it takes more; the Asker can then be
	// used as before. 0 stands for the limit of its Index. The methods of the Index that answer one
	// question have no limit.
	MemoryLimit int64
}

// DefaultMaxAnswers is the greatest number of answers of a call unless Config says otherwise.
const DefaultMaxAnswers = 1 << 28

// check refuses values of fields that make no sense, and replaces 0 by the default.
func (c *AskerConfig) check(of string, memoryLimit int64) error {
	if c.MaxAnswers < 0 {
		return guard.Field(of, "MaxAnswers", c.MaxAnswers, "want at least 1, or 0 for %d", DefaultMaxAnswers)
	}
	c.MaxAnswers = cmp.Or(c.MaxAnswers, DefaultMaxAnswers)
	return cmp.Or(guard.Workers(of, &c.Workers), guard.MemoryLimit(of, &c.MemoryLimit, memoryLimit))
}

// check does the same for an index, and returns its kernels.
func (c *Config) check() (*isa.Table, error) {
	if c.AnyOrder && !c.InPlace {
		return nil, guard.Field("query.Config", "AnyOrder", true, "it is about shapes that are read in their store; set InPlace, too")
	}
	common := AskerConfig{Workers: c.Workers, MemoryLimit: c.MemoryLimit}
	if err := common.check("query.Config", scratch.DefaultLimit); err != nil {
		return nil, err
	}
	c.Workers, c.MemoryLimit = common.Workers, common.MemoryLimit
	return guard.Kernels("query.Config", c.Kernels, isa.Named)
}

// Options are the parameters of a call other than the columns of its questions. The zero value is
// the default. A call refuses Options with a *daylight.ArgumentError if the value of a field makes
// no sense, or if they set a field that the call cannot honour.
//
// To find where a ray leaves a shape, ask CastRaysAll about the opposite ray, from (x+dx, y+dy) by
// (-dx, -dy). If that one enters a shape at the fraction f, this one leaves it at 1-f.
//
// On a torus (Period) shapes and questions may lie anywhere, but together across 16 periods at most
// (walls: 14). Among several images of a shape the deepest or nearest answers. Rays go on across
// the border, and CastRaysAll lists a shape each time a ray enters it. Points of answers lie in the
// period of the question, and overlaps are sorted by ID. WithinDistance lists each pair once, by
// its nearest images. The distance, and each shape grown by it, must be smaller than half a period.
// A shape must lie within two periods of its position. If one does not, WithinDistance returns a
// *QuestionError that names it. Positions are rounded to about 2^-49 of the period. WithinDistance
// with BruteForce refuses periods.
type Options struct {
	// Attrs are the filter attributes of the questions: they say which shapes may answer, by the
	// rules that say which shapes meet. The zero value is that of any shape. Calls that ask about
	// shapes refuse it, since each shape asks with its own attributes.
	Attrs soa.Attrs
	// Skip is a shape that does not answer; 0 for none. WithinDistance refuses it.
	Skip soa.ID
	// AttrsOf and SkipOf are the same as columns with an entry for each question, used instead of
	// Attrs and Skip unless they are nil.
	AttrsOf []soa.Attrs
	SkipOf  []soa.ID

	// IgnoreSensors keeps sensors (soa.Attrs.Sensor) from answering.
	IgnoreSensors bool

	// Within is how far a shape may be from a question, in the units of the positions, 0 to
	// MaxDistance. It is rounded to float32. OverlapPoints, OverlapBoxes and OverlapShapes find
	// shapes up to that distance, so with 0 shapes that overlap or touch. NearestToPoints and
	// NearestToShapes find no shape farther away; 0 stands for any distance. Other calls refuse it.
	Within float64

	// Inside has rays meet the shapes that hold their origin, boundary included, at fraction 0 with
	// the normal (0, 0). Without it a ray does not meet such shapes at all. Only rays honour it.
	Inside bool

	// Strict makes shapes open sets, as batch.Config.Strict does: a moving shape meets a shape only
	// if the two overlap. So it can slide along a floor that it touches, or move away from it.
	// CastShapes honours it.
	Strict bool

	// Canonical sorts the shapes that answer one question by ID. Without it they come in the order
	// in which the index holds them, which depends on the store alone. The Overlap methods and
	// CoverShapes honour it; the others sort by fraction or distance.
	Canonical bool

	// NoClosestPoints leaves the closest points of a Neighbour at 0, which saves about a third of
	// the time. NearestToPoints and NearestToShapes honour it.
	NoClosestPoints bool

	// HalfLists has WithinDistance list a pair only in the row of the shape in the lower slot,
	// instead of in the rows of both shapes.
	HalfLists bool

	// Centres has WithinDistance measure between the positions of shapes, and ignore their sizes.
	Centres bool

	// Period, if it is not 0, makes the plane a torus of that width and height, as in batch.Config.
	// Rays, NearestTo, OverlapPoints, OverlapBoxes, OverlapShapes and WithinDistance take it.
	Period [2]float64

	// Walls, if not nil, has WithinDistance list only neighbours in sight: no shape of its index
	// meets the segment between the two positions, ends included. Sensors hide nothing, nor do
	// shapes of other worlds; other attributes do not matter. Nobody else may use the Asker
	// meanwhile, and its Config limits its memory.
	Walls *Asker
}

// MaxDistance is the greatest distance that Options.Within and WithinDistance accept.
const MaxDistance = 1 << 60

// option is a set of fields of Options.
type option uint16

const (
	attrsOption option = 1 << iota
	skipOption
	withinOption
	insideOption
	canonicalOption
	noPointsOption
	halfOption
	centresOption
	wallsOption
	periodOption
	strictOption
)

var optionNames = [...]string{"Attrs or AttrsOf", "Skip or SkipOf", "Within", "Inside", "Canonical", "NoClosestPoints", "HalfLists", "Centres", "Walls", "Period", "Strict"}

// check refuses what a call about n questions cannot honour.
func (o *Options) check(c *call, n int) error {
	set := [...]bool{
		o.AttrsOf != nil || o.Attrs != (soa.Attrs{}), o.SkipOf != nil || o.Skip != 0,
		o.Within != 0, o.Inside, o.Canonical, o.NoClosestPoints, o.HalfLists, o.Centres, o.Walls != nil, o.Period != [2]float64{}, o.Strict,
	}
	for k, is := range set {
		if is && c.honours&(1<<k) == 0 {
			return guard.Argument("query.Options", "%s does not apply to %s", optionNames[k], c.name)
		}
	}
	switch {
	case !(o.Within >= 0 && o.Within <= MaxDistance):
		return guard.Field("query.Options", "Within", o.Within, "want 0 to %g", float64(MaxDistance))
	case !guard.Within(o.Period[0], 0, MaxDistance) || !guard.Within(o.Period[1], 0, MaxDistance):
		return guard.Field("query.Options", "Period", o.Period, "want a width and a height above 0 and up to %g, or 0 where the plane does not close", float64(MaxDistance))
	case o.AttrsOf != nil && len(o.AttrsOf) != n:
		return c.unequal("Options.AttrsOf", len(o.AttrsOf), n)
	case o.SkipOf != nil && len(o.SkipOf) != n:
		return c.unequal("Options.SkipOf", len(o.SkipOf), n)
	}
	return nil
}
