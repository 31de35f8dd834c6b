// SPDX-License-Identifier: MIT

package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// gen is the file being written and the width it is written for.
type gen struct {
	*build.Context
	lanes int // of 32 bits in a vector: 8 or 16

	// zeroExtends tells register allocation that a VEX instruction clears the part of
	// a vector register above the one it writes. Without, that part counts as read
	// wherever the wider register is.
	zeroExtends bool
}

// isas names the widths.
var isas = map[int]string{8: "avx2", 16: "avx512"}

// suffix ends the names of Go functions of this width.
func (g *gen) suffix() string {
	return map[int]string{8: "AVX2", 16: "AVX512"}[g.lanes]
}

// kernels are the files, and the widths that each is written for: both, unless the wider
// vectors have nothing to give it.
var kernels = []struct {
	name   string
	emit   func(*gen)
	narrow bool // AVX2 only; the AVX-512 table points at it
}{
	{"bounds", bounds, false},
	{"order", order, false},
	{"rows", rows, false},
	{"sweep", sweep, false},
	{"boxes", boxes, false},
	{"circles", circles, false},
	{"circlebox", circleBox, false},
	{"capsules", capsules, false},
	{"indices", indices, false},
	{"convex", convex, true},
	{"circlepolygon", circlePolygon, true},
	{"rotate", rotate, true},
	{"sincos", sinCos, false},
	{"refresh", refresh, false},
	{"manifold", manifold, false},
	{"cover", cover, false},
	{"impactboxes", boxMotion, false},
	{"align", align, false},
	{"node", node, false},
}

func main() {
	out := flag.String("dir", "..", "directory of package kernels")
	flag.Parse()
	for _, k := range kernels {
		for lanes, isa := range isas {
			if k.narrow && lanes > 8 {
				continue
			}
			if err := write(filepath.Join(*out, k.name+"_"+isa+"_amd64"), lanes, k.emit); err != nil {
				fmt.Fprintf(os.Stderr, "asm: %s for %s: %v\n", k.name, isa, err)
				os.Exit(1)
			}
		}
	}
}

func write(stem string, lanes int, emit func(*gen)) error {
	g := &gen{Context: build.NewContext(), lanes: lanes}
	g.ConstraintExpr("!purego")
	emit(g)
	f, err := g.Result()
	if err != nil {
		return err
	}
	if g.zeroExtends {
		if err := pass.InstructionPass(zeroExtend).Execute(f); err != nil {
			return err
		}
	}
	if err := pass.Compile.Execute(f); err != nil {
		return err
	}
	cfg := printer.Config{Name: "kernels/_asm", Pkg: "kernels"}
	for ext, p := range map[string]printer.Printer{".s": printer.NewGoAsm(cfg), ".go": printer.NewStubs(cfg)} {
		text, err := p.Print(f)
		if err != nil {
			return err
		}
		if err := os.WriteFile(stem+ext, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func zeroExtend(i *ir.Instruction) error {
	for j, op := range i.Outputs {
		if v, ok := op.(reg.Vec); ok && (op.(reg.Register).Size() == 16 || op.(reg.Register).Size() == 32) {
			i.Outputs[j] = v.AsZ()
		}
	}
	return nil
}
