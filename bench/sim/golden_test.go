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
	"grains":  "9fffabe60205b4b1",
	"drum":    "be31a99278851541",
	"heap":    "48ae6c1f40bda9a1",
	"hopper":  "6f5172c7d9f52372",
	"pegs":    "4704c6422e5b4f3d",
	"pyramid": "4f824050f66bd4cf",
	"packing": "fce9105ab46087de",
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
