// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"daylight/cmd/internal/output"
)

// release is the version of a program that deploy/release built.
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

// program is this one, as plans, parts and journals know it.
var program = sync.OnceValue(func() output.Program {
	info, _ := debug.ReadBuildInfo()
	v := version()
	if release == "" && !pinned(info) {
		v += ", executable " + executable()
	}
	return output.Program{Version: v, Answers: output.Answers}
})

// pinned reports whether a build says what it was made of: the version of a module, or a commit without
// changes.
func pinned(info *debug.BuildInfo) bool {
	if info == nil {
		return false
	}
	v, revision := info.Main.Version, false
	for _, s := range info.Settings {
		if s.Key == "vcs.modified" && s.Value == "true" {
			return false
		}
		revision = revision || s.Key == "vcs.revision" && s.Value != ""
	}
	return revision || v != "" && v != "(devel)" && !strings.HasSuffix(v, "+dirty")
}

// executable is a hash of this program's file, which tells builds apart that say nothing of themselves.
func executable() string {
	name, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	f, err := os.Open(name)
	if err != nil {
		return "unknown"
	}
	defer f.Close()
	h := xxh3.New()
	if _, err := io.Copy(h, f); err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%016x", h.Sum64())
}
