// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"daylight/cmd/internal/output"
)

// TestTilesOfFewColumns: a tile takes the columns that only some objects have, where its rows lack
// them, too.
func TestTilesOfFewColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	var rows strings.Builder
	for k := range 40 {
		fmt.Fprintf(&rows, "{\"world\":\"a\",\"x\":%d,\"y\":0,\"r\":1,\"note\":\"%0100000d\"}\n", 10*k, k)
	}
	rows.WriteString("{\"world\":\"b\",\"centre\":\"POINT(1 0)\",\"size\":1,\"name\":\"x\"}\n{\"world\":\"b\",\"centre\":\"POINT(2 0)\",\"size\":1,\"name\":\"y\"}\n")
	write(t, "in.ndjson", rows.String())
	d := doing{t, rand.New(rand.NewPCG(1, 1)), "collide", strings.Fields("--geometry centre --rename size=r --keep name in.ndjson"), output.CSV, "", 0}
	want := d.rows(d.answer())
	if got := d.inTiles(quarters(100, 0)); !slices.Equal(got, want) || len(got) != 2 {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
