// SPDX-License-Identifier: MIT

package house

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestREADME: every block of Go in the README stands, line for line, in a test that is
// compiled and run. Indentation does not count.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	const where = "batch/readme_example_test.go"
	examples, err := os.ReadFile(filepath.Join(root, where))
	if err != nil {
		t.Fatal(err)
	}
	have := unindented(string(examples))
	blocks := strings.Split(string(text), "```go\n")[1:]
	if len(blocks) < 4 {
		t.Errorf("README.md has %d blocks of Go; is this test reading it rightly?", len(blocks))
	}
	for _, b := range blocks {
		code, _, ok := strings.Cut(b, "\n```")
		if !ok {
			t.Fatal("README.md: a block of Go does not end")
		}
		// Places where the README leaves something out.
		for _, part := range strings.Split(unindented(code), "\n...\n") {
			if !strings.Contains(have, strings.Trim(part, "\n")) {
				t.Errorf("README.md: this is not in %s, so nobody knows whether it works:\n%s", where, part)
			}
		}
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

// rate is an amount for each of something, said with an article: ns a shape. It takes a
// reader a second look to see what that means, so it is written with per.
var rate = regexp.MustCompile(`\b(ns|ms|milliseconds|nanoseconds|[0-9]+ (B|bytes)|bytes|steps|frames|shown|left out|tests|loads|instructions|search|query) an? ` +
	`(second|step|shape|candidate|contact|frame|pair|box|row|circle|comparison|query|entry|cycle)\b`)

// TestPlainRates: what people read of the program, in its documents, pages, help and
// output, says per.
func TestPlainRates(t *testing.T) {
	var names []string
	for _, pattern := range []string{"*.md", "docs/*.md", "bench/peers/*.md", "bench/peers/*/*.go", "cmd/daylight/*.go", "cmd/internal/perf/*.go",
		"cmd/internal/report/*", "cmd/internal/live/page/*", "cmd/internal/output/*.go"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: no file, %v", pattern, err)
		}
		names = append(names, found...)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range rate.FindAllString(strings.Join(strings.Fields(string(text)), " "), -1) {
			t.Errorf("%s says %q: write per", strings.TrimPrefix(name, root+"/"), found)
		}
	}
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
	name := regexp.MustCompile(`\b(kernels|soa|broadphase|batch|separate|mtv|exact|query|region|bench|scene|sim|oracle)\.([A-Z][A-Za-z0-9]*)`)
	seen := 0
	for _, document := range []string{"README.md", "PERF.md", "docs/glossary.md", "docs/simulations.md", "bench/peers/README.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range name.FindAllString(string(text), -1) {
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
	for _, document := range []string{"README.md", "PERF.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range command.FindAllStringSubmatch(strings.Join(strings.Fields(string(text)), " "), -1) {
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
						return s.dir == dir || all && under(s.dir, dir)
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
	if seen < 8 {
		t.Errorf("only %d commands found; is this test reading rightly?", seen)
	}
}
