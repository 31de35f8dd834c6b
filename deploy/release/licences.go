// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licenseclassifier/v2/assets"
)

// legal are files that have to go with what is linked.
var legal = regexp.MustCompile(`(?i)^(licen[cs]es?|copying|copyright|notice|patents|unlicense)([-.]|$)`)

// standard stands for the standard library among modules.
const standard = "std"

// spdx are the names that SPDX has of licences that the classifier calls otherwise.
var spdx = map[string]string{"GNU-All-permissive-Copying-License": "FSFAP"}

// chosen are the licences of modules that leave the choice.
var chosen = map[string][]string{"github.com/golang/freetype": {"FTL"}} // or version 2 of the GPL, or later

// licences returns, for each module that has a linked package, the names of its licences as SPDX has
// them, and adds the files in which they stand: those in the package's directory and in those above it, up to the
// module's, and in directories of licences there.
func (r *release) licences(to *files, system, arch string) (map[string][]string, error) {
	text, err := output(filepath.Join(r.src, "cmd"), append(clean, "GOOS="+system, "GOARCH="+arch),
		"go", "list", "-deps", "-json=Dir,Root,Standard,Module", "./daylight")
	if err != nil {
		return nil, err
	}
	dirs := map[string]map[string]bool{} // of each module
	tops := map[string]string{}
	for in := json.NewDecoder(strings.NewReader(text)); ; {
		var p struct {
			Dir, Root string
			Standard  bool
			Module    *struct{ Path, Dir string }
		}
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		name, top := standard, p.Root
		if p.Module != nil {
			name, top = p.Module.Path, p.Module.Dir
		}
		if strings.HasPrefix(top, r.src) { // whose licence is there already
			continue
		}
		if dirs[name] == nil {
			dirs[name], tops[name] = map[string]bool{}, top
		}
		for dir := p.Dir; len(dir) >= len(top); dir = filepath.Dir(dir) {
			dirs[name][dir] = true
		}
	}
	classifier, err := assets.DefaultClassifier()
	if err != nil {
		return nil, err
	}
	names := map[string][]string{}
	for _, module := range slices.Sorted(maps.Keys(dirs)) {
		before := len(to.MapFS)
		for _, dir := range slices.Sorted(maps.Keys(dirs[module])) {
			list, err := legalFiles(dir)
			if err != nil {
				return nil, err
			}
			for _, name := range list {
				text, err := os.ReadFile(filepath.Join(dir, name))
				if err != nil {
					return nil, err
				}
				below, err := filepath.Rel(tops[module], dir)
				if err != nil {
					return nil, err
				}
				to.add(path.Join("licences", module, filepath.ToSlash(below), filepath.ToSlash(name)), text, 0o644)
				for _, m := range classifier.Match(text).Matches {
					id := cmp.Or(spdx[m.Name], m.Name)
					if m.MatchType == "License" && !slices.Contains(names[module], id) {
						names[module] = append(names[module], id)
					}
				}
			}
		}
		if len(to.MapFS) == before {
			return nil, fmt.Errorf("%s is linked, and no file in it or its directories is a licence", module)
		}
		slices.Sort(names[module])
	}
	maps.Copy(names, chosen)
	return names, nil
}

// legalFiles are the files of a directory, and of directories of licences in it, that go with what is
// linked.
func legalFiles(dir string) (names []string, err error) {
	list, err := os.ReadDir(dir)
	for _, f := range list {
		if !legal.MatchString(f.Name()) {
			continue
		}
		found := []string{f.Name()}
		if f.IsDir() {
			if found, err = filepath.Glob(filepath.Join(dir, f.Name(), "*.txt")); err != nil {
				return nil, err
			}
			for i := range found {
				found[i] = filepath.Join(f.Name(), filepath.Base(found[i]))
			}
		}
		names = append(names, found...)
	}
	return slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, ".go") }), err
}

// sbom lists what is linked into a program, as the program itself tells, in CycloneDX's JSON.
func (r *release) sbom(program string, licences map[string][]string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, err
	}
	component := func(kind cdx.ComponentType, name, version string, licences []string) cdx.Component {
		c := cdx.Component{Type: kind, Name: name, Version: version, PackageURL: "pkg:golang/" + name + "@" + version}
		c.BOMRef = c.PackageURL
		var list cdx.Licenses
		for _, id := range licences {
			list = append(list, cdx.LicenseChoice{License: &cdx.License{ID: id}})
		}
		if len(list) > 0 {
			c.Licenses = &list
		}
		return c
	}
	main := component(cdx.ComponentTypeApplication, info.Path, r.version, []string{"MIT"})
	std := component(cdx.ComponentTypeLibrary, standard, strings.TrimPrefix(info.GoVersion, "go"), licences[standard])
	parts := []cdx.Component{std}
	refs := []string{std.BOMRef}
	for _, m := range info.Deps {
		version, of := m.Version, licences[m.Path]
		if m.Replace != nil && strings.HasPrefix(m.Replace.Path, ".") { // of this repository
			version, of = r.version, []string{"MIT"}
		}
		c := component(cdx.ComponentTypeLibrary, m.Path, version, of)
		parts, refs = append(parts, c), append(refs, c.BOMRef)
	}
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Timestamp: r.common.at.Format(time.RFC3339), Component: &main}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	var out bytes.Buffer
	err = cdx.NewBOMEncoder(&out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return out.Bytes(), err
}
