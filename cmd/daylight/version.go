// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"runtime/debug"
)

// release is the version of a program that deploy/release.sh built.
var release string

// version is what the build recorded about itself: the module's version, and the commit.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return cmp.Or(release, info.Main.Version, "(devel)") + " (" + commit(info.Settings) + ")"
}

// commit is that which the program was built from, as far as the build recorded it.
func commit(settings []debug.BuildSetting) string {
	vcs := map[string]string{}
	for _, s := range settings {
		vcs[s.Key] = s.Value
	}
	revision := vcs["vcs.revision"]
	if revision == "" {
		return "commit not recorded: built without version control"
	}
	text := "commit " + revision[:min(12, len(revision))]
	if at := vcs["vcs.time"]; at != "" {
		text += " of " + at
	}
	if vcs["vcs.modified"] == "true" {
		text += ", with changes"
	}
	return text
}
