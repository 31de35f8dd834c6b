// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"daylight/bench/scene"
)

// What several commands have is declared here, once, and so is called and told of alike.

// outFlag is where the output goes: to a file unless usage says otherwise.
func outFlag(f *pflag.FlagSet, to *string, name string, usage ...string) {
	f.StringVarP(to, "out", "o", name, cmp.Or(strings.Join(usage, ""), "output `file`; - is standard output"))
}

func workersFlag(f *pflag.FlagSet, to *int) {
	f.IntVar(to, "workers", 0, "number of workers (0: one for each processor)")
}

func framesFlag(f *pflag.FlagSet, to *int, n int, usage string) {
	f.IntVar(to, "frames", n, usage)
}

func badRowsFlag(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "bad-rows", "", "leave bad rows out and list them as CSV, with what is wrong with each, in this `file`")
}

func formatFlag(f *pflag.FlagSet, to *string, among string) {
	f.StringVar(to, "format", "", among+" (default: by the name of the output)")
}

func enginesFlags(f *pflag.FlagSet, kernels *string, workers *int) {
	workersFlag(f, workers)
	f.StringVar(kernels, "kernels", "auto", "instruction-set variant; see daylight kernels")
}

func contactFlags(f *pflag.FlagSet, margin *float64, strict *bool) {
	f.Float64Var(margin, "margin", 0, "greatest distance that counts as contact")
	f.BoolVar(strict, "strict", false, "touching does not count; --margin -1e-5 leaves out grazes\nas well")
}

func stepFlag(f *pflag.FlagSet, to *float64) {
	f.Float64Var(to, "dt", 1, "for how many `seconds` shapes move at their velocities")
}

func limitFlag(f *pflag.FlagSet, to *int, what string, most int) {
	f.IntVar(to, "limit", 0, fmt.Sprintf("give up beyond this many %s (0: %d)", what, most))
}

func partitionFlag(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "partition-by", "", "world: --out is a directory, which gets a directory for the rows of\neach world, world=3/part-0.csv (see above)")
}

func mendFlag(f *pflag.FlagSet, to *bool) {
	f.BoolVar(to, "mend", false, "take outlines that cross or touch themselves by the even-odd rule")
}

func sceneFlags(f *pflag.FlagSet, shapes *int, n int, seed *uint64) {
	f.IntVarP(shapes, "shapes", "n", n, "number of shapes")
	f.Uint64Var(seed, "seed", scene.DefaultSeed, "seed of the random numbers")
}

func sizeFlag(f *pflag.FlagSet, to *int, size int) {
	f.IntVar(to, "size", size, "width of the picture in pixels")
}

func planFlag(f *pflag.FlagSet, to *string) {
	f.StringVar(to, "plan", "", "the `file` that daylight plan wrote; it has the flags of the job")
}
