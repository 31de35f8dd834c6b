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
