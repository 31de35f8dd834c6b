// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"go/token"
	"testing"
)

// mostBranches is how high the cyclomatic complexity of a function of the program may be.
const mostBranches = 25

// TestFunctionsAreSimple: no function of the program has more ways through it than a reader can
// follow.
func TestFunctionsAreSimple(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || !under(s.dir, "cmd") {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if n := complexity(d); ok && n > mostBranches {
				t.Errorf("%s: %s has a cyclomatic complexity of %d, above %d: cut it by sense", s.at(d), f.Name.Name, n, mostBranches)
			}
		}
	}
}

// complexity is one and the number of branches: loops, conditions, cases, and operators that pass
// over their right side.
func complexity(of ast.Node) int {
	n := 1
	ast.Inspect(of, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			n += min(len(node.List), 1)
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
