// SPDX-License-Identifier: MIT

package house

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daylight/internal/must"
)

var update = flag.Bool("update", false, "write docs/surface.txt anew")

// public lists the packages that users import, and those alone.
var public = []string{".", "soa", "kernels", "broadphase", "batch", "batch/separate", "batch/solver", "batch/query", "batch/mtv", "batch/push", "batch/exact", "region"}

// TestSurface compares what the packages export with docs/surface.txt: every name, field and
// signature. A change of it is a change for users, and belongs into CHANGELOG.md. go test
// ./internal/house -update writes the file anew.
func TestSurface(t *testing.T) {
	r := &resolver{t: t, tags: []string{"amd64", "linux"}, done: map[string]*resolved{}, outside: importer.ForCompiler(token.NewFileSet(), "source", nil)}
	var b strings.Builder
	names, fields := 0, 0
	for _, dir := range public {
		p := r.check(dir).pkg
		lines := surface(p)
		for _, l := range lines {
			if strings.HasPrefix(l, "\t") {
				fields++
			} else {
				names++
			}
		}
		if dir == "." {
			dir = p.Name()
		}
		fmt.Fprintf(&b, "package %s\n\n%s\n\n", dir, strings.Join(lines, "\n"))
	}
	text := fmt.Sprintf("What the library exports: %d names and %d fields. Made by: go test ./internal/house -update\n\n%s\n", names, fields, strings.TrimSpace(b.String()))
	file := filepath.Join(root, "docs", "surface.txt")
	if *update {
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want := must.Get(os.ReadFile(file))(t)
	had, has := strings.Split(string(want), "\n"), strings.Split(text, "\n")
	for _, l := range has {
		if !slices.Contains(had, l) {
			t.Errorf("new: %s", l)
		}
	}
	for _, l := range had {
		if !slices.Contains(has, l) {
			t.Errorf("gone: %s", l)
		}
	}
}

// surface describes what a package exports, a line for each name, and one behind it for each field.
func surface(p *types.Package) (lines []string) {
	short := func(o *types.Package) string {
		if o == p {
			return ""
		}
		return o.Name()
	}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	for _, name := range p.Scope().Names() {
		if !ast.IsExported(name) {
			continue
		}
		o := p.Scope().Lookup(name)
		typ, is := o.(*types.TypeName)
		if !is {
			add("%s", types.ObjectString(o, short))
			continue
		}
		if of, is := typ.Type().(*types.Alias); is {
			if to, is := of.Rhs().(*types.Named); is && to.Obj().Pkg() != p && slices.Contains(public, strings.TrimPrefix(to.Obj().Pkg().Path(), module()+"/")) {
				add("type %s = %s", name, types.TypeString(to, short)) // whose fields stand with its own package
				continue
			}
		}
		add("type %s", name)
		if s, is := types.Unalias(typ.Type()).Underlying().(*types.Struct); is {
			for i := range s.NumFields() {
				if f := s.Field(i); f.Exported() {
					add("\t%s.%s %s", name, f.Name(), types.TypeString(f.Type(), short))
				}
			}
		}
		set := types.NewMethodSet(types.NewPointer(types.Unalias(typ.Type())))
		var methods []string
		for i := range set.Len() {
			if m := set.At(i); m.Obj().Exported() && len(m.Index()) == 1 {
				methods = append(methods, types.ObjectString(m.Obj(), short))
			}
		}
		slices.Sort(methods)
		lines = append(lines, methods...)
	}
	return lines
}
