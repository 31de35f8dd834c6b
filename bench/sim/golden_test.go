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
	"grains":  "a1d200de10582e0a",
	"drum":    "00cae3c9f951d4b1",
	"heap":    "6a8be9c882133093",
	"hopper":  "d06e5b8fa91df4b5",
	"pegs":    "6de0100a2ec5a001",
	"pyramid": "848640c8aed3cf00",
	"packing": "cb40f2faeccf0fc0",
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
