// SPDX-License-Identifier: MIT

package view

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"daylight/soa"
)

// TestLayerBeyond: a mark that a page cannot be told of is left out, and it alone.
func TestLayerBeyond(t *testing.T) {
	at := func(x, y float64) soa.Point { return soa.Point{X: x, Y: y} }
	for _, origin := range []soa.Point{{}, at(-1e3, 1e3)} {
		list := []layer{
			newLayer("some", []Mark{
				Text(at(0, 0), "first"), Line(at(0, 0), at(1e39, 0)), Text(at(0, -1e300), "far"), Line(at(math.NaN(), 0), at(1, 1)),
				Zone(at(0, 0), at(1, 0), at(0, math.Inf(1))), Ring(at(0, 0), 1e39), Ring(at(0, 0), math.NaN()), Line(), Text(at(1, 1), "last"),
			}),
			newLayer("none", []Mark{Ring(at(0, math.MaxFloat64), 1)}),
			newLayer("all", []Mark{Text(at(1e38, 2), "wide")}),
		}
		var got struct {
			Layers []struct {
				Name  string
				Marks []struct {
					P []float64
					S string
				}
			}
		}
		if err := json.Unmarshal(encodeLayers(list, origin), &got); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, l := range got.Layers {
			names = append(names, l.Name)
			for _, m := range l.Marks {
				names = append(names, m.S)
			}
		}
		if want := []string{"some", "first", "last", "none", "all", "wide"}; !slices.Equal(names, want) {
			t.Errorf("around %v a page is told of %q, want %q", origin, names, want)
		}
	}
	// A mark far out beside the shapes is near them.
	far := encodeLayers([]layer{newLayer("far", []Mark{Text(at(1e300, 0), "there")})}, at(1e300, 0))
	if want := `{"layers":[{"name":"far","marks":[{"k":"text","p":[0,0],"s":"there"}]}],"t":"layers"}`; string(far) != want {
		t.Errorf("%s, want %s", far, want)
	}
}
