// SPDX-License-Identifier: MIT

package query

import (
	"fmt"
	"runtime"

	"daylight/batch"
	"daylight/internal/failure"
	"daylight/internal/memory"
	"daylight/internal/simd/isa"
)

// Config says what an Index or an Asker may use. The zero value is the default. New and NewAsker
// refuse a Config with a *batch.ArgumentError if the value of a field makes no sense, or if it sets a
// field that they cannot honour. No answer depends on it.
type Config struct {
	// Workers is how many goroutines a call may use, 1 to batch.MaxWorkers; 0 stands for GOMAXPROCS.
	// Of an Index it is about Build and Refit.
	Workers int

	// Kernels is the name of the kernels to use, "go", "avx2" or "avx512" (see kernels.All). If it is
	// empty, they are those that the environment variable DAYLIGHT_KERNELS names, or else the fastest
	// that this processor can run. An Asker uses those of its Index, so NewAsker refuses it.
	Kernels string

	// BruteForce makes an Index look at every shape of a world for each question. It gives the same
	// answers, slowly, so that tests can compare. NewAsker refuses it.
	BruteForce bool

	// MaxAnswers is how many answers a call of an Asker may find, for all its questions together. A
	// call that finds more ends with a *batch.LimitError instead of filling the memory. Of
	// WithinDistance a pair is one answer. An answer takes 4 to 56 bytes, and twice that while the
	// answers of several workers are merged. 0 stands for DefaultMaxAnswers. New refuses it.
	MaxAnswers int

	// MemoryLimit is how many bytes an Index may take, or an Asker for its questions and answers, 1 MiB
	// at least. New, Build or a call that needs more ends with a *batch.LimitError before it takes
	// them; the index is then as it was, and the Asker can be used as before. 0 stands for the default
	// of batch.Config.MemoryLimit, and of an Asker for the limit of its Index. The methods of the Index
	// that answer one question have no limit.
	MemoryLimit int64
}

// DefaultMaxAnswers is the greatest number of answers of a call unless Config says otherwise.
const DefaultMaxAnswers = 1 << 28

const minMemory = 1 << 20

// settings are a Config that has been checked, with its defaults in place.
type settings struct {
	workers int
	answers int
	memory  int64
}

// settings checks the fields that New and NewAsker have in common.
func (c *Config) settings(memoryLimit int64) (settings, error) {
	s := settings{workers: c.Workers, answers: c.MaxAnswers, memory: c.MemoryLimit}
	switch {
	case c.Workers < 0 || c.Workers > batch.MaxWorkers:
		return s, failure.Field("query.Config", "Workers", c.Workers, "want 1 to %d, or 0 for GOMAXPROCS", batch.MaxWorkers)
	case c.MaxAnswers < 0:
		return s, failure.Field("query.Config", "MaxAnswers", c.MaxAnswers, "want at least 1, or 0 for %d", DefaultMaxAnswers)
	case c.MemoryLimit != 0 && c.MemoryLimit < minMemory:
		return s, failure.Field("query.Config", "MemoryLimit", c.MemoryLimit, "want at least %d bytes, or 0 for the default", minMemory)
	}
	if s.workers == 0 {
		s.workers = runtime.GOMAXPROCS(0)
	}
	if s.answers == 0 {
		s.answers = DefaultMaxAnswers
	}
	if s.memory == 0 {
		s.memory = memoryLimit
	}
	return s, nil
}

// forIndex checks a Config that New is given.
func (c *Config) forIndex() (settings, *isa.Table, error) {
	if c.MaxAnswers != 0 {
		return settings{}, nil, failure.Field("query.Config", "MaxAnswers", c.MaxAnswers, "an index has no answers; pass it to NewAsker")
	}
	s, err := c.settings(memory.Default)
	if err != nil {
		return s, nil, err
	}
	table, err := isa.Named(c.Kernels)
	if err != nil && c.Kernels != "" {
		err = &batch.ArgumentError{Problem: fmt.Sprintf("query.Config{Kernels: %q}: %v", c.Kernels, err), Reason: err}
	}
	return s, table, err
}

// forAsker checks a Config that NewAsker is given.
func (c *Config) forAsker(ix *Index) (settings, error) {
	switch {
	case c.Kernels != "":
		return settings{}, failure.Field("query.Config", "Kernels", c.Kernels, "an Asker uses the kernels of its index; pass it to New")
	case c.BruteForce:
		return settings{}, failure.Field("query.Config", "BruteForce", true, "an Asker looks at what its index does; pass it to New")
	}
	return c.settings(ix.memory)
}
