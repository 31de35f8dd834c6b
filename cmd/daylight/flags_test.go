// SPDX-License-Identifier: MIT

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"daylight/internal/must"
)

// TestFlagsAreFew counts the flags that the program declares: a flag that several commands share is
// declared once. A flag of one command counts for itself, under any name.
func TestFlagsAreFew(t *testing.T) {
	const most = 80
	declares := regexp.MustCompile(`^(Bool|String|Int|Float|Uint|Duration)\w*Var(P|PF)?$`)
	var names []string
	for _, file := range must.Get(filepath.Glob("*.go"))(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		ast.Inspect(must.Get(parser.ParseFile(token.NewFileSet(), file, nil, 0))(t), func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 3 {
				of, method := call.Fun.(*ast.SelectorExpr)
				if name, ok := call.Args[1].(*ast.BasicLit); method && ok && declares.MatchString(of.Sel.Name) {
					names = append(names, strings.Trim(name.Value, `"`))
				}
			}
			return true
		})
	}
	t.Logf("%d flags: %s", len(names), strings.Join(names, " "))
	if len(names) > most || len(names) < 50 {
		t.Errorf("%d flags are declared, and there are to be at most %d", len(names), most)
	}
}

// TestBrief: --help has at most 40 lines, no text that ends within parentheses, and names each
// flag, which the manual explains, with examples, on lines that fit a terminal.
func TestBrief(t *testing.T) {
	everyCommand(func(c *cobra.Command) {
		path := strings.Fields(c.CommandPath())[1:]
		if !c.Runnable() || c.Hidden || len(path) != 1 {
			return
		}
		brief, manual := done(t, "", append(path, "--help")...).out, done(t, "", append([]string{"help"}, path...)...).out
		if n := strings.Count(brief, "\n"); n > 40 {
			t.Errorf("%s --help has %d lines", path, n)
		}
		if !strings.HasPrefix(manual, "Usage:\n  "+strings.Join(append([]string{"daylight"}, path...), " ")+" ") || strings.Count(manual, "Usage:") != 1 {
			t.Errorf("help %s does not begin with how it is called:\n%.300s", path, manual)
		}
		if !strings.Contains(manual, "Examples:\n  # ") {
			t.Errorf("help %s has no examples:\n%s", path, manual)
		}
		for line := range strings.Lines(manual) {
			if len(line) > 101 && !strings.HasPrefix(line, "  ") { // lists and examples may be wider
				t.Errorf("help %s: a line of %d bytes: %s", path, len(line), line)
			}
		}
		for line := range strings.Lines(brief) {
			if strings.Count(line, "(") != strings.Count(line, ")") && strings.HasPrefix(line, "  -") {
				t.Errorf("%s --help: %s", path, line)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if name := "--" + f.Name; !f.Hidden && f.Name != "help" && (!regexp.MustCompile(name+`\s`).MatchString(brief) || !strings.Contains(manual, name+" ")) {
				t.Errorf("%s: %s is not named", path, name)
			}
		})
	})
}

// TestFlagsShown: each flag is in a script or in an example of a document that tests run, or, of
// what measures or shows a page, in a test.
func TestFlagsShown(t *testing.T) {
	var runs strings.Builder
	for _, name := range must.Get(filepath.Glob("testdata/script/*.txtar"))(t) {
		for _, line := range regexp.MustCompile(`(?m)^daylight .*$`).FindAllString(string(must.Get(os.ReadFile(name))(t)), -1) {
			runs.WriteString(line + "\n")
		}
	}
	for _, page := range []string{"tables.md", "queries.md"} {
		for _, b := range block.FindAllStringSubmatch(string(must.Get(os.ReadFile(filepath.Join("..", "..", "docs", page)))(t)), -1) {
			runs.WriteString(b[2])
		}
	}
	var tests strings.Builder
	for _, name := range must.Get(filepath.Glob("*_test.go"))(t) {
		tests.Write(must.Get(os.ReadFile(name))(t))
	}
	everyCommand(func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			shown := runs.String()
			if name := c.Name(); name == "bench" || name == "sim" {
				shown += tests.String()
			}
			if !f.Hidden && f.Name != "help" && !regexp.MustCompile(`--`+f.Name+`\b|\s-`+f.Shorthand+`\s`).MatchString(shown) {
				t.Errorf("no example has --%s of %s", f.Name, c.CommandPath())
			}
		})
	})
}
