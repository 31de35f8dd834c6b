// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// heading begins the section of a version.
var heading = regexp.MustCompile(`(?m)^## (v\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?)$`)

// newest returns the version of a changelog's first section, and the section.
func newest(changelog string) (version, notes string, err error) {
	found := heading.FindAllStringSubmatchIndex(changelog, 2)
	if len(found) == 0 {
		return "", "", errors.New("CHANGELOG.md has no section such as ## v1.2.3")
	}
	end := len(changelog)
	if len(found) > 1 {
		end = found[1][0]
	}
	notes = strings.TrimSpace(changelog[found[0][1]:end])
	if notes == "" {
		return "", "", fmt.Errorf("CHANGELOG.md says nothing of %s", changelog[found[0][2]:found[0][3]])
	}
	return changelog[found[0][2]:found[0][3]], notes + "\n", nil
}

// versionOf is the version of a commit, of whose tags those of versions count.
func versionOf(next, commit string, tags []string) (string, error) {
	for _, tag := range tags {
		if heading.MatchString("## "+tag) && tag != next {
			return "", fmt.Errorf("the commit is tagged %s, and the first section of CHANGELOG.md is %s", tag, next)
		}
		if tag == next {
			return next, nil
		}
	}
	separator := "-"
	if strings.Contains(next, "-") {
		separator = "."
	}
	return next + separator + "dev." + commit[:12], nil
}
