// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"testing"
)

var (
	// goFile is a Go file with its folder, as documents name it.
	goFile = regexp.MustCompile(`\b[a-z_]+(?:/[a-z0-9_]+)+\.go\b`)
	// nameIn is a function that is said to be in such a file, in text or in a link.
	nameIn = regexp.MustCompile("`?\\b([A-Za-z]+)`? in \\[?([a-z_]+(?:/[a-z0-9_]+)+\\.go)\\b")
	// code is a block of code in a document.
	code = regexp.MustCompile("(?s)```.*?```")
	// link is where a link of a document leads.
	link = regexp.MustCompile(`\]\(([^)#:]+)\)`)
)

// TestPlacesInDocuments: the files, and the functions in them, to which documents and
// package comments send a reader are there, and so are the ends of the documents' links.
func TestPlacesInDocuments(t *testing.T) {
	pages := documents(t)
	texts := maps.Clone(pages)
	delete(texts, "PERF.md") // which tells of files that were there, too
	have := map[string]*source{}
	for _, s := range sources(t) {
		have[s.path] = s
		if path.Base(s.path) == "doc.go" {
			texts[s.path] = s.file.Doc.Text()
		}
	}
	files, names := 0, 0
	for where, text := range texts {
		for _, name := range goFile.FindAllString(text, -1) {
			// In the package's own folder, too: _asm/main.go.
			if files++; have[name] == nil && have[path.Join(path.Dir(where), name)] == nil && have[path.Join("internal", path.Dir(where), name)] == nil {
				t.Errorf("%s: there is no %s", where, name)
			}
		}
		for _, m := range nameIn.FindAllStringSubmatch(text, -1) {
			if s := have[m[2]]; s != nil {
				if names++; !declares(s, m[1]) {
					t.Errorf("%s: %s has no function %s", where, m[2], m[1])
				}
			}
		}
	}
	for where, text := range pages {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			if _, err := os.Stat(filepath.Join(root, path.Dir(where), m[1])); err != nil {
				t.Errorf("%s: a link leads to %s: %v", where, m[1], err)
			}
		}
	}
	if files < 20 || names < 5 {
		t.Errorf("only %d files and %d functions found; is this test reading rightly?", files, names)
	}
}

// declares reports whether a file declares a function or method of that name.
func declares(s *source, name string) bool {
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name {
			return true
		}
	}
	return false
}
