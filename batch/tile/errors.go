// SPDX-License-Identifier: MIT

package tile

import (
	"errors"
	"fmt"

	"daylight/batch"
)

// ErrMode is what is returned for batch.ModePairs, which cannot be cut into tiles.
var ErrMode = errors.New("tile: ModePairs cannot be cut into tiles: which AABBs are near enough to be a pair depends on the extent of the whole scene; ask for ModeOverlaps")

// ErrPlan is what a plan that makes no sense is, for errors.Is.
var ErrPlan = errors.New("tile: not a plan")

// badPlan is an ErrPlan that says why.
func badPlan(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrPlan, fmt.Sprintf(format, args...))
}

func wrong(call, format string, args ...any) error {
	return &batch.ArgumentError{Call: "tile." + call, Problem: fmt.Sprintf(format, args...)}
}
