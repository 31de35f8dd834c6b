// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// declared are the exported names that a file declares, of fields and methods too.
func declared(s *source) map[string]bool {
	names := map[string]bool{}
	add := func(list ...*ast.Ident) {
		for _, id := range list {
			if id.IsExported() {
				names[id.Name] = true
			}
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			add(n.Name)
			return false
		case *ast.TypeSpec:
			add(n.Name)
		case *ast.ValueSpec:
			add(n.Names...)
		case *ast.Field:
			add(n.Names...)
		}
		return true
	})
	return names
}

// exported are the exported names of the library.
func exported(t *testing.T) map[string]bool {
	names := map[string]bool{}
	for _, s := range sources(t) {
		if s.test || s.nested || strings.HasPrefix(s.dir, "bench") || strings.HasPrefix(s.dir, "internal") {
			continue
		}
		maps.Copy(names, declared(s))
	}
	return names
}

// TestGlossary: what docs/glossary.md names in the library and in the program is there, its
// words are in order, and words that people search for lead to those used here.
func TestGlossary(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	// What people read of the program: its source holds all help, columns and flags.
	program := ""
	for _, pattern := range []string{"cmd/daylight/*.go", "cmd/internal/shapes/*.go", "cmd/internal/output/*.go", "cmd/internal/job/*.go"} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no file, %v", pattern, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			program += string(b)
		}
	}
	library := exported(t)
	code := regexp.MustCompile("`([^`]+)`")
	var words []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 || strings.HasPrefix(line, "| word |") || strings.HasPrefix(line, "| --- |") {
			continue
		}
		words = append(words, strings.ToLower(strings.TrimSpace(cells[0])))
		for _, c := range code.FindAllStringSubmatch(cells[2], -1) {
			if !library[c[1]] {
				t.Errorf("%s: the library exports no %s", words[len(words)-1], c[1])
			}
		}
		for _, c := range code.FindAllStringSubmatch(cells[3], -1) {
			name := c[1]
			for _, part := range strings.Fields(name) { // a flag, and perhaps its value
				if !regexp.MustCompile(`\b` + regexp.QuoteMeta(strings.TrimPrefix(part, "--")) + `\b`).MatchString(program) {
					t.Errorf("%s: the program knows no %s", words[len(words)-1], name)
				}
			}
		}
	}
	if len(words) < 25 || !slices.IsSorted(words) {
		t.Errorf("%d words, in order %v: %v", len(words), slices.IsSorted(words), words)
	}

	_, others, ok := strings.Cut(string(text), "| elsewhere | here |")
	if !ok {
		t.Fatal("docs/glossary.md does not say what others call things")
	}
	for _, word := range []string{"collision", "collider", "hitbox", "penetration depth", "thread"} {
		if !strings.Contains(others, word) {
			t.Errorf("docs/glossary.md does not say what %s is called here", word)
		}
	}
}
