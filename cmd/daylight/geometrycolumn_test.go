// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestShardsOfFewColumns: what only some objects have, a shard whose rows lack it does without.
func TestShardsOfFewColumns(t *testing.T) {
	t.Chdir(t.TempDir())
	var rows strings.Builder
	for k := range 40 { // more than a plan has together in one stretch of a file
		fmt.Fprintf(&rows, "{\"world\":\"a\",\"x\":%d,\"y\":0,\"r\":1,\"note\":\"%0100000d\"}\n", 10*k, k)
	}
	rows.WriteString("{\"world\":\"b\",\"centre\":\"POINT(1 0)\",\"size\":1,\"name\":\"x\"}\n{\"world\":\"b\",\"centre\":\"POINT(2 0)\",\"size\":1,\"name\":\"y\"}\n")
	write(t, "in.ndjson", rows.String())
	flags := []string{"--geometry", "centre", "--rename", "size=r", "--keep", "name"}
	want := done(t, "", append(append([]string{"collide"}, flags...), "in.ndjson")...).out
	done(t, "", append(append([]string{"plan", "--tiles", "2", "-o", "p.json"}, flags...), "in.ndjson")...)
	done(t, "", "collide", "--plan", "p.json", "--shard", "0-1/2", "--format", "part", "-o", "parts")
	if got := done(t, "", "merge", "--plan", "p.json", "parts/part-0", "parts/part-1").out; got != want || strings.Count(got, "\n") != 2 {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
