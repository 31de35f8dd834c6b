// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// gen is the file being written and the width it is written for.
type gen struct {
	*build.Context
	lanes int // of 32 bits in a vector: 8 or 16

	// structs are the types of the package's file of argument structs. A function whose
	// parameter is args, of such a type, has its fields for parameters.
	structs *types.Package
	byField bool

	made map[string]operand.Mem // the vector constants of the file that are made

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

// kernels are the operations, each with its package and the widths it is written for.
var kernels = []struct {
	pkg, name string
	emit      func(*gen)
	widths    []int // numbers of lanes; AVX2 alone where wider vectors have nothing to give
}{
	{"pair", "boxes", boxes, both},
	{"pair", "boxwithin", boxWithin, both},
	{"pair", "circles", circles, both},
	{"pair", "circlebox", circleBox, both},
	{"pair", "capsules", capsules, both},
	{"pair", "indices", indices, both},
	{"pair", "report", report, narrowOnly},
	{"pair", "convex", convex, both},
	{"pair", "circlepolygon", circlePolygon, narrowOnly},
	{"pair", "manifold", manifold, both},
	{"pair", "impactboxes", boxMotion, both},
	{"strip", "bounds", bounds, both},
	{"strip", "order", order, both},
	{"strip", "buckets", buckets, both},
	{"strip", "rows", rows, both},
	{"strip", "sweep", sweep, both},
	{"strip", "sweepblocks", sweepBlocks, wideOnly},
	{"strip", "align", align, both},
	{"strip", "within", withinCells, both},
	{"strip", "lists", lists, narrowOnly},
	{"bvh", "node", node, both},
	{"bvh", "fit", fit, both},
	{"bvh", "matches", matches, both},
	{"bvh", "pierce", pierce, both},
	{"bvh", "enter", enter, narrowOnly},
	{"pose", "rotate", rotate, narrowOnly},
	{"pose", "sincos", sinCos, both},
	{"pose", "refresh", refresh, both},
	{"pose", "cover", cover, both},
	{"pose", "advance", advance, both},
	{"pose", "outside", outside, both},
	{"pose", "fatten", fatten, both},
	{"solve", "solve", func(g *gen) { warmStarts(g); solveContacts(g) }, both},
	{"solve", "fill", fillBlocks, both},
}

var (
	both       = []int{8, 16}
	narrowOnly = []int{8}
	wideOnly   = []int{16}
)

func main() {
	out := flag.String("dir", "..", "directory of the packages")
	flag.Parse()
	for _, k := range kernels {
		for _, lanes := range k.widths {
			stem := filepath.Join(*out, k.pkg, k.name+"_"+isas[lanes]+"_amd64")
			if err := write(k.pkg, stem, lanes, k.emit); err != nil {
				fmt.Fprintf(os.Stderr, "asm: %s for %s: %v\n", k.name, isas[lanes], err)
				os.Exit(1)
			}
		}
	}
}

func write(pkg, stem string, lanes int, emit func(*gen)) error {
	structs, err := argStructs(pkg, filepath.Join(filepath.Dir(stem), "args.go"))
	if err != nil {
		return err
	}
	g := &gen{Context: build.NewContext(), lanes: lanes, structs: structs, made: map[string]operand.Mem{}}
	g.ConstraintExpr("!purego")
	emit(g)
	f, err := g.Result()
	if err != nil {
		return err
	}
	interleave(f)
	if g.zeroExtends {
		if err := pass.InstructionPass(zeroExtend).Execute(f); err != nil {
			return err
		}
	}
	if err := pass.Compile.Execute(f); err != nil {
		return err
	}
	cfg := printer.Config{Name: "internal/kernels/_asm", Pkg: pkg}
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

// argStructs reads a file of argument structs, if there is one.
func argStructs(pkg, name string) (*types.Package, error) {
	if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
		return types.NewPackage(pkg, pkg), nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return new(types.Config).Check(pkg, fset, []*ast.File{file}, nil)
}

// SignatureExpr is that of the context, and knows the argument structs.
func (g *gen) SignatureExpr(expr string) {
	s, err := gotypes.ParseSignatureInPackage(g.structs, expr)
	if err != nil {
		panic(fmt.Errorf("%s: %w", expr, err))
	}
	g.byField = strings.HasPrefix(expr, "func(args ")
	g.Signature(s)
}

// Param is a parameter, or the field of the one argument struct.
func (g *gen) Param(name string) gotypes.Component {
	if g.byField {
		return g.Context.Param("args").Field(name)
	}
	return g.Context.Param(name)
}

func zeroExtend(i *ir.Instruction) error {
	for j, op := range i.Outputs {
		if v, ok := op.(reg.Vec); ok && (op.(reg.Register).Size() == 16 || op.(reg.Register).Size() == 32) {
			i.Outputs[j] = v.AsZ()
		}
	}
	return nil
}
