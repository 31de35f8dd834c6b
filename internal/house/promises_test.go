// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// promises are the rows of the README's table of what it promises, by their first words, and
// the tests that prove each of them first of all. What else a package's tests prove says its
// own promises_test.go.
var promises = map[string][]string{
	"Every contact is true and none is missed": {
		"batch.TestTruth", "batch.FuzzTruth", "batch.TestManifoldTruth", "batch.TestAgainstBruteForce", "batch.TestRandomLife",
		"internal/kernels/pair.TestAgreesWithReference", "batch/query.TestAnswersByTheJudge", "batch/exact.TestAgainstBruteForce", "region.TestTruth",
		"internal/broadphase.TestConformance",
	},
	"The same bits on every platform": {
		"batch.TestGolden", "batch.TestSweptGolden", "batch.TestSkinChangesNothing", "batch/query.TestGolden", "cmd/daylight.TestSameEverywhere",
		"internal/kernels/pair.TestSameBitsEverywhere", "soa.TestSinCosGolden",
	},
	"Precision does not depend on the distance": {"batch.TestTruth", "batch.TestSweptMovesWithTheScene", "soa.TestCornersFarFromPosition"},
	"A warm step allocates nothing": {
		"batch.TestWarmStepAllocations", "batch.TestMovingStepAllocations", "batch.TestManifoldStepAllocations", "batch.TestSweptStepAllocations",
		"batch.TestSkinAllocations", "soa.TestWarmCallsAllocateNothing", "batch/query.TestWarmCallsAllocateNothing",
	},
	"Memory is bounded, steps can be cancelled": {
		"batch.TestMemoryLimit", "batch.TestLimit", "batch.TestCancelAnywhere", "batch.TestQuarantine", "soa.FuzzAddPolygon",
		"batch.FuzzPoses", "region.FuzzRings", "cmd/daylight.TestMemory",
	},
	"It is right on real data": {"bench/realdata.TestCrowd", "bench/realdata.TestTraffic", "bench/realdata.TestChip"},
}

// TestPromises: every promise of the README has tests, and they exist.
func TestPromises(t *testing.T) {
	tests := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			for _, d := range s.file.Decls {
				if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
					tests[s.dir+"."+f.Name.Name] = true
				}
			}
		}
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(readme), "| promise | proof |\n")
	rows := regexp.MustCompile(`(?m)\A(\|.*\|\n)+`).FindString(table)
	kept := 0
	for _, row := range strings.Split(rows, "\n") {
		if !strings.HasPrefix(row, "| ") || strings.HasPrefix(row, "| --") {
			continue
		}
		known := false
		for words := range promises {
			known = known || strings.HasPrefix(row, "| "+words)
		}
		if !known {
			t.Errorf("no test is named for what README.md promises: %s", row)
		}
		kept++
	}
	if kept != len(promises) {
		t.Errorf("README.md promises %d things, and %d have tests", kept, len(promises))
	}
	for words, names := range promises {
		for _, name := range names {
			if !tests[name] {
				t.Errorf("there is no %s, which is to prove: %s", name, words)
			}
		}
	}
}

// TestTables: where a package has more tests than one takes in at a glance, promises_test.go says which
// of them prove which promise, and holds them to it.
func TestTables(t *testing.T) {
	const glance = 7
	tests, listed := map[string]int{}, map[string]bool{}
	for _, s := range sources(t) {
		if !s.test {
			continue
		}
		listed[s.dir] = listed[s.dir] || filepath.Base(s.path) == "promises_test.go"
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && (strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Fuzz")) {
				tests[s.dir]++
			}
		}
	}
	for dir, n := range tests {
		if n > glance && !listed[dir] && !slices.ContainsFunc(apart, func(top string) bool { return under(dir, top) }) {
			t.Errorf("%s has %d tests and no promises_test.go that says what they prove; see internal/promises", dir, n)
		}
	}
}

// apart are modules of their own that the package of tables is not for.
var apart = []string{"cmd/beam", "bench/peers"}
