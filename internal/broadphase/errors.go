// SPDX-License-Identifier: MIT

package broadphase

import "daylight/internal/guard"

// refuse returns a *daylight.ArgumentError that says what was given and what to do about it. The
// frame then has no strips; the caller's columns are unchanged.
func refuse(format string, args ...any) error {
	return guard.Argument("broadphase", format, args...)
}
