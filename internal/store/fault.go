// SPDX-License-Identifier: MIT

package store

import (
	"math"

	"daylight/internal/kernels/pose"
)

// Faults of a pose, as the column Fault holds them.
const (
	Sound             uint8 = iota // no fault
	PositionNotFinite              // X or Y is NaN or infinite
	PositionTooFar                 // |X| or |Y| is beyond 2^100
	RotationNotFinite              // C or S is NaN or infinite
	RotationNotUnit                // C*C + S*S lies outside [0.5, 2]
	Fresh                          // not a fault: added since the last Refresh
)

// PositionFault returns what is wrong with a position.
func PositionFault(x, y float64) uint8 {
	if math.Abs(x) <= pose.PoseRange && math.Abs(y) <= pose.PoseRange {
		return Sound
	}
	if math.Abs(x) <= math.MaxFloat64 && math.Abs(y) <= math.MaxFloat64 {
		return PositionTooFar
	}
	return PositionNotFinite
}

// Unit returns the rotation that is used for (c, s): itself if kernels.IsUnit, else
// scaled to unit length. Results are never -0, so that equal rotations have equal bits.
func Unit(c, s float32) (uc, us float32, fault uint8) {
	x, y := float64(c), float64(s)
	q := float64(x*x) + float64(y*y)
	if !(q >= 0.5 && q <= 2) {
		if q <= math.MaxFloat64 {
			return 0, 0, RotationNotUnit
		}
		return 0, 0, RotationNotFinite // squares of finite float32 values cannot overflow
	}
	if pose.IsUnit(c, s) {
		return c + 0, s + 0, Sound
	}
	l := math.Sqrt(q)
	return float32(x/l) + 0, float32(y/l) + 0, Sound
}

// PoseFault returns what is wrong with a pose: what puts a shape in quarantine.
func PoseFault(x, y float64, c, s float32) uint8 {
	f := PositionFault(x, y)
	if f == Sound {
		_, _, f = Unit(c, s)
	}
	return f
}

// FaultName says what a fault is, in words.
func FaultName(fault uint8) string {
	switch fault {
	case Sound:
		return "sound"
	case PositionNotFinite:
		return "position not finite"
	case PositionTooFar:
		return "position beyond 2^100"
	case RotationNotFinite:
		return "rotation not finite"
	case RotationNotUnit:
		return "rotation not of unit length"
	case Fresh:
		return "not refreshed yet"
	}
	return "unknown fault"
}
