// SPDX-License-Identifier: MIT

package guard

import (
	"fmt"
	"runtime"

	"daylight"
)

// minMemory is the least MemoryLimit of a Config.
const minMemory = 1 << 20

// Argument returns the *daylight.ArgumentError of a call, such as "query.New", whose arguments make
// no sense.
func Argument(call, problem string, args ...any) error {
	return &daylight.ArgumentError{Problem: call + ": " + fmt.Sprintf(problem, args...)}
}

// Field returns the *daylight.ArgumentError of a field of a struct, such as "query.Config".
func Field(of, field string, value any, problem string, args ...any) error {
	return Argument(fmt.Sprintf("%s{%s: %v}", of, field, value), problem, args...)
}

// Within reports whether a value lies in a range. NaN does not.
func Within(v, lo, hi float64) bool { return v >= lo && v <= hi }

// Workers checks the field Workers of a Config, and replaces 0 by the default.
func Workers(of string, workers *int) error {
	if *workers < 0 || *workers > daylight.MaxWorkers {
		return Field(of, "Workers", *workers, "want 1 to %d, or 0 for GOMAXPROCS", daylight.MaxWorkers)
	}
	if *workers == 0 {
		*workers = min(runtime.GOMAXPROCS(0), daylight.MaxWorkers)
	}
	return nil
}

// MemoryLimit checks the field MemoryLimit of a Config, and replaces 0 by otherwise.
func MemoryLimit(of string, limit *int64, otherwise int64) error {
	if *limit != 0 && *limit < minMemory {
		return Field(of, "MemoryLimit", *limit, "want at least %d bytes, or 0 for the default", minMemory)
	}
	if *limit == 0 {
		*limit = otherwise
	}
	return nil
}

// Kernels returns the table of kernels for the field Kernels of a Config. An empty name stands for
// the default choice; an error about that is not a *daylight.ArgumentError.
func Kernels[T any](of, name string, named func(string) (T, error)) (T, error) {
	t, err := named(name)
	if err != nil && name != "" {
		err = &daylight.ArgumentError{Problem: fmt.Sprintf("%s{Kernels: %q}: %v", of, name, err), Reason: err}
	}
	return t, err
}
