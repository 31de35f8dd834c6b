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

// Workers sets how many goroutines work; the default is GOMAXPROCS.
func Workers(n int) Option {
	return func(c *config) error {
		if n < 1 || n > batch.MaxWorkers {
			return wrong("Workers", "%d workers; want 1 to %d", n, batch.MaxWorkers)
		}
		c.workers = n
		return nil
	}
}

// Engine passes options on to the engine that finds candidates: Kernels, MaxCandidates,
// MemoryLimit, OnProgress. Do not set its mode, its margin or its workers.
func Engine(opts ...batch.Option) Option {
	return func(c *config) error {
		c.engine = append(c.engine, opts...)
		return nil
	}
}

// Strict leaves out pairs that only touch.
func Strict() Option {
	return func(c *config) error {
		c.strict = true
		return nil
	}
}

// Relations makes Find and Join compute the relations of each pair.
func Relations() Option {
	return func(c *config) error {
		c.relations = true
		return nil
	}
}

// Areas makes Find and Join compute the common area of each pair.
func Areas() Option {
	return func(c *config) error {
		c.areas = true
		return nil
	}
}
