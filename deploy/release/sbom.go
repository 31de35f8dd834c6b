// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"debug/buildinfo"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

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
	bom.Metadata = &cdx.Metadata{Timestamp: r.at.Format(time.RFC3339), Component: &main}
	bom.Components = &parts
	bom.Dependencies = &[]cdx.Dependency{{Ref: main.BOMRef, Dependencies: &refs}}
	var out bytes.Buffer
	err = cdx.NewBOMEncoder(&out, cdx.BOMFileFormatJSON).SetPretty(true).Encode(bom)
	return out.Bytes(), err
}
