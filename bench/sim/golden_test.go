// SPDX-License-Identifier: MIT

package sim

import (
	"fmt"
	"testing"
)

// golden are hashes of all poses after sixty frames of 200 shapes: the same on every
// platform, or one could not check on one machine what was recorded on another.
var golden = map[string]string{
	"crowd":   "927e207611652286",
	"grains":  "258ab09ec910c438",
	"drum":    "b2ab9e5909d41839",
	"packing": "381e23cc16f702de",
	"bullets": "2d2262905c6a5c63",
	"circles": "3d0094866ba41873",
	"boxes":   "8f25463f1669a315",
	"polys":   "8f25463f1669a315",
	"mixed":   "f95909df5ac5eec9",
	"heavy":   "8f25463f1669a315",
	"cluster": "cb4392bccc9dd62a",
}

func TestGolden(t *testing.T) {
	for _, info := range Scenes() {
		frames := 60
		if info.Name == "bullets" {
			frames = 5
		}
		w := start(t, info.Name, 200)
		advance(t, w, frames)
		if got := fmt.Sprintf("%016x", hash(w)); got != golden[info.Name] {
			t.Errorf("%q: %q,", info.Name, got)
		}
	}
}
