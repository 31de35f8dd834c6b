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
	{[]string{"kernels"}, 20}, // of which 4 are the classes of shapes
	{[]string{"broadphase"}, 15},
	{[]string{"soa", "batch"}, 165}, // the last was batch.Deciding: maps miss a tenth of their pairs without it
}

// reasons says why names are exported: each name belongs to the first group that names it, its type,
// or a part of it.
var reasons = []struct{ why, names string }{
	{"engines of other packages hold a store while they read its columns, and copy shapes out of it by slot: an interface behind it would have to allocate",
		"soa.Shapes.Hold soa.Shapes.Release soa.Shapes.AppendSlots soa.Column.Shapes soa.Live"},
	{"one call a kind of shape, in the words of those who have them, each with its own checks; one call with a kind and all parameters would be refused at run time instead of by the compiler",
		"soa.Shapes.Add soa.ConvexHull soa.Ellipse"},
	{"a life of shapes: asked for, moved, listed, copied, removed, one by one and all at once",
		"soa.Shapes soa.New soa.ID soa.Shape"},
	{"where shapes lie, with the same bits on every platform, for one and for many",
		"soa.Pose soa.At soa.Point soa.SinCos"},
	{"who meets whom, as options of adding and as values; each can be taken back",
		"soa.Attr soa.Body soa.Category soa.Group soa.InWorld soa.Mask soa.MakeAttrs soa.Sensor soa.Static"},
	{"columns of the user's own, which follow the shapes",
		"soa.Attach soa.Detach soa.Column"},
	{"a sentinel for each thing that is wrong with input, so that nobody matches texts",
		"soa.Err batch.Err"},
	{"what a typed error tells a program beyond its sentinel: a number to raise, the shape, the stack",
		"batch.ArgumentError batch.LimitError batch.PanicError"},
	{"what is asked for: modes, by name, too, for programs with a flag",
		"batch.Mode batch.InMode batch.ParseMode"},
	{"an option each, one style, checked when it is given; and what their numbers may be at most, for programs with a flag",
		"batch.Canonical batch.Deciding batch.Default batch.Excluding batch.Kernels batch.Margin batch.Max batch.Memory batch.Motion batch.Moves batch.OnHint batch.OnProgress batch.OpenSets batch.Opposing batch.Option batch.Reorder batch.Skin batch.Workers"},
	{"the answer, in columns and row by row; what was found is checked, copied, sorted, thinned out and put together by those who work in tiles",
		"batch.Contact batch.Contacts batch.Manifold batch.Witness batch.Pairs batch.Events batch.Changes"},
	{"engines, single calls, and brute force to compare with",
		"batch.Engine batch.New batch.Join batch.Collide batch.BruteForce"},
	{"what a step did and how long it took",
		"batch.Stats batch.Times batch.SkinStats"},
	{"kernels are listed, picked and forced, by a program's flag as by the environment",
		"kernels.All kernels.ByName kernels.Choose kernels.ErrUnknown kernels.ErrUnsupported kernels.Table kernels.Variant"},
	{"how exact an answer is: callers that hold it against another need the bound",
		"kernels.Bounds kernels.ErrorBounds"},
	{"what columns of other packages are made of: classes of shapes, contact points, pairs by slot",
		"kernels.Class kernels.Circle kernels.Capsule kernels.Box kernels.Polygon kernels.Feature kernels.Manifolds kernels.Pair"},
	{"a frame of AABBs, built and swept strip by strip, and what it takes and gives",
		"broadphase.Boxes broadphase.Filters broadphase.Frame broadphase.Settings broadphase.Strip"},
	{"every pair looked at, to compare with",
		"broadphase.BruteForce"},
	{"a sentinel for each thing that is wrong with columns, and which column and box it is",
		"broadphase.Err"},
}

// TestReasons: every name of the packages belongs to a group, and every group has some.
func TestReasons(t *testing.T) {
	r := &resolver{t: t, tags: []string{"amd64", "linux"}, done: map[string]*resolved{}}
	counts := make([]int, len(reasons))
	for _, dir := range []string{"soa", "batch", "kernels", "broadphase"} {
	names:
		for _, name := range surface(r.check(dir).pkg) {
			for k := range reasons {
				if slices.ContainsFunc(strings.Fields(reasons[k].names), func(begin string) bool { return strings.HasPrefix(name, begin) }) {
					counts[k]++
					continue names
				}
			}
			t.Errorf("%s: why is it exported? Add it to a group, or keep it inside", name)
		}
	}
	for k, n := range counts {
		t.Logf("%3d: %s", n, reasons[k].why)
		if n == 0 {
			t.Errorf("no name is there, since %s", reasons[k].why)
		}
	}
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
