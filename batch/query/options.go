// SPDX-License-Identifier: MIT

package query

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"daylight/batch"
	"daylight/internal/memory"
	"daylight/internal/simd/isa"
)

// Option configures an Index (New), an Asker (Index.NewAsker) or one call of an Asker. Options that
// an Asker was made with hold for all its calls, unless a call is given others. An option that does
// not apply to where it is given has no effect. A bad value is a *batch.ArgumentError, which is an
// ErrOption.
type Option func(*config) error

// config is what options set.
type config struct {
	table      *isa.Table
	bruteForce bool

	workers   int
	limit     int
	memory    int64
	canonical bool
	inside    bool
	within    float32
	once      bool
	centres   bool
	noPoints  bool
	solid     bool
}

func newConfig(opts []Option) (config, error) {
	c := config{workers: runtime.GOMAXPROCS(0), limit: DefaultMaxAnswers, memory: memory.Default, within: inf}
	if err := c.apply(opts); err != nil {
		return c, err
	}
	if c.table == nil {
		t, err := isa.Choose()
		if err != nil {
			return c, err
		}
		c.table = t
	}
	return c, nil
}

func (c *config) apply(opts []Option) error {
	for _, o := range opts {
		if o == nil {
			return &batch.ArgumentError{Problem: "query.Option: nil among the options", Reason: ErrOption}
		}
		if err := o(c); err != nil {
			return err
		}
	}
	return nil
}

// Kernels names the variant of the kernels of an Index, which its Askers use as well. The default,
// which the empty name stands for too, is what kernels.Choose returns. The answers do not depend on it.
func Kernels(name string) Option {
	return func(c *config) (err error) {
		if c.table, err = isa.Named(name); err != nil {
			err = &batch.ArgumentError{Problem: fmt.Sprintf("query.Kernels(%q): %v", name, err), Reason: errors.Join(ErrOption, err)}
		}
		return err
	}
}

// BruteForce makes an Index look at every shape of a world for each question. It gives the same
// answers, slowly, so that tests can compare. It is an option of New; the default is false.
func BruteForce(on bool) Option {
	return func(c *config) error {
		c.bruteForce = on
		return nil
	}
}

// Workers sets how many goroutines an Asker may use, or an Index in Build and Refit: 1 to
// batch.MaxWorkers. The default is GOMAXPROCS. A call of an Asker cannot use more than the Asker was
// made with. The answers do not depend on it.
func Workers(n int) Option {
	return func(c *config) error {
		if n < 1 || n > batch.MaxWorkers {
			return refuse("Workers", n, "1 to %d", batch.MaxWorkers)
		}
		c.workers = n
		return nil
	}
}

// DefaultMaxAnswers is the greatest number of answers of a call unless MaxAnswers says otherwise.
const DefaultMaxAnswers = 1 << 28

// MaxAnswers sets how many answers a call of an Asker may find, for all its questions together; a
// call that finds more ends with an *AnswersError instead of filling the memory. In WithinDistance
// a pair is one answer. An answer takes 8 to 52 bytes, and twice that while the answers of several
// workers are put together. The default is DefaultMaxAnswers.
func MaxAnswers(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return refuse("MaxAnswers", n, "at least 1")
		}
		c.limit = n
		return nil
	}
}

// MemoryLimit sets how many bytes an Index may take, or an Asker for its questions and answers, 1 MiB
// at least. New, Build or a call that needs more ends with a *batch.LimitError before it takes them; the
// index is then as it was, and the Asker can be used as before. As an option of New it holds for the
// Askers of the index as well, unless they, or their calls, are given another. The default is that of
// batch.MemoryLimit. The methods of the Index that answer one question have no limit.
func MemoryLimit(bytes int64) Option {
	return func(c *config) error {
		if bytes < 1<<20 {
			return refuse("MemoryLimit", bytes, "at least %d bytes", 1<<20)
		}
		c.memory = bytes
		return nil
	}
}

// Canonical sorts the shapes that answer one question by ID, in calls that do not sort them by
// distance or fraction (the Overlap methods and Covers). Without it they come in the order in which
// the index holds them, which depends on the store alone. It is an option of Askers and their
// calls; the default is false.
func Canonical(on bool) Option {
	return func(c *config) error {
		c.canonical = on
		return nil
	}
}

// Inside says whether a ray meets the shapes that hold its origin, boundary included. If it does,
// the hit is at fraction 0, at the origin, with the normal (0, 0). The default is false: the ray
// does not meet such shapes at all, whether it leaves them or ends inside. To find where it leaves
// them, ask CastRaysAll about the opposite ray, from (X+DX, Y+DY) by (-DX, -DY): shapes are convex, so
// where that one enters a shape, at the fraction f, this one leaves it, at 1-f, and the normal is that
// of the place. A ray that ends inside does not leave, and then the opposite one does not enter. Inside
// is an option of Askers and of their methods CastRays, CastRaysAny and CastRaysAll, and of New for the
// methods of the Index that answer one question.
func Inside(on bool) Option {
	return func(c *config) error {
		c.inside = on
		return nil
	}
}

// Sensors says whether shapes that are sensors (soa.Attrs.Sensor) are found, too. The default is true. As
// an option of New it holds for the methods of the Index that answer one question, and for its
// Askers unless they, or their calls, are given another.
func Sensors(on bool) Option {
	return func(c *config) error {
		c.solid = !on
		return nil
	}
}

// MaxDistance is the greatest distance that Within and WithinDistance accept.
const MaxDistance = 1 << 60

// Within sets how far a shape may be from a question, in the units of the positions, 0 to
// MaxDistance. It applies to NearestToPoints and NearestToShapes, where the default is any distance,
// and to OverlapPoints, OverlapBoxes and OverlapShapes, where the default is 0. It is rounded to
// float32.
func Within(r float64) Option {
	return func(c *config) error {
		if math.IsNaN(r) || r < 0 || r > MaxDistance {
			return refuse("Within", r, "0 to %g", float64(MaxDistance))
		}
		c.within = float32(r)
		return nil
	}
}

// Once says whether WithinDistance lists a pair only in the row of the shape in the lower slot. The
// default is false: it lists the pair in the rows of both shapes.
func Once(on bool) Option {
	return func(c *config) error {
		c.once = on
		return nil
	}
}

// Centres says whether WithinDistance takes the distance of two shapes to be that of their
// positions, whatever their size, instead of that of the shapes. The default is false.
func Centres(on bool) Option {
	return func(c *config) error {
		c.centres = on
		return nil
	}
}

// ClosestPoints says whether NearestToPoints and NearestToShapes also find the closest points, which
// takes about a third of their time. The default is true.
func ClosestPoints(on bool) Option {
	return func(c *config) error {
		c.noPoints = !on
		return nil
	}
}
