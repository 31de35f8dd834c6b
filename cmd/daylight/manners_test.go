// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

// TestKernels: the kernels that the environment names are marked, and an unknown name is reported.
func TestKernels(t *testing.T) {
	t.Setenv("DAYLIGHT_KERNELS", "go")
	r := done(t, "", "kernels")
	lines := strings.Split(r.out, "\n")
	if !strings.HasPrefix(lines[0], "NAME") || strings.Join(strings.Fields(lines[1])[:4], " ") != "go 1 yes *" {
		t.Errorf("kernels:\n%s", r.out)
	}
	t.Setenv("DAYLIGHT_KERNELS", "mmx")
	if r := call(t, "", "kernels"); r.code != exitBad || !strings.HasPrefix(r.stderr, "daylight: DAYLIGHT_KERNELS: ") {
		t.Errorf("with an unknown variant chosen: exit %d: %s", r.code, r.stderr)
	}
}
