// SPDX-License-Identifier: MIT

package exact

import (
	"cmp"
	"reflect"

	"daylight/batch"
	"daylight/internal/guard"
	"daylight/internal/scratch"
)

// Config says what Find and Join look for, and how. The zero value is the default.
type Config struct {
	// Relations asks for Pairs.Relations, and Areas for Pairs.Common. Both take more time. With
	// Areas, shapes that have a radius must be circles.
	Relations, Areas bool

	// Engine is about the engine that finds candidates. Strict leaves out pairs that touch without
	// overlapping. Workers, Kernels, MemoryLimit and OnProgress are what batch.Config says of them;
	// the pairs do not depend on them. MemoryLimit bounds what the engine takes together with the
	// pairs: 18 bytes for each, 4 more with Relations and 64 with Areas. Other fields must not be
	// set.
	Engine batch.Config

	boxesOnly bool // for tests: no filter but the boxes
}

// engine returns the Config of the engine that finds candidates for a call, without Mode and
// Margin. Package batch checks its values.
func (c *Config) engine(call string) (batch.Config, error) {
	own, other := c.Engine, c.Engine
	own.Strict, own.Canonical = false, true
	other.Strict, other.Workers, other.Kernels, other.MemoryLimit, other.OnProgress = false, 0, "", 0, nil
	for v, i := reflect.ValueOf(other), 0; i < v.NumField(); i++ {
		if !v.Field(i).IsZero() {
			return own, guard.Argument(call, "Engine.%s is set, which is not for exact answers", v.Type().Field(i).Name)
		}
	}
	return own, cmp.Or(guard.Workers("batch.Config", &own.Workers), guard.MemoryLimit("batch.Config", &own.MemoryLimit, scratch.DefaultLimit))
}
