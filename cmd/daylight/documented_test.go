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

// TestDocumented runs the examples of pages as they stand: those of tables.md each in a directory of
// its own, those of queries.md one after the other in the same.
func TestDocumented(t *testing.T) {
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
			runDocumented(t, shell, bin, dir, fmt.Sprint(page, i+1, b[1]), b, have)
		}
	}
}

// runDocumented runs an example in a directory.
func runDocumented(t *testing.T, shell, bin, dir, name string, b []string, have map[string]bool) {
	t.Run(name, func(t *testing.T) {
		if !have[b[1]] {
			t.Skipf("%s is not installed (npm install in bench/tables brings DuckDB)", b[1])
		}
		c := exec.Command(shell, "-eu", "-o", "pipefail", "-c", b[2])
		c.Dir = dir
		c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, err := c.Output()
		// What each statement of DuckDB says before the last means nothing here.
		got := strings.ReplaceAll(string(out), "[{\"Count\":2}]\n", "")
		if err != nil || got != b[3] {
			t.Errorf("%v %s\ngot\n%swant\n%s", err, stderr.String(), got, b[3])
		}
	})
}
