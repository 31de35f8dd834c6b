// SPDX-License-Identifier: MIT

package exact

import (
	"runtime"

	"daylight/batch"
)

// Option configures Find and Join.
type Option func(*config) error

type config struct {
	workers   int
	engine    []batch.Option
	relations bool
	areas     bool
	strict    bool
	every     bool // for tests: no filter but the boxes
}

func newConfig(opts []Option) (*config, error) {
	c := &config{workers: runtime.GOMAXPROCS(0)}
	for _, o := range opts {
		if o == nil {
			return nil, wrong("Option", "nil among the options")
		}
		if err := o(c); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Workers sets how many goroutines work, 1 to batch.MaxWorkers; the default is GOMAXPROCS. The
// answer does not depend on it.
func Workers(n int) Option {
	return func(c *config) error {
		if n < 1 || n > batch.MaxWorkers {
			return wrong("Workers", "%d workers; want 1 to %d", n, batch.MaxWorkers)
		}
		c.workers = n
		return nil
	}
}

// Engine passes options on to the engine that finds candidates: batch.Kernels, batch.MaxCandidates,
// batch.MemoryLimit and batch.OnProgress. Do not set its mode, its margin or its workers; Find and
// Join do that.
func Engine(opts ...batch.Option) Option {
	return func(c *config) error {
		c.engine = append(c.engine, opts...)
		return nil
	}
}

// Strict makes Find and Join leave out pairs that touch without overlapping.
func Strict() Option {
	return func(c *config) error {
		c.strict = true
		return nil
	}
}

// Relations makes Find and Join fill Pairs.Relations. It takes more time.
func Relations() Option {
	return func(c *config) error {
		c.relations = true
		return nil
	}
}

// Areas makes Find and Join compute what the shapes of each pair have in common, and fill
// Pairs.Common. It takes more time.
func Areas() Option {
	return func(c *config) error {
		c.areas = true
		return nil
	}
}
