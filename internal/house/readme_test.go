// SPDX-License-Identifier: MIT

package house

import (
	"os"
	"path/filepath"
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
