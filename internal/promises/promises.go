// SPDX-License-Identifier: MIT

package promises

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// Table says which tests of a package prove which promise.
type Table map[string][]string

// Check fails unless every test and fuzz test in the current directory stands beside exactly
// one promise, and every one that stands there exists.
func (p Table) Check(t *testing.T) {
	t.Helper()
	listed := map[string]string{}
	for promise, tests := range p {
		for _, name := range tests {
			if other, twice := listed[name]; twice {
				t.Errorf("%s stands beside %q and %q", name, other, promise)
			}
			listed[name] = promise
		}
	}
	names, err := filepath.Glob("*_test.go")
	if err != nil || len(names) == 0 {
		t.Fatalf("no test files, %v", err)
	}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Name.Name == "TestMain" || f.Name.Name == "TestPromises" ||
				!strings.HasPrefix(f.Name.Name, "Test") && !strings.HasPrefix(f.Name.Name, "Fuzz") {
				continue
			}
			if _, ok := listed[f.Name.Name]; !ok {
				t.Errorf("%s: %s stands beside no promise", name, f.Name.Name)
			}
			delete(listed, f.Name.Name)
		}
	}
	for name, promise := range listed {
		t.Errorf("there is no %s, which is to prove %q", name, promise)
	}
}
