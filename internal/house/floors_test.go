// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// A floor is a directory and all below it.
type floor struct {
	dir     string
	imports []string // floors and outside packages it may import, besides std and itself; x/. is x without what is below it
	starts  bool     // it may start goroutines
	clock   bool     // it may import package time
	exact   bool     // its results must be the same bits on every platform
}

// floors go from the roof to the ground: a floor imports those below it alone. A file is on the
// floor with the longest directory that holds it.
var floors = []floor{
	{dir: "internal/house"},
	{dir: "examples", starts: true, clock: true, // programs to start from, a module of its own
		imports: []string{"view", "batch", "soa"}},
	{dir: "bindings", imports: []string{"batch", "soa", "region"}}, // what callers of other languages see, modules of their own
	{dir: "cmd", starts: true, clock: true, // reads its input in a goroutine, so that it can be cancelled
		imports: []string{"bench", "view", "batch", "broadphase", "soa", "region", "kernels", "internal/broadphase", "internal/kernels", "internal/minkowski", "internal/probe", "internal/store"}},
	{dir: "view", starts: true, clock: true, // shows a simulation while it runs
		imports: []string{"batch", "soa", "bench/sim", "bench/scene"}}, // its tests and its page show what the benchmark has
	{dir: "bench", starts: true, clock: true, // moves scenes and copies memory on several processors
		imports: []string{"batch", "broadphase", "soa", "region", "kernels", "internal/kernels", "internal/store", "github.com/klauspost/cpuid/v2"}},
	{dir: "bench/sim", exact: true,
		imports: []string{"bench/scene", "batch", "broadphase", "soa", "kernels", "internal/kernels"}},
	{dir: "internal/batchtest", imports: []string{"batch", "bench/scene", "soa"}},
	{dir: "bench/scene", exact: true,
		imports: []string{"batch", "broadphase", "soa", "region", "kernels", "internal/kernels"}},
	{dir: "batch/separate", exact: true,
		imports: []string{"batch", "soa", "region", "kernels", "internal/guard", "internal/kernels", "internal/movers", "internal/probe", "internal/qp", "internal/scratch", "internal/store"}},
	{dir: "batch/push", exact: true,
		imports: []string{"batch", "soa", "region", "internal/guard", "internal/kernels", "internal/minkowski", "internal/probe", "internal/qp", "internal/scratch", "internal/store"}},
	{dir: "batch/solver", exact: true,
		imports: []string{"batch", "soa", "region", "internal/guard", "internal/kernels", "internal/movers", "internal/probe", "internal/scratch", "internal/store"}},
	{dir: "internal/movers", exact: true, // the shapes that contacts may move
		imports: []string{"batch", "soa", "internal/kernels", "internal/scratch", "internal/store"}},
	{dir: "internal/qp", exact: true, // the shortest vector that contacts allow
		imports: []string{"soa"}},
	{dir: "batch/exact", exact: true,
		imports: []string{"batch", "soa", "region", "internal/guard", "internal/scratch"}},
	{dir: "batch/mtv", exact: true,
		imports: []string{"batch", "soa", "region", "kernels", "internal/guard", "internal/kernels", "internal/minkowski", "internal/probe", "internal/scratch", "internal/store"}},
	{dir: "batch/query", exact: true,
		imports: []string{"soa", "kernels", "internal/guard", "internal/broadphase", "internal/kernels", "internal/narrow", "internal/scratch", "internal/store"}},
	{dir: "batch", exact: true, clock: true,
		imports: []string{"soa", "region", "kernels", "internal/broadphase", "internal/guard", "internal/kernels", "internal/scratch", "internal/step", "internal/store", "internal/verlet"}},
	{dir: "internal/verlet", exact: true, // candidates that are kept for several steps
		clock: true, imports: []string{"soa", "internal/broadphase", "internal/guard", "internal/kernels", "internal/narrow", "internal/scratch", "internal/step", "internal/store"}},
	{dir: "internal/step", exact: true, // the common path of a step
		clock: true, imports: []string{"soa", "region", "internal/broadphase", "internal/guard", "internal/kernels", "internal/narrow", "internal/scratch", "internal/store"}},
	{dir: "internal/livetest", imports: []string{"soa", "region", "internal/store"}},
	{dir: "soa", exact: true,
		imports: []string{"region", "internal/kernels", "internal/exact", "internal/scratch", "internal/store"}},
	{dir: "region", exact: true,
		imports: []string{"internal/exact"}},
	{dir: "broadphase", exact: true,
		imports: []string{"kernels", "internal/broadphase", "internal/kernels"}},
	{dir: "kernels", exact: true,
		imports: []string{"internal/kernels"}},
	{dir: "internal/probe", exact: true, // single pairs, as if one shape were moved
		imports: []string{"internal/kernels", "internal/store"}},
	{dir: "internal/store", exact: true, // the columns of soa, for engines
		imports: []string{"internal/kernels", "internal/scratch"}},
	{dir: "internal/broadphase/conformance", // a test suite for any broad phase
		imports: []string{"internal/broadphase", "internal/kernels"}},
	{dir: "internal/broadphase", exact: true,
		imports: []string{"internal/guard", "internal/kernels", "internal/scratch"}},
	{dir: "internal/narrow", exact: true, // sorts candidates and decides them, for steps and questions
		imports: []string{"internal/kernels", "internal/scratch"}},
	{dir: "internal/minkowski", exact: true}, // the shortest push of two bodies
	{dir: "internal/exact", exact: true},
	{dir: "internal/kernels/isa", exact: true,
		imports: []string{"internal/kernels", "github.com/klauspost/cpuid/v2"}},
	{dir: "internal/kernels/pair", exact: true,
		imports: []string{"internal/kernels/.", "internal/kernels/pose"}},
	{dir: "internal/kernels/pose", exact: true,
		imports: []string{"internal/kernels/."}},
	{dir: "internal/kernels/strip", exact: true,
		imports: []string{"internal/kernels/."}},
	{dir: "internal/kernels/bvh", exact: true,
		imports: []string{"internal/kernels/."}},
	{dir: "internal/kernels/solve", exact: true,
		imports: []string{"internal/kernels/."}},
	{dir: "internal/kernels/kernelstest", imports: []string{"internal/kernels/.", "internal/testenv"}},
	{dir: "internal/kernels/_asm"}, // the generator, and a machine to run tests on; a module of its own
	{dir: "internal/kernels", exact: true, // what the kernels of all stages share
		imports: []string{"github.com/klauspost/cpuid/v2"}},
	{dir: "internal/guard", starts: true, imports: []string{"golang.org/x/sync/errgroup"}}, // bad arguments, goroutines, panics
	{dir: "internal/scratch"}, // the memory of columns
	{dir: "internal/testenv"}, // what tests are told from outside
	{dir: "internal/must"},    // ends a test at an error
	{dir: "."},                // the errors
}

// provers are what an external test, package x_test, may import from above.
var provers = []string{"batch", "batch/separate", "bench/oracle", "bench/scene"}

// helpers are what any test may import.
var helpers = []string{"internal/kernels/kernelstest", "internal/batchtest", "internal/livetest", "internal/must", "internal/testenv"}

// inexact are the functions of package math that round differently from one
// platform to the next.
var inexact = strings.Fields(`Sin Cos Tan Sincos Asin Acos Atan Atan2 Sinh Cosh Tanh
	Asinh Acosh Atanh Hypot Pow Exp Exp2 Expm1 Log Log2 Log10 Log1p Cbrt Gamma Lgamma
	Erf Erfc Erfinv Erfcinv J0 J1 Jn Y0 Y1 Yn`)

func under(dir, top string) bool {
	return dir == top || strings.HasPrefix(dir, top+"/")
}

// storey is the index of the floor that a directory is on, -1 if it is on none.
func storey(dir string) int {
	at := -1
	for i := range floors {
		if under(dir, floors[i].dir) && (at < 0 || len(floors[i].dir) > len(floors[at].dir)) {
			at = i
		}
	}
	return at
}

func floorOf(dir string) *floor {
	if at := storey(dir); at >= 0 {
		return &floors[at]
	}
	return nil
}

// allows reports whether source s of floor f may import the path p, and knows
// that a module of its own answers for its outside dependencies in its go.mod.
func (f *floor) allows(s *source, p string) bool {
	to, ours := folder(p)
	if !ours {
		first, _, _ := strings.Cut(p, "/")
		std := !strings.Contains(first, ".") && p != "C"
		return std || s.nested || slices.Contains(f.imports, p)
	}
	if under(to, f.dir) || to == "." { // the errors are for all
		return true
	}
	if s.test && slices.Contains(helpers, to) {
		return true
	}
	if s.test && strings.HasSuffix(s.file.Name.Name, "_test") && slices.Contains(provers, to) {
		return true
	}
	return slices.ContainsFunc(f.imports, func(top string) bool { return under(to, top) || to+"/." == top })
}

// TestEveryFloorIsFound keeps the other tests from passing because they found
// nothing to look at.
func TestEveryFloorIsFound(t *testing.T) {
	for i := range floors {
		on := func(s *source) bool { return floorOf(s.dir) == &floors[i] }
		if !slices.ContainsFunc(sources(t), on) {
			t.Errorf("%s: no Go file there; mend the table of floors", floors[i].dir)
		}
	}
}

func TestImportArrows(t *testing.T) {
	for _, s := range sources(t) {
		f := floorOf(s.dir)
		if f == nil {
			t.Errorf("%s: lies on no floor; add its directory to the table of floors", s.path)
			continue
		}
		for _, p := range s.imports() {
			if !f.allows(s, p) {
				t.Errorf("%s: imports %q; besides std, %s may import only %q", s.path, p, f.dir, f.imports)
			}
		}
	}
}

// TestNoArrowUp: no folder imports one above it.
func TestNoArrowUp(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, p := range s.imports() {
			if to, ours := folder(p); ours && storey(to) < storey(s.dir) {
				t.Errorf("%s: imports %s, which is above it in the table of floors", s.path, to)
			}
		}
	}
}

// TestDoorOrRoom: a file imports a public package or the internal one of the same name that it is
// the door to. The door itself imports the room.
func TestDoorOrRoom(t *testing.T) {
	for _, s := range sources(t) {
		imports := s.imports()
		for _, p := range imports {
			door, ours := folder(p)
			if ours && slices.Contains(imports, module()+"/internal/"+door) {
				t.Errorf("%s: imports %s and internal/%s; take one of them", s.path, door, door)
			}
		}
	}
}

// TestOnlyGuardStartsGoroutines: in the library, that is; the benchmark and the program may.
func TestOnlyGuardStartsGoroutines(t *testing.T) {
	for _, s := range sources(t) {
		f := floorOf(s.dir)
		if s.test || f == nil || f.starts {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s: go statement; in the library only internal/guard starts goroutines", s.at(n))
			case *ast.CallExpr:
				// WaitGroup.Go and its kin.
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Go" {
					t.Errorf("%s: call of a method Go; in the library only internal/guard starts goroutines", s.at(n))
				}
			}
			return true
		})
	}
}

func TestNoClockBelowBatch(t *testing.T) {
	for _, s := range sources(t) {
		if f := floorOf(s.dir); s.test || f == nil || f.clock {
			continue
		}
		if slices.Contains(s.imports(), "time") {
			t.Errorf("%s: imports time; only batch and what lies above it reads the clock", s.path)
		}
	}
}

// TestExactMath looks for functions of package math whose results depend on the
// platform. That the compiler fuses nothing either is checked on its output, by
// .ci/run.
func TestExactMath(t *testing.T) {
	for _, s := range sources(t) {
		if f := floorOf(s.dir); s.test || f == nil || !f.exact {
			continue
		}
		if !slices.Contains(s.imports(), "math") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "math" && slices.Contains(inexact, sel.Sel.Name) {
				t.Errorf("%s: math.%s gives different bits on different platforms", s.at(n), sel.Sel.Name)
			}
			return true
		})
	}
}
