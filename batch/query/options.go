// SPDX-License-Identifier: MIT

package query

import (
	"math"
	"runtime"

	"daylight/batch"
	inner "daylight/internal/kernels"
	"daylight/kernels"
)

// Option configures an Index, an Asker or one call of an Asker's; each says what takes it.
// What is set for an Asker holds for all its calls, unless one says otherwise.
type Option func(*config) error

// config is what options set.
type config struct {
	table      *kernels.Table
	bruteForce bool

	workers   int
	limit     int
	canonical bool
	inside    bool
	within    float32
	once      bool
	centres   bool
	noPoints  bool
	solid     bool
}

func newConfig(opts []Option) (config, error) {
	c := config{workers: runtime.GOMAXPROCS(0), limit: DefaultMaxAnswers, within: inf}
	if err := c.apply(opts); err != nil {
		return c, err
	}
	if c.table == nil {
		t, err := kernels.Choose()
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
			return &batch.ArgumentError{Call: "query.Option", Problem: "nil among the options", Reason: ErrOption}
		}
		if err := o(c); err != nil {
			return err
		}
	}
	return nil
}

// Kernels picks the kernels of an Index; the default is kernels.Choose. The answers do
// not depend on it.
func Kernels(t *kernels.Table) Option {
	return func(c *config) error {
		if t != nil {
			if name := inner.Lacking(t); name != "" {
				return refuse("Kernels", t.Name, "a whole one of kernels.All or kernels.ByName; it lacks the function %s", name)
			}
		}
		c.table = t
		return nil
	}
}

// BruteForce makes an Index look at every shape of a world for each question: the
// reference that others are compared with. The default is false.
func BruteForce(on bool) Option {
	return func(c *config) error {
		c.bruteForce = on
		return nil
	}
}

// Workers sets how many goroutines an Asker may use, and an Index while it is built; the
// default is GOMAXPROCS. The answers do not depend on it.
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

// MaxAnswers sets the greatest number of answers of a call, over all its questions, beyond
// which it ends with a *AnswersError instead of filling the memory. An answer takes 8 to
// 44 bytes, twice that for a while.
func MaxAnswers(n int) Option {
	return func(c *config) error {
		if n < 1 {
			return refuse("MaxAnswers", n, "at least 1")
		}
		c.limit = n
		return nil
	}
}

// Canonical orders the shapes that answer one question by ID, where no distance or
// fraction orders them. Else they come in the order of the index's places, which is fixed
// for a store but says nothing. The default is false.
func Canonical(on bool) Option {
	return func(c *config) error {
		c.canonical = on
		return nil
	}
}

// Inside says whether a ray meets the shapes that hold its origin, boundary included: at
// fraction 0, where it lies, and with normal (0, 0). The default is false: it does not
// meet them at all, be it that it leaves them or goes on inside.
func Inside(on bool) Option {
	return func(c *config) error {
		c.inside = on
		return nil
	}
}

// Sensors says whether an Asker finds shapes that are sensors (soa.Sensor), too. The default is
// true; the plain forms of an Index always find them.
func Sensors(on bool) Option {
	return func(c *config) error {
		c.solid = !on
		return nil
	}
}

// MaxDistance is the greatest that Within accepts.
const MaxDistance = 1 << 60

// Within sets how far a shape may be from a question: for Nearest, where the default is
// any distance, and for overlaps, where it is 0. It is rounded to float32.
func Within(r float64) Option {
	return func(c *config) error {
		if math.IsNaN(r) || r < 0 || r > MaxDistance {
			return refuse("Within", r, "0 to %g", float64(MaxDistance))
		}
		c.within = float32(r)
		return nil
	}
}

// Once says whether WithinDistance lists a pair in the row of the lower slot only. The
// default is false: in the rows of both.
func Once(on bool) Option {
	return func(c *config) error {
		c.once = on
		return nil
	}
}

// Centres says whether WithinDistance measures between the positions of shapes, whatever
// their size, instead of between the shapes. The default is false.
func Centres(on bool) Option {
	return func(c *config) error {
		c.centres = on
		return nil
	}
}

// ClosestPoints says whether Nearest finds the closest points, too, which takes about a
// third of its time. The default is true.
func ClosestPoints(on bool) Option {
	return func(c *config) error {
		c.noPoints = !on
		return nil
	}
}
