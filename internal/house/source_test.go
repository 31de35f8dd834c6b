// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"daylight/internal/must"
)

// root is the top of the tree as seen from this package's directory.
const root = "../.."

// module is the library's path. A publisher may change it.
var module = sync.OnceValue(func() string {
	text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	name, _, _ := strings.Cut(strings.TrimPrefix(string(text), "module "), "\n")
	return name
})

// folder returns where a package of the tree lies, given its import path: "." for the root.
func folder(p string) (dir string, ours bool) {
	if p == module() {
		return ".", true
	}
	return strings.CutPrefix(p, module()+"/")
}

// A source is one parsed Go file.
type source struct {
	path   string // from the top of the tree, with slashes
	dir    string // path without the file's name; "." for the top
	test   bool   // its name ends in _test.go
	nested bool   // it belongs to a module other than the library's
	text   string
	fset   *token.FileSet
	file   *ast.File
}

// imports returns the import paths of the file.
func (s *source) imports() []string {
	var list []string
	for _, spec := range s.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// at returns the place of a node, for messages.
func (s *source) at(n ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.fset.Position(n.Pos()).Line)
}

var readTree = sync.OnceValues(func() ([]*source, error) {
	var list []*source
	modules := map[string]bool{}
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			base := d.Name()
			if rel != "." && (strings.HasPrefix(base, ".") || base == "testdata") {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
				modules[rel] = true
			}
			return nil
		}
		if path.Ext(rel) != ".go" {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(fset, rel, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		s := &source{
			path: rel, dir: path.Dir(rel), test: strings.HasSuffix(rel, "_test.go"),
			text: string(text), fset: fset, file: file,
		}
		for dir := s.dir; dir != "."; dir = path.Dir(dir) {
			s.nested = s.nested || modules[dir]
		}
		list = append(list, s)
		return nil
	})
	return list, err
})

// sources returns every Go file of the tree.
func sources(t *testing.T) []*source {
	t.Helper()
	return must.Get(readTree())(t)
}
