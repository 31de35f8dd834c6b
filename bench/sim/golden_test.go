// SPDX-License-Identifier: MIT

package sim

import (
	"fmt"
	"testing"

	"daylight/batch"
)

// golden are hashes of all poses after sixty frames of 200 shapes: the same on every
// platform, or one could not check on one machine what another computed.
var golden = map[string]string{
	"crowd":   "406c6c312078ebfc",
	"plaza":   "cafe841aec6d10ac",
	"grains":  "d791ab9eabbea1bb",
	"drum":    "88800b397cec9574",
	"heap":    "0f26dbdff8b1a3e9",
	"hopper":  "a0124c9db3a3e041",
	"pegs":    "a3200ce755eed44b",
	"pyramid": "37f436e6e2b23c02",
	"packing": "a7c1a2f64e6c5914",
	"bullets": "cd2050a7876c4792",
	"circles": "3d0094866ba41873",
	"boxes":   "8f25463f1669a315",
	"polys":   "8f25463f1669a315",
	"mixed":   "f95909df5ac5eec9",
	"heavy":   "8f25463f1669a315",
	"cluster": "cb4392bccc9dd62a",
}

func TestGolden(t *testing.T) {
	for _, info := range Scenes() {
		w := start(t, info.Name, 200, batch.Config{})
		advance(t, w, 60)
		if got := fmt.Sprintf("%016x", hash(w)); got != golden[info.Name] {
			t.Errorf("%q: %q,", info.Name, got)
		}
	}
}
