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

// floors is searched from the top: a directory within a directory comes first.
var floors = []floor{
	{dir: "internal/kernels/kernelstest", imports: []string{"internal/kernels/.", "internal/testenv"}},
	{dir: "internal/kernels/isa", exact: true,
		imports: []string{"internal/kernels", "github.com/klauspost/cpuid/v2"}},
	{dir: "internal/kernels/pose", exact: true,
		imports: []string{"internal/kernels/."}},
	{dir: "internal/kernels/strip", exact: true,
		imports: []string{"internal/kernels/."}},
	{dir: "internal/kernels/bvh", exact: true,
		imports: []string{"internal/kernels/."}},
	{dir: "internal/kernels/pair", exact: true,
		imports: []string{"internal/kernels/.", "internal/kernels/pose"}},
	{dir: "internal/kernels/_asm"}, // the generator, a module of its own
	{dir: "internal/kernels", exact: true, // what the kernels of all stages share
		imports: []string{"github.com/klauspost/cpuid/v2"}},
	{dir: "kernels", exact: true,
		imports: []string{"internal/kernels"}},
	{dir: "internal/exact", exact: true},
	{dir: "internal/minkowski", exact: true}, // the shortest push of two bodies
	{dir: "region", exact: true,
		imports: []string{"internal/exact"}},
	{dir: "soa", exact: true,
		imports: []string{"region", "internal/kernels", "internal/checkmode", "internal/exact", "internal/scratch", "internal/store"}},
	{dir: "internal/answer", exact: true, imports: []string{"soa"}}, // the contacts of batch, for what lies beside it
	{dir: "internal/store", exact: true, // the columns of soa, for engines
		imports: []string{"internal/kernels", "internal/scratch"}},
	{dir: "internal/broadphase/conformance", // a test suite for any broad phase
		imports: []string{"internal/broadphase", "internal/kernels"}},
	{dir: "internal/broadphase", exact: true,
		imports: []string{"internal/hash", "internal/kernels", "internal/scratch"}},
	{dir: "broadphase", exact: true,
		imports: []string{"kernels", "internal/broadphase", "internal/kernels"}},
	{dir: "internal/hold", exact: true, // keeps a set of shapes for a step
		imports: []string{"soa", "internal/store"}},
	{dir: "internal/probe", exact: true, // single pairs, as if one shape were moved
		imports: []string{"soa", "internal/kernels", "internal/hold", "internal/store"}},
	{dir: "internal/failure", exact: true, imports: []string{"batch"}}, // the errors of what lies beside batch
	{dir: "internal/movers", exact: true, // the shapes that contacts may move
		imports: []string{"batch", "soa", "internal/kernels", "internal/scratch", "internal/store"}},
	{dir: "internal/qp", exact: true, // the shortest vector that contacts allow
		imports: []string{"soa"}},
	{dir: "batch/separate", exact: true,
		imports: []string{"batch", "soa", "region", "kernels", "internal/answer", "internal/failure", "internal/hold", "internal/kernels", "internal/movers", "internal/probe", "internal/qp", "internal/scratch", "internal/store", "internal/team"}},
	{dir: "batch/push", exact: true,
		imports: []string{"batch", "soa", "region", "internal/answer", "internal/failure", "internal/hold", "internal/kernels", "internal/minkowski", "internal/probe", "internal/qp", "internal/scratch", "internal/store", "internal/team"}},
	{dir: "batch/solver", exact: true,
		imports: []string{"batch", "soa", "region", "internal/answer", "internal/failure", "internal/kernels", "internal/hold", "internal/movers", "internal/probe", "internal/scratch", "internal/store", "internal/team"}},
	{dir: "batch/exact", exact: true,
		imports: []string{"batch", "soa", "region", "internal/answer", "internal/failure", "internal/memory", "internal/team"}},
	{dir: "batch/mtv", exact: true,
		imports: []string{"batch", "soa", "region", "kernels", "internal/answer", "internal/failure", "internal/kernels", "internal/probe", "internal/store"}},
	{dir: "batch/query", exact: true,
		imports: []string{"batch", "soa", "kernels", "internal/failure", "internal/broadphase", "internal/kernels", "internal/memory", "internal/scratch", "internal/store", "internal/team"}},
	{dir: "batch", exact: true, starts: true, clock: true,
		imports: []string{"soa", "region", "kernels", "internal/answer", "internal/broadphase", "internal/kernels", "internal/checkmode", "internal/hash", "internal/hold", "internal/memory", "internal/scratch", "internal/store", "internal/team", "golang.org/x/sync/errgroup"}},
	{dir: "bench/scene", exact: true,
		imports: []string{"batch", "broadphase", "soa", "region", "kernels", "internal/kernels"}},
	{dir: "bench/sim", exact: true,
		imports: []string{"bench/scene", "batch", "broadphase", "soa", "kernels", "internal/kernels"}},
	{dir: "bench", starts: true, clock: true, // moves scenes and copies memory on several processors
		imports: []string{"batch", "broadphase", "soa", "region", "kernels", "internal/kernels", "internal/store", "github.com/klauspost/cpuid/v2"}},
	{dir: "view", starts: true, clock: true, // shows a simulation while it runs
		imports: []string{"batch", "soa", "bench/sim", "bench/scene"}}, // its tests and its page show what the benchmark has
	{dir: "cmd", starts: true, clock: true, // reads its input in a goroutine, so that it can be cancelled
		imports: []string{"bench", "view", "batch", "broadphase", "soa", "region", "kernels", "internal/broadphase", "internal/kernels", "internal/minkowski", "internal/probe", "internal/store"}},
	{dir: "examples", starts: true, clock: true, // programs to start from, a module of its own
		imports: []string{"view", "batch", "soa"}},
	{dir: "bindings", imports: []string{"batch", "soa", "region"}}, // what callers of other languages see, modules of their own
	{dir: "."}, // doc.go alone
	{dir: "internal/checkmode"},
	{dir: "internal/testenv"}, // what tests are told from outside
	{dir: "internal/must"},    // ends a test at an error
	{dir: "internal/livetest", imports: []string{"soa", "region", "internal/hold", "internal/store"}},
	{dir: "internal/batchtest", imports: []string{"batch", "bench/scene", "soa"}},
	{dir: "internal/hash", exact: true},
	{dir: "internal/scratch"},
	{dir: "internal/team", starts: true, imports: []string{"golang.org/x/sync/errgroup"}},
	{dir: "internal/memory", imports: []string{"internal/scratch"}},
	{dir: "internal/emulator"}, // a machine to run tests on, a module of its own
	{dir: "internal/house"},
	{dir: "deploy/release", clock: true}, // makes archives, a module of its own
}

// provers are what an external test, package x_test, may import from above.
var provers = []string{"bench/oracle", "bench/scene"}

// helpers are what any test may import.
var helpers = []string{"internal/kernels/kernelstest", "internal/batchtest", "internal/checkmode", "internal/livetest", "internal/must", "internal/testenv"}

// inexact are the functions of package math that round differently from one
// platform to the next.
var inexact = strings.Fields(`Sin Cos Tan Sincos Asin Acos Atan Atan2 Sinh Cosh Tanh
	Asinh Acosh Atanh Hypot Pow Exp Exp2 Expm1 Log Log2 Log10 Log1p Cbrt Gamma Lgamma
	Erf Erfc Erfinv Erfcinv J0 J1 Jn Y0 Y1 Yn`)

func under(dir, top string) bool {
	return dir == top || strings.HasPrefix(dir, top+"/")
}

func (f *floor) holds(dir string) bool { return under(dir, f.dir) }

func floorOf(dir string) *floor {
	for i := range floors {
		if floors[i].holds(dir) {
			return &floors[i]
		}
	}
	return nil
}

// allows reports whether source s of floor f may import the path p, and knows
// that a module of its own answers for its outside dependencies in its go.mod.
func (f *floor) allows(s *source, p string) bool {
	to, ours := strings.CutPrefix(p, module()+"/")
	if !ours {
		first, _, _ := strings.Cut(p, "/")
		std := !strings.Contains(first, ".") && p != "C"
		return std || s.nested || slices.Contains(f.imports, p)
	}
	if f.holds(to) {
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

// TestDoorOrRoom: a file imports a public package or the internal one of the same name that it is
// the door to. The door itself imports the room.
func TestDoorOrRoom(t *testing.T) {
	for _, s := range sources(t) {
		imports := s.imports()
		for _, p := range imports {
			door, ours := strings.CutPrefix(p, module()+"/")
			if ours && slices.Contains(imports, module()+"/internal/"+door) {
				t.Errorf("%s: imports %s and internal/%s; take one of them", s.path, door, door)
			}
		}
	}
}

// TestOnlyBatchStartsGoroutines: in the library, that is; the benchmark and the program may.
func TestOnlyBatchStartsGoroutines(t *testing.T) {
	for _, s := range sources(t) {
		f := floorOf(s.dir)
		if s.test || f == nil || f.starts {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				t.Errorf("%s: go statement; in the library only batch starts goroutines", s.at(n))
			case *ast.CallExpr:
				// WaitGroup.Go and its kin.
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Go" {
					t.Errorf("%s: call of a method Go; in the library only batch starts goroutines", s.at(n))
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
