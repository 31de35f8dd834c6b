// SPDX-License-Identifier: MIT

package house

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daylight/internal/must"
)

var (
	rooms   = regexp.MustCompile(`<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"[^>]*/><text class="n"[^>]*>([^<]+)<`)
	arrows  = regexp.MustCompile(`(?m)^<path d="(M[^"]+)"/>$`)
	strokes = regexp.MustCompile(`([MVH])(\d+)(?: (\d+))?`)
	doors   = regexp.MustCompile(`[\w/]+`)
)

// asks reports whether a package, or one below it, imports another, or one below that.
func asks(t *testing.T, from, to string) bool {
	t.Helper()
	return slices.ContainsFunc(sources(t), func(s *source) bool {
		return !s.test && under(s.dir, from) && slices.ContainsFunc(s.imports(), func(p string) bool {
			name, ours := folder(p)
			return ours && under(name, to)
		})
	})
}

// TestPicture: each arrow of docs/house.svg leads from a package to one that it imports.
func TestPicture(t *testing.T) {
	text := string(must.Get(os.ReadFile(filepath.Join(root, "docs", "house.svg")))(t))
	number := func(s string) int { return must.Get(strconv.Atoi(s))(t) }
	room := func(x, y int) string { // whose edge is a pixel from the point, or less
		for _, r := range rooms.FindAllStringSubmatch(text, -1) {
			left, top := number(r[1]), number(r[2])
			if left-1 <= x && x <= left+number(r[3])+1 && top-1 <= y && y <= top+number(r[4])+1 {
				return r[5]
			}
		}
		return "nothing"
	}
	all := arrows.FindAllStringSubmatch(text, -1)
	for _, a := range all {
		x, y, from := 0, 0, ""
		for _, s := range strokes.FindAllStringSubmatch(a[1], -1) {
			switch s[1] {
			case "M":
				x, y = number(s[2]), number(s[3])
				from = room(x, y)
			case "V":
				y = number(s[2])
			case "H":
				x = number(s[2])
			}
		}
		if to := room(x, y); !asks(t, from, to) {
			t.Errorf("docs/house.svg: an arrow leads from %s to %s, which it does not import", from, to)
		}
	}
	if len(all) < 10 {
		t.Errorf("only %d arrows found; is this test reading rightly?", len(all))
	}
}

// TestArrowsOfTheDoor: in the chains of the package comment each name imports one of the next
// names, and is imported by one of those before.
func TestArrowsOfTheDoor(t *testing.T) {
	i := slices.IndexFunc(sources(t), func(s *source) bool { return s.path == "internal/house/doc.go" })
	links := 0
	for line := range strings.Lines(sources(t)[i].file.Doc.Text()) {
		var before []string
		for _, part := range strings.Split(line, "->") {
			if !strings.Contains(line, "->") {
				break
			}
			names := doors.FindAllString(part, -1)
			for _, from := range before {
				if !slices.ContainsFunc(names, func(to string) bool { return asks(t, from, to) }) {
					t.Errorf("%s: %s imports none of %q", strings.TrimSpace(line), from, names)
				}
			}
			for _, to := range names {
				if before != nil && !slices.ContainsFunc(before, func(from string) bool { return asks(t, from, to) }) {
					t.Errorf("%s: none of %q imports %s", strings.TrimSpace(line), before, to)
				}
			}
			if before != nil {
				links++
			}
			before = names
		}
	}
	if links < 3 {
		t.Errorf("only %d arrows found; is this test reading rightly?", links)
	}
}
