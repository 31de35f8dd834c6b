// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// backwards are the files that may call each other in a circle, by folder, each with the
// reason. There are none.
var backwards = map[string]string{}

// TestFilesCallDownwards: the files of each folder of the library and of the program lie on floors.
// A file calls functions and methods of its own floor's and of lower files. It never calls, even
// indirectly, a file that calls it. (Types, and calls through interfaces and function values, are
// another matter: a row of a table may name what lies above.)
func TestFilesCallDownwards(t *testing.T) {
	folders := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test && (!s.nested || under(s.dir, "cmd")) {
			folders[s.dir] = true
		}
	}
	calls, circles := 0, map[string]bool{}
	for _, tags := range [][]string{{"amd64", "linux"}, {"arm64", "darwin", "purego"}} {
		r := &resolver{t: t, tags: tags, done: map[string]*resolved{}}
		for _, dir := range slices.Sorted(maps.Keys(folders)) {
			g := r.check(dir).calls()
			for _, to := range g {
				calls += len(to)
			}
			for _, files := range g.circles() {
				name := dir + ": " + strings.Join(files, ", ")
				if circles[name] = true; backwards[name] != "" {
					continue
				}
				t.Errorf("%s call each other in a circle:", name)
				for _, from := range files {
					for _, to := range files {
						if names := g[from][to]; len(names) > 0 {
							t.Logf("    %s calls %v of %s", from, slices.Sorted(maps.Keys(names)), to)
						}
					}
				}
			}
		}
	}
	for name := range backwards {
		if !circles[name] {
			t.Errorf("%s: is no circle any more; mend the list", name)
		}
	}
	if calls < 1500 {
		t.Errorf("only %d times does a file call another; is this test reading rightly?", calls)
	}
}

// oneWay are the folders whose files do not know each other in a circle by types, constants and
// variables, either.
var oneWay = []string{"batch", "batch/exact", "batch/mtv", "batch/push", "batch/separate", "batch/solver", "internal/guard", "internal/minkowski", "internal/movers", "internal/scratch", "internal/kernels/bvh", "internal/kernels/pair", "internal/kernels/pose", "internal/kernels/strip", "internal/step", "internal/store", "internal/verlet", "internal/broadphase", "region", "soa"}

// TestFilesKnowDownwards: what TestFilesCallDownwards says of calls is true of all names in these
// folders.
func TestFilesKnowDownwards(t *testing.T) {
	r := &resolver{t: t, tags: []string{"amd64", "linux"}, done: map[string]*resolved{}}
	for _, dir := range oneWay {
		p := r.check(dir)
		g := p.names(func(o types.Object) bool {
			_, call := o.(*types.Func)
			return call && called(o) || o.Parent() == p.pkg.Scope()
		})
		for _, files := range g.circles() {
			t.Errorf("%s: %s know each other in a circle", dir, strings.Join(files, ", "))
			for _, from := range files {
				for _, to := range files {
					if names := g[from][to]; len(names) > 0 {
						t.Logf("    %s knows %v of %s", from, slices.Sorted(maps.Keys(names)), to)
					}
				}
			}
		}
	}
}

// TestCirclesAreFound tries what the test above is made of: on files that are known to call
// in a circle, and on a call of a method that is known to be there.
func TestCirclesAreFound(t *testing.T) {
	g := graph{
		"a.go": {"b.go": {"f": true}, "c.go": {"g": true}},
		"b.go": {"c.go": {"g": true}},
		"c.go": {"d.go": {"h": true}},
		"d.go": {"b.go": {"f": true}},
	}
	if got := g.circles(); len(got) != 1 || !slices.Equal(got[0], []string{"b.go", "c.go", "d.go"}) {
		t.Errorf("circles %v", got)
	}
	r := &resolver{t: t, tags: []string{"amd64", "linux"}, done: map[string]*resolved{}}
	if names := r.check("internal/step").calls()["step.go"]["phases.go"]; !names["sweep"] && !names["Sweep"] {
		t.Errorf("step.go calls %v of phases.go", names)
	}
}

// A graph says which functions each file calls, by their files.
type graph map[string]map[string]map[string]bool

// circles are the sets of files that reach each other.
func (g graph) circles() (all [][]string) {
	reach := map[string]map[string]bool{}
	var walk func(from, at string)
	walk = func(from, at string) {
		for to := range g[at] {
			if !reach[from][to] {
				reach[from][to] = true
				walk(from, to)
			}
		}
	}
	for from := range g {
		reach[from] = map[string]bool{}
		walk(from, from)
	}
	done := map[string]bool{}
	for _, a := range slices.Sorted(maps.Keys(g)) {
		if done[a] || !reach[a][a] {
			continue
		}
		var circle []string
		for _, b := range slices.Sorted(maps.Keys(g)) {
			if reach[a][b] && reach[b][a] {
				circle = append(circle, b)
				done[b] = true
			}
		}
		all = append(all, circle)
	}
	return all
}

// A resolver finds out what names in packages of ours mean, for one platform. Without an importer
// it takes outside packages (the standard library, dependencies) for empty. For calls within a
// folder alone, errors about other names do not matter.
type resolver struct {
	t       *testing.T
	tags    []string
	done    map[string]*resolved
	outside types.Importer
}

// A resolved is a package and what its names mean.
type resolved struct {
	pkg   *types.Package
	uses  map[*ast.Ident]types.Object
	files []*source
}

func (r *resolver) check(dir string) *resolved {
	if p := r.done[dir]; p != nil {
		return p
	}
	p := &resolved{uses: map[*ast.Ident]types.Object{}}
	r.done[dir] = p
	fset := token.NewFileSet()
	var files []*ast.File
	for _, s := range sources(r.t) {
		if s.dir == dir && !s.test && s.builtFor(r.tags) {
			p.files = append(p.files, s)
			files = append(files, s.file)
			fset = s.fset
		}
	}
	c := types.Config{Importer: r, Error: func(error) {}}
	p.pkg, _ = c.Check(path.Join(module(), dir), fset, files, &types.Info{Uses: p.uses})
	return p
}

// Import is for package types.
func (r *resolver) Import(p string) (*types.Package, error) {
	if dir, ours := folder(p); ours {
		return r.check(dir).pkg, nil
	}
	if r.outside != nil && !strings.Contains(p, ".") { // the standard library
		return r.outside.Import(p)
	}
	empty := types.NewPackage(p, path.Base(p))
	empty.MarkComplete()
	return empty, nil
}

// calls are the functions and methods of other files that each file of a package names.
func (p *resolved) calls() graph { return p.names(called) }

// called reports whether an object is a function, or a method of a type that is no interface.
func called(o types.Object) bool {
	f, is := o.(*types.Func)
	return is && (f.Signature().Recv() == nil || !types.IsInterface(f.Signature().Recv().Type()))
}

// names are the objects of other files, of those that count, that each file of a package names.
func (p *resolved) names(counts func(types.Object) bool) graph {
	g := graph{}
	for id, o := range p.uses {
		if o.Pkg() != p.pkg || !counts(o) {
			continue
		}
		at := o.Pos()
		if f, is := o.(*types.Func); is {
			at = f.Origin().Pos()
		}
		from, to := p.fileOf(id.Pos()), p.fileOf(at)
		if from == to || to == "" {
			continue
		}
		if g[from] == nil {
			g[from] = map[string]map[string]bool{}
		}
		if g[from][to] == nil {
			g[from][to] = map[string]bool{}
		}
		g[from][to][o.Name()] = true
	}
	return g
}

func (p *resolved) fileOf(pos token.Pos) string {
	for _, s := range p.files {
		if s.file.FileStart <= pos && pos < s.file.FileEnd {
			return path.Base(s.path)
		}
	}
	return ""
}

// builtFor reports whether a file is part of a build with such tags, by its name and its
// build line.
func (s *source) builtFor(tags []string) bool {
	name := strings.TrimSuffix(path.Base(s.path), ".go")
	if _, platform, found := strings.Cut(name, "_"); found {
		for part := range strings.SplitSeq(platform, "_") {
			known := slices.Contains([]string{"amd64", "arm64", "386", "linux", "darwin", "windows"}, part)
			if known && !slices.Contains(tags, part) {
				return false
			}
		}
	}
	for line := range strings.Lines(s.text) {
		if strings.HasPrefix(line, "package ") {
			break
		}
		if strings.HasPrefix(line, "//go:build ") {
			expr, err := constraint.Parse(strings.TrimSpace(line))
			return err == nil && expr.Eval(func(tag string) bool {
				return slices.Contains(tags, tag) || tag == "unix" || strings.HasPrefix(tag, "go1.")
			})
		}
	}
	return true
}
