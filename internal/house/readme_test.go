// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
)

// documents are the texts of all documents, by their names from the top of the tree.
func documents(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "deploy/*.md", "bench/peers/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no file, %v", pattern, err)
		}
		for _, name := range found {
			text := must.Get(os.ReadFile(name))(t)
			texts[filepath.ToSlash(strings.TrimPrefix(name, filepath.FromSlash(root+"/")))] = string(text)
		}
	}
	return texts
}

// TestFirstScreen: the README is short, and what a visitor looks for comes first, in words that
// people search for.
func TestFirstScreen(t *testing.T) {
	readme := documents(t)["README.md"]
	if n := len(strings.Fields(readme)); n > 1500 {
		t.Errorf("README.md has %d words: at most 1,500", n)
	}
	first, _, _ := strings.Cut(readme, "\n## ")
	if n := len(strings.Fields(first)); n > 400 {
		t.Errorf("README.md has %d words before its first heading: at most 400", n)
	}
	for _, want := range []string{"2D collision detection", "<!-- begin figure -->", "![", "```sh\n", "go test -timeout 30m ", "**Where it is small**", "```go\n", "engine.Step(", "daylight collide", "world,id_a,id_b,depth,nx,ny\n"} {
		if !strings.Contains(first, want) {
			t.Errorf("README.md does not say %q before its first heading", want)
		}
	}
}

// TestGridJoin: README and PERF.md say the same of DuckDB's grid join.
func TestGridJoin(t *testing.T) {
	texts := documents(t)
	readme := regexp.MustCompile(`DuckDB takes (\S+) \(Parquet\) to (\S+) \(CSV\) times`).FindStringSubmatch(texts["README.md"])
	perf := regexp.MustCompile(`DuckDB\*\* finds circles' contacts in (\S+) \(CSV\), (\S+) \(Parquet\) times`).FindStringSubmatch(texts["PERF.md"])
	if len(readme) < 3 || len(perf) < 3 {
		t.Fatalf("README says %q, PERF.md %q", readme, perf)
	}
	for k := range 2 {
		said, measured := must.Get(strconv.ParseFloat(readme[k+1], 64))(t), must.Get(strconv.ParseFloat(perf[2-k], 64))(t)
		if math.Abs(said-measured) > 0.051 {
			t.Errorf("README says %v times, PERF.md %v", said, measured)
		}
	}
}

// TestExamples: every block of Go in a document stands, line for line, in a test that is
// compiled and run. Indentation does not count.
func TestExamples(t *testing.T) {
	const where = "batch/readme_example_test.go or view/example_test.go"
	have := ""
	for _, name := range strings.Split(where, " or ") {
		have += unindented(string(must.Get(os.ReadFile(filepath.Join(root, name)))(t)))
	}
	seen := 0
	for name, text := range documents(t) {
		if strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name, "view/") || strings.HasPrefix(name, "bench/") { // of other modules
			continue
		}
		for _, b := range strings.Split(text, "```go\n")[1:] {
			seen++
			code, _, ok := strings.Cut(b, "\n```")
			if !ok {
				t.Fatalf("%s: a block of Go does not end", name)
			}
			// Places where the document leaves something out.
			for _, part := range strings.Split(unindented(code), "\n...\n") {
				if !strings.Contains(have, strings.Trim(part, "\n")) {
					t.Errorf("%s: this is not in %s, so nobody knows whether it works:\n%s", name, where, part)
				}
			}
		}
	}
	if seen < 4 {
		t.Errorf("the documents have %d blocks of Go; is this test reading them rightly?", seen)
	}
}

// unindented is the text without blanks around its lines, and without what examples do
// about errors.
func unindented(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(strings.TrimSpace(line))
		out.WriteByte('\n')
	}
	return strings.ReplaceAll(out.String(), "if err != nil {\nfmt.Println(err)\nreturn\n}\n", "")
}

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

// TestNamesInDocuments: what documents call a name of a package, such as soa.At, is there.
func TestNamesInDocuments(t *testing.T) {
	have := map[string]bool{}
	for _, s := range sources(t) {
		if !s.test {
			for name := range declared(s) {
				have[s.file.Name.Name+"."+name] = true
			}
		}
	}
	name := regexp.MustCompile(`\b(kernels|soa|broadphase|batch|separate|solver|mtv|exact|query|region|bench|scene|sim|oracle)\.([A-Z][A-Za-z0-9]*)`)
	seen := 0
	for document, text := range documents(t) {
		for _, found := range name.FindAllString(text, -1) {
			if seen++; !have[found] {
				t.Errorf("%s: there is no %s", document, found)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d names found; is this test reading rightly?", seen)
	}
}

// TestCommandsInDocuments: a test or benchmark that a document says to run is there.
func TestCommandsInDocuments(t *testing.T) {
	command := regexp.MustCompile("go test ([^`#]*?)((?: \\./[a-z0-9/.]+)+)")
	flag := regexp.MustCompile(`-(run|bench) (?:'([^']*)'|(\S+))`)
	seen := 0
	for document, text := range documents(t) {
		for _, c := range command.FindAllStringSubmatch(strings.Join(strings.Fields(text), " "), -1) {
			for _, f := range flag.FindAllStringSubmatch(c[1], -1) {
				pattern, _, _ := strings.Cut(f[2]+f[3], "/") // what follows are parts of it
				if pattern == "xx" {
					continue
				}
				prefix := map[string]string{"run": "Test", "bench": "Benchmark"}[f[1]]
				name := regexp.MustCompile(pattern)
				found := false
				for _, s := range sources(t) {
					if !s.test || !slices.ContainsFunc(strings.Fields(c[2]), func(p string) bool {
						dir, all := strings.CutSuffix(strings.TrimPrefix(p, "./"), "/...")
						return s.dir == dir || strings.HasSuffix(s.dir, "/"+dir) || all && under(s.dir, dir)
					}) {
						continue
					}
					for _, d := range s.file.Decls {
						if f, ok := d.(*ast.FuncDecl); ok && strings.HasPrefix(f.Name.Name, prefix) && name.MatchString(f.Name.Name) {
							found = true
						}
					}
				}
				if seen++; !found {
					t.Errorf("%s: %s: no %s of that name in%s", document, c[0], prefix, c[2])
				}
			}
		}
	}
	if seen < 4 {
		t.Errorf("only %d commands found; is this test reading rightly?", seen)
	}
}
