// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"daylight/cmd/internal/output"
	"daylight/internal/must"
)

func TestRowWriter(t *testing.T) {
	ctx := context.Background()
	for format, want := range map[output.Format]string{
		output.CSV: "id,kind,x,r,points,static\n" +
			"0,circle,0.1,2,,true\n" +
			"1,,NaN,,,\n" +
			",,,,0 1;2 3,\n" +
			",,,,,false\n",
		output.NDJSON: `{"id":"0","kind":"circle","x":0.1,"r":2,"extra":7,"static":true}` + "\n" +
			`{"id":"1"}` + "\n" +
			`{"points":[[0,1],[2,3]]}` + "\n" +
			`{"static":false}` + "\n",
	} {
		var out strings.Builder
		w := must.Get(newRowWriter(&out, format, "id", "kind", "x", "r", "points", "static"))(t)
		end := func(last bool) {
			if wrote, err := w.End(ctx, last); err != nil || wrote != last {
				t.Errorf("%s: %v, %v", format, wrote, err)
			}
		}
		w.Text("id", "0")
		w.Text("kind", "circle")
		w.Number("x", float64(float32(0.1)), 32)
		w.Number("r", 2, 64)
		w.Whole("extra", 7)
		w.Bool("static", true)
		end(false)
		w.Text("id", "1")
		w.Number("x", math.NaN(), 64)
		end(false)
		w.Points("points", 2, func(k int) (x, y float64) { return float64(2 * k), float64(2*k + 1) }, 32)
		end(false)
		w.Bool("static", false)
		end(true)
		if out.String() != want {
			t.Errorf("%s: got\n%swant\n%s", format, out.String(), want)
		}
	}
	done, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := must.Get(newRowWriter(&strings.Builder{}, output.CSV, "id"))(t).End(done, true); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
}
