// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// get is what the README says of a module that go get cannot fetch.
var get = regexp.MustCompile("(?s)The module is called `[^`]*` and has no host in its name.*?```sh\n.*?```")

// rename gives the module another path, everywhere: in the files of all modules, in imports, in what
// documents, scripts and comments say. The paths of files and the name of the program stay.
func rename(top, path string) error {
	if err := module.CheckPath(path); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(top, "go.mod"))
	if err != nil {
		return err
	}
	old := modfile.ModulePath(text)
	if old == path {
		return fmt.Errorf("that is its path already")
	}
	listed, err := output(top, nil, "git", "ls-files")
	if err != nil {
		return err
	}
	files := strings.Split(listed, "\n")
	var tops []string // the directories that follow the module's path in that of a package
	for _, name := range files {
		if dir, _, ok := strings.Cut(name, "/"); ok && !strings.HasPrefix(dir, ".") && !slices.Contains(tops, dir) {
			tops = append(tops, dir)
		}
	}
	// What stands before a package's path is no part of a longer path.
	quoted := regexp.QuoteMeta(old)
	packages := regexp.MustCompile(`(^|[^\w./-])` + quoted + `(/(?:` + strings.Join(tops, "|") + `)\b)`)
	itself := regexp.MustCompile(`(?m)\b(module )` + quoted + `(\b[^/.-]|$)|^(\s*(?:require |replace )?)` + quoted + `( v0\.0\.0| =>)`)
	plain := regexp.MustCompile(`(?m)^(\t|import )"` + quoted + `"$`)          // the package at the top
	flags := regexp.MustCompile(`(-(?:require|replace)=)` + quoted + `([@=])`) // of go mod edit
	changed := 0
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(top, name))
		if err != nil {
			return err
		}
		if bytes.IndexByte(text, 0) >= 0 {
			continue
		}
		now := packages.ReplaceAll(text, []byte("${1}"+path+"${2}"))
		now = itself.ReplaceAll(now, []byte("${1}${3}"+path+"${2}${4}"))
		if filepath.Ext(name) == ".go" {
			now = plain.ReplaceAll(now, []byte(`${1}"`+path+`"`))
		}
		now = flags.ReplaceAll(now, []byte("${1}"+path+"${2}"))
		if name == "README.md" {
			now = get.ReplaceAll(now, []byte("```sh\ngo get "+path+"/batch\n```"))
		}
		if bytes.Equal(now, text) {
			continue
		}
		changed++
		info, err := os.Stat(filepath.Join(top, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(top, name), now, info.Mode()); err != nil {
			return err
		}
	}
	fmt.Printf("%s is now %s in %d files: look at git diff, run gofmt and the tests, and commit\n", old, path, changed)
	return nil
}
