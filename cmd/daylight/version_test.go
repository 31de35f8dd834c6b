// SPDX-License-Identifier: MIT

package main

import (
	"runtime/debug"
	"testing"
)

func TestCommit(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, "commit not recorded: built without version control"},
		{[]debug.BuildSetting{{Key: "vcs", Value: "git"}, {Key: "vcs.revision", Value: revision}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "false"}},
			"commit 0123456789ab of 2026-01-02T03:04:05Z"},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: revision}, {Key: "vcs.modified", Value: "true"}}, "commit 0123456789ab, with changes"},
	} {
		if got := commit(c.settings); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
