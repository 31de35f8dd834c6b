// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"path"
	"strings"
	"testing"
)

// TestPackageDocs: every package has a doc.go, and the package comment is there
// and nowhere else.
func TestPackageDocs(t *testing.T) {
	packages := map[string]bool{}
	documented := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		packages[s.dir] = true
		doc := s.file.Doc.Text()
		switch {
		case path.Base(s.path) == "doc.go":
			documented[s.dir] = true
			if name := s.file.Name.Name; name != "main" && !strings.HasPrefix(doc, "Package "+name+" ") {
				t.Errorf("%s: the package comment does not begin with %q", s.path, "Package "+name)
			} else if doc == "" {
				t.Errorf("%s: has no package comment", s.path)
			}
		case doc != "" && !ast.IsGenerated(s.file):
			t.Errorf("%s: has a package comment; it belongs in doc.go", s.path)
		}
	}
	for dir := range packages {
		if !documented[dir] {
			t.Errorf("%s: has no doc.go", dir)
		}
	}
}

// TestLicenceLines: every Go file written by hand begins with its licence.
func TestLicenceLines(t *testing.T) {
	const line = "// SPDX-License-Identifier: MIT\n"
	for _, s := range sources(t) {
		if !strings.HasPrefix(s.text, line) && !ast.IsGenerated(s.file) {
			t.Errorf("%s: does not begin with %q", s.path, strings.TrimSpace(line))
		}
	}
}

// TestImportGroups: imports stand in groups with an empty line between them: the standard library,
// other modules, and ours. Each group is sorted.
func TestImportGroups(t *testing.T) {
	group := func(path string) int {
		first, _, _ := strings.Cut(path, "/")
		switch _, ours := folder(path); {
		case ours:
			return 2
		case strings.Contains(first, "."):
			return 1
		}
		return 0
	}
	for _, s := range sources(t) {
		for i := 1; i < len(s.file.Imports); i++ {
			was, is := s.file.Imports[i-1], s.file.Imports[i]
			a, b := strings.Trim(was.Path.Value, `"`), strings.Trim(is.Path.Value, `"`)
			apart := s.fset.Position(is.Pos()).Line > s.fset.Position(was.End()).Line+1
			if a == "C" { // cgo wants it alone, after its comment
				continue
			}
			if from, to := group(a), group(b); from > to || apart != (from != to) || from == to && a > b {
				t.Errorf("%s: %s stands after %s; want the standard library, other modules and ours, sorted, with an empty line between them", s.at(is), b, a)
			}
		}
	}
}
