// SPDX-License-Identifier: MIT

package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"daylight/internal/must"
)

// row is a row of the table of modules: its directory and the command that tests it.
var row = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\| [^|]*\\|$")

// TestModules: there are nine modules at most, and CONTRIBUTING.md says of each how to test it: in
// its folder, and outside of the workspace if go.work does not list it.
func TestModules(t *testing.T) {
	_, table, found := strings.Cut(documents(t)["CONTRIBUTING.md"], "\n## The modules\n")
	if !found {
		t.Fatal("CONTRIBUTING.md has no section on modules")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	commands := map[string]string{}
	for _, m := range row.FindAllStringSubmatch(table, -1) {
		commands[m[1]] = m[2]
	}
	workspace := strings.Fields(string(must.Get(os.ReadFile(filepath.Join(root, "go.work")))(t)))
	modules := 0
	must.Do(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.Name() != "go.mod":
			return nil
		}
		modules++
		dir := filepath.ToSlash(must.Get(filepath.Rel(root, filepath.Dir(name)))(t))
		command := commands[dir]
		delete(commands, dir)
		listed := slices.Contains(workspace, dir) || slices.Contains(workspace, "./"+dir)
		switch {
		case command == "":
			t.Errorf("%s: CONTRIBUTING.md does not say how to test this module", dir)
		case strings.HasPrefix(command, "bash .ci/run "):
		case dir != "." && !strings.HasPrefix(command, "(cd "+dir+" && "), strings.Contains(command, "GOWORK=off") == listed, !strings.Contains(command, "go test "):
			t.Errorf("%s: %q does not test it", dir, command)
		}
		return nil
	}))
	if modules > 9 {
		t.Errorf("%d go.mod: at most 9", modules)
	}
	for dir := range commands {
		t.Errorf("%s is no module", dir)
	}
}
