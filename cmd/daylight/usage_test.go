// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	for _, c := range []string{"", "collide", "draw", "gen", "demo", "sim", "replay", "kernels", "bench", "formats"} {
		args := []string{"help"}
		if c != "" {
			args = append(args, c)
		}
		r := done(t, "", args...)
		if !strings.Contains(r.out, "Examples:\n  # ") {
			t.Errorf("help %s has no examples:\n%s", c, r.out)
		}
		for i, line := range strings.Split(r.out, "\n") {
			if strings.HasPrefix(line, "  -") || strings.HasPrefix(line, "   ") || strings.HasPrefix(line, "  daylight ") || strings.HasPrefix(line, "  printf") {
				continue // flags and commands may be longer
			}
			if len(line) > 100 && !strings.HasPrefix(line, "  ") {
				t.Errorf("help %s, line %d is %d characters long", c, i+1, len(line))
			}
		}
	}
	for _, c := range []string{"collide", "draw", "gen", "demo", "sim", "replay", "kernels", "bench", "formats"} {
		if r := done(t, "", c, "--help"); r.out == "" {
			t.Errorf("%s --help says nothing", c)
		}
	}
	if r := done(t, "", "draw", "--help"); strings.Contains(r.out, "bad-rows") {
		t.Errorf("draw --help lists a flag that it refuses:\n%s", r.out)
	}
	if r := done(t, "", "--version"); !strings.HasPrefix(r.out, "daylight version ") {
		t.Errorf("--version: %q", r.out)
	}
	if r := done(t, ""); !strings.Contains(r.out, "Available Commands:") {
		t.Errorf("without arguments: %q", r.out)
	}
}

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
