// SPDX-License-Identifier: MIT

package oracle_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"daylight/bench/oracle"
)

func TestCheck(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	good := oracle.Box(1, 2, 1, 0, 3, 4)
	for _, c := range []struct {
		name  string
		shape oracle.Shape
		want  error
	}{
		{"zero value", oracle.Shape{}, oracle.ErrNoVertices},
		{"NaN vertex", oracle.Polygon([2]float64{0, 0}, [2]float64{nan, 1}), oracle.ErrNotFinite},
		{"infinite position", oracle.Circle(inf, 0, 1), oracle.ErrNotFinite},
		{"NaN rotation", oracle.Capsule(0, 0, nan, 1, 1, 1), oracle.ErrNotFinite},
		{"zero rotation", oracle.Capsule(0, 0, 0, 0, 1, 1), oracle.ErrRotation},
		{"NaN radius", oracle.Circle(0, 0, nan), oracle.ErrNotFinite},
		{"negative radius", oracle.Circle(0, 0, -1), oracle.ErrNegative},
	} {
		if err := c.shape.Check(); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if p, err := oracle.Measure(c.shape, good); p != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), "shape A") {
			t.Errorf("%s as A: %v", c.name, err)
		}
		if p, err := oracle.Measure(good, c.shape); p != nil || !errors.Is(err, c.want) || !strings.Contains(err.Error(), "shape B") {
			t.Errorf("%s as B: %v", c.name, err)
		}
	}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}
