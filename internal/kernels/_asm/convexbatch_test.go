// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// TestScratch: the memory that callers hand to the convex kernel is as large as the
// kernel takes it to be.
func TestScratch(t *testing.T) {
	source, err := os.ReadFile("../pair/vectorpolygons.go")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`const convexScratch = (\d+)\n`).FindSubmatch(source)
	if m == nil {
		t.Fatal("no convexScratch in vectorpolygons.go")
	}
	entries, err := strconv.Atoi(string(m[1]))
	if err != nil || 4*entries < scratchSize {
		t.Errorf("convexScratch is %d entries of 4 bytes (error %v), the kernel writes %d bytes", entries, err, scratchSize)
	}
}
