// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// matching are the functions of package strings that look for a text in another. (To replace
// a part is cosmetics: a library whose errors wrap nothing speaks of functions.)
var matching = strings.Fields(`Contains ContainsAny Count Cut CutPrefix CutSuffix EqualFold HasPrefix HasSuffix
	Index LastIndex TrimPrefix TrimSuffix`)

// text reports whether an expression is the text of an error: err.Error(), or fmt.Sprint(err).
func text(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if sel.Sel.Name == "Sprint" && len(call.Args) == 1 {
		id, ok := call.Args[0].(*ast.Ident)
		return ok && id.Name == "err"
	}
	return sel.Sel.Name == "Error" && len(call.Args) == 0
}

// TestNoErrorText: no program looks for words in the text of an error, which is for people
// and may change; what a program may want to know has a type or a value of its own.
func TestNoErrorText(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			found := false
			switch n := n.(type) {
			case *ast.CallExpr:
				sel, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || !slices.Contains(matching, sel.Sel.Name) {
					return true
				}
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == "strings" {
					found = slices.ContainsFunc(n.Args, text)
				}
			case *ast.BinaryExpr:
				found = (n.Op == token.EQL || n.Op == token.NEQ) && (text(n.X) || text(n.Y))
			case *ast.SwitchStmt:
				found = n.Tag != nil && text(n.Tag)
			}
			if found {
				t.Errorf("%s: looks at the text of an error; use errors.Is or errors.As", s.at(n))
			}
			return true
		})
	}
}
