// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// surfaces bounds how many names the packages export together: constants, variables,
// functions, types, and methods of those types, also where a type is another name of one that
// lies inside. Fields are not counted. Whoever needs one more finds one that can go, or says
// here why the bound grows.
var surfaces = []struct {
	dirs []string
	most int
}{
	{[]string{"kernels"}, 27}, // of which 7 are methods of Table and Feature
	{[]string{"broadphase"}, 15},
	// Two more than 175: Engine.Advance moves shapes, which nothing else did, and ErrMoved tells
	// whether one that failed had moved them.
	{[]string{"soa", "batch"}, 177},
}

// TestPublicSurface: what a user of the library has to look through does not grow unnoticed.
// With -v it lists the names.
func TestPublicSurface(t *testing.T) {
	r := &resolver{t: t, tags: []string{"amd64", "linux"}, done: map[string]*resolved{}}
	for _, s := range surfaces {
		var names []string
		for _, dir := range s.dirs {
			names = append(names, surface(r.check(dir).pkg)...)
		}
		t.Logf("%d names in %s:\n%s", len(names), strings.Join(s.dirs, " and "), strings.Join(names, "\n"))
		if len(names) > s.most {
			t.Errorf("%s export %d names, and may %d", strings.Join(s.dirs, " and "), len(names), s.most)
		}
		if len(names) < s.most/2 {
			t.Errorf("%s export %d names; is this test reading rightly, or the bound of %d too wide?", strings.Join(s.dirs, " and "), len(names), s.most)
		}
	}
}

// surface are the names that a package exports, methods behind their types.
func surface(p *types.Package) (names []string) {
	for _, name := range p.Scope().Names() {
		if !ast.IsExported(name) {
			continue
		}
		full := p.Name() + "." + name
		names = append(names, full)
		o, is := p.Scope().Lookup(name).(*types.TypeName)
		if !is {
			continue
		}
		var methods []string
		set := types.NewMethodSet(types.NewPointer(types.Unalias(o.Type())))
		for i := range set.Len() {
			if m := set.At(i).Obj(); m.Exported() {
				methods = append(methods, full+"."+m.Name())
			}
		}
		if i, is := types.Unalias(o.Type()).Underlying().(*types.Interface); is {
			for k := range i.NumMethods() {
				methods = append(methods, full+"."+i.Method(k).Name())
			}
		}
		slices.Sort(methods)
		names = append(names, methods...)
	}
	return names
}
