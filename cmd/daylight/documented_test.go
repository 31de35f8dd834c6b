// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"daylight/internal/must"
)

// block is commands of a document, what they are to print, and what else they need.
var block = regexp.MustCompile("(?:<!-- needs (\\w+) -->\n)?```sh\n((?s:.*?))```\n\n```text\n((?s:.*?))```\n")

// TestDocumented runs the examples of pages as they stand: those of tables.md each in a directory
// of its own, those of queries.md one after the other in the same.
func TestDocumented(t *testing.T) {
	d := newDocuments(t)
	together := t.TempDir()
	for _, page := range []string{"tables.md", "queries.md"} {
		text := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", page)))(t)
		blocks := block.FindAllStringSubmatch(string(text), -1)
		if n := strings.Count(string(text), "```sh\n"); len(blocks) < 5 || len(blocks) < n {
			t.Fatalf("%s: %d of %d examples have an output", page, len(blocks), n)
		}
		for i, b := range blocks {
			dir := together
			if page == "tables.md" {
				dir = t.TempDir()
			}
			t.Run(fmt.Sprint(page, i+1, b[1]), func(t *testing.T) {
				if got := d.run(t, dir, b[1], b[2]); got != b[3] {
					t.Errorf("got\n%swant\n%s", got, b[3])
				}
			})
		}
	}
}

// documents runs commands of documents.
type documents struct {
	shell, bin string
	have       map[string]bool // programs that examples need
}

func newDocuments(t *testing.T) *documents {
	t.Helper()
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash to run the examples with")
	}
	self := must.Get(os.Executable())(t)
	duck := must.Get(filepath.Abs(filepath.FromSlash("../../bench/tables/duck.mjs")))(t)
	bin := t.TempDir()
	program := func(name, text string) {
		must.Do(t, os.WriteFile(filepath.Join(bin, name), []byte("#!"+shell+"\n"+text+"\n"), 0o777))
	}
	program("daylight", asProgram+`=1 exec "`+self+`" "$@"`)
	program("duckdb", `node "`+duck+`" 1 "$@" | node -e 'console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).named))'`)
	have := map[string]bool{"": true}
	if _, err := exec.LookPath("jq"); err == nil {
		have["jq"] = true
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(duck), "node_modules")); err == nil {
		have["duckdb"] = true
	}
	return &documents{shell, bin, have}
}

// wrote is what DuckDB prints after it has written rows. No document shows it.
var wrote = regexp.MustCompile(`(?m)^\[\{"Count":\d+\}\]\n`)

// run runs commands in a directory and returns their output. It skips the test if a program that
// they need is missing.
func (d *documents) run(t *testing.T, dir, needs, commands string) string {
	t.Helper()
	if !d.have[needs] {
		t.Skipf("%s is not installed (npm install in bench/tables brings DuckDB)", needs)
	}
	c := exec.Command(d.shell, "-eu", "-o", "pipefail", "-c", commands)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+d.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v %s\n%s", err, stderr.String(), out)
	}
	return wrote.ReplaceAllString(string(out), "")
}
