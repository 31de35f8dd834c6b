// SPDX-License-Identifier: MIT

package exact

import (
	"runtime"

	"daylight/batch"
)

// Config says what Find and Join look for, and how. The zero value is the default.
type Config struct {
	// Strict leaves out pairs that touch without overlapping.
	Strict bool
	// Relations asks for Pairs.Relations, and Areas for Pairs.Common. Both take more time.
	Relations, Areas bool
	// Workers is how many goroutines work, 1 to batch.MaxWorkers; 0 stands for GOMAXPROCS. The answer
	// does not depend on it.
	Workers int
	// Kernels, MaxCandidates, MemoryLimit and OnProgress are those of the engine that finds
	// candidates; see batch.Config. MemoryLimit then bounds what these take together with the pairs, of
	// which each takes 18 bytes, 4 more with Relations and 64 with Areas.
	Kernels       string
	MaxCandidates int
	MemoryLimit   int64
	OnProgress    func(done, total int)

	boxesOnly bool // for tests: no filter but the boxes
}

// engine is what finds candidates; its Mode and Margin are missing. batch refuses what makes no sense.
func (c *Config) engine() batch.Config {
	return batch.Config{
		Canonical: true, Workers: c.workers(), Kernels: c.Kernels, MaxCandidates: c.MaxCandidates,
		MemoryLimit: c.MemoryLimit, OnProgress: c.OnProgress,
	}
}

func (c *Config) workers() int {
	if c.Workers == 0 {
		return min(runtime.GOMAXPROCS(0), batch.MaxWorkers)
	}
	return c.Workers
}
