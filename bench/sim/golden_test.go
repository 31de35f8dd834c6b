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
	"drum":    "2cde0ca52b2e6f26",
	"heap":    "c7cd214d42a3d400",
	"hopper":  "293b6eb5ea5101d2",
	"pegs":    "6bcf72ee8e1ade90",
	"pyramid": "8f98e983650fa1f1",
	"packing": "163f80c71fa2179d",
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
