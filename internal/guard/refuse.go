// SPDX-License-Identifier: MIT

package guard

import (
	"fmt"

	"daylight"
)

// Argument returns the *daylight.ArgumentError of a call, such as "query.New", whose arguments make no sense.
func Argument(call, problem string, args ...any) error {
	return &daylight.ArgumentError{Problem: call + ": " + fmt.Sprintf(problem, args...)}
}

// Field returns the *daylight.ArgumentError of a field of a struct, such as "query.Config".
func Field(of, field string, value any, problem string, args ...any) error {
	return Argument(fmt.Sprintf("%s{%s: %v}", of, field, value), problem, args...)
}
