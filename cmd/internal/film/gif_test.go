// SPDX-License-Identifier: MIT

package film

import (
	"bytes"
	"image"
	"image/gif"
	"testing"

	"daylight/cmd/internal/look"
)

// TestDelays: a frame is shown as long as it should be, or as long as can be said.
func TestDelays(t *testing.T) {
	const second = look.FramesPerSecond
	for _, c := range []struct{ until, want int }{
		{0, 2}, {1, 2}, {3, 5}, {second, 100}, {600 * second, 60_000}, {700 * second, 65_535}, {1 << 30, 65_535},
	} {
		var g GIF
		g.Add(image.NewRGBA(image.Rect(0, 0, 2, 2)), c.until)
		var file bytes.Buffer
		if err := g.Write(&file); err != nil {
			t.Fatal(err)
		}
		film, err := gif.DecodeAll(&file)
		if err != nil {
			t.Fatal(err)
		}
		if got := film.Delay[0]; got != c.want {
			t.Errorf("until frame %d: shown for %d hundredths, want %d", c.until, got, c.want)
		}
	}
}
