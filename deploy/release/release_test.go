// SPDX-License-Identifier: MIT

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// do runs a command and returns what it prints.
func do(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	text, err := output(dir, []string{"GOWORK=off"}, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// clone clones this repository's commit to a directory of that name.
func clone(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	do(t, "", "git", "clone", "-q", "--shared", do(t, "", "git", "rev-parse", "--show-toplevel"), dir)
	return dir
}

func TestVersions(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct{ changelog, version, notes string }{
		{"# Changes\n\n## v1.2.0\n\n- new\n\n## v1.1.0\n\n- old\n", "v1.2.0", "- new\n"},
		{"## v1.2.0-rc.1\nnew", "v1.2.0-rc.1", "new\n"},
		{"# Changes\n", "", ""},
		{"## v1.2.0\n\n## v1.1.0\n\n- old\n", "", ""},
	} {
		version, notes, err := newest(c.changelog)
		if version != c.version || notes != c.notes || (err == nil) != (c.version != "") {
			t.Errorf("of %q: %q, %q, %v", c.changelog, version, notes, err)
		}
	}
	for _, c := range []struct {
		next string
		tags []string
		want string
	}{
		{"v1.2.0", []string{"nightly", "v1.2.0"}, "v1.2.0"},
		{"v1.2.0", []string{"nightly"}, "v1.2.0-dev.0123456789ab"},
		{"v1.2.0-rc.1", nil, "v1.2.0-rc.1.dev.0123456789ab"},
		{"v1.2.0", []string{"v1.1.0"}, ""},
	} {
		if got, err := versionOf(c.next, commit, c.tags); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s tagged %v: %q, %v", c.next, c.tags, got, err)
		}
	}
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := newest(string(changes)); err != nil {
		t.Error(err)
	}
}

// TestPack: the order in which files come makes no difference, nor the time at which they are packed.
func TestPack(t *testing.T) {
	names := []string{"b/c", "a", "b/a"}
	texts := [][]byte{[]byte("text"), bytes.Repeat([]byte("code"), 1000), nil}
	for _, asZip := range []bool{false, true} {
		packed := func(order []int, at time.Time) []byte {
			f := files{fstest.MapFS{}, at}
			for _, i := range order {
				f.add(names[i], texts[i], 0o644)
			}
			var out bytes.Buffer
			if err := f.pack(&out, asZip, "dir"); err != nil {
				t.Fatal(err)
			}
			return out.Bytes()
		}
		one, two := packed([]int{0, 1, 2}, time.Unix(1e9, 0)), packed([]int{2, 1, 0}, time.Unix(1e9, 0).UTC())
		if !bytes.Equal(one, two) {
			t.Errorf("zip %v: two archives of the same files differ", asZip)
		}
	}
}

// TestArchives: two clones make the same bytes, and the archive has what a release has to have.
func TestArchives(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	platform := runtime.GOOS + "/" + runtime.GOARCH
	if runtime.GOOS == "windows" {
		t.Skip("reads a tar")
	}
	var made [2][]byte
	name := ""
	for i, place := range []string{"here", "elsewhere/and deeper"} {
		src := clone(t, place)
		if i == 1 {
			t.Setenv("TZ", "Asia/Kathmandu")
			t.Setenv("GOFLAGS", "-race")
			t.Setenv("GOMAXPROCS", "1")
			if err := os.WriteFile(filepath.Join(src, "cmd", "daylight", "stray.go"), []byte("package broken"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out := filepath.Join(t.TempDir(), "dist")
		if err := archives(src, out, []string{platform}); err != nil {
			t.Fatal(err)
		}
		list, err := filepath.Glob(filepath.Join(out, "*.tar.gz"))
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		if made[i], err = os.ReadFile(list[0]); err != nil {
			t.Fatal(err)
		}
		name = strings.TrimSuffix(filepath.Base(list[0]), ".tar.gz")
		if sums, err := os.ReadFile(filepath.Join(out, "SHA256SUMS")); err != nil || !strings.HasSuffix(string(sums), "  "+name+".tar.gz\n") {
			t.Errorf("%q, %v", sums, err)
		}
		if err := archives(src, out, []string{platform}); err == nil {
			t.Error("it writes over what is there")
		}
	}
	if !bytes.Equal(made[0], made[1]) {
		t.Errorf("two clones make archives of %d and %d bytes that differ", len(made[0]), len(made[1]))
	}
	dir := t.TempDir()
	have := unpack(t, made[0], dir)
	at := func(file string) string { return filepath.Join(dir, name, file) }
	version := strings.TrimSuffix(strings.TrimPrefix(name, "daylight-"), "-"+runtime.GOOS+"-"+runtime.GOARCH)
	if got := do(t, "", at("daylight"), "--version"); !strings.HasPrefix(got, "daylight version "+version+" (commit ") || strings.Contains(got, "with changes") {
		t.Errorf("in %s is a program that says it is %s", name, got)
	}
	for _, want := range []string{"LICENSE", "NOTES.md", "sbom.cdx.json", "completions/daylight.bash", "completions/_daylight", "completions/daylight.fish",
		"completions/daylight.ps1", "man/man1/daylight.1", "man/man1/daylight-collide.1", "licences/std/LICENSE"} {
		if !slices.Contains(have, name+"/"+want) {
			t.Errorf("the archive has no %s", want)
		}
	}
	// Each module that the program says is linked is in the SBOM, with the licences that stand beside it.
	info, err := buildinfo.ReadFile(at("daylight"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(at("sbom.cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	var bom struct {
		Components []struct {
			Name     string
			Licenses []struct{ License struct{ ID string } }
		}
	}
	if err := json.Unmarshal(text, &bom); err != nil {
		t.Fatal(err)
	}
	for _, m := range info.Deps {
		found := false
		for _, c := range bom.Components {
			found = found || c.Name == m.Path && len(c.Licenses) > 0
		}
		if !found {
			t.Errorf("the SBOM does not name %s and its licence", m.Path)
		}
		if m.Replace == nil && !slices.ContainsFunc(have, func(file string) bool { return strings.HasPrefix(file, name+"/licences/"+m.Path+"/") }) {
			t.Errorf("the archive has no licence of %s", m.Path)
		}
	}
	if len(info.Deps) < 20 {
		t.Errorf("%d modules are linked; is this test reading rightly?", len(info.Deps))
	}
}

// unpack unpacks an archive and returns the names in it.
func unpack(t *testing.T, packed []byte, dir string) (names []string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	for in := tar.NewReader(z); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return names
		} else if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.Typeflag == tar.TypeDir {
			if err := os.Mkdir(to, h.FileInfo().Mode()); err != nil {
				t.Fatal(err)
			}
			continue
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, h.FileInfo().Mode()); err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
	}
}

// TestRename: under another path the library and the program build, the tests of the house pass,
// which read what documents and comments say, and the old path stands nowhere.
func TestRename(t *testing.T) {
	const path = "example.org/x/daylight"
	src := clone(t, "copy")
	for _, bad := range []string{"nowhere", "https://example.org/x", "example.org/x y"} {
		if err := rename(src, bad); err == nil {
			t.Errorf("it took %q", bad)
		}
	}
	if err := rename(src, path); err != nil {
		t.Fatal(err)
	}
	if got := do(t, src, "go", "list", "-m"); got != path {
		t.Errorf("the module is %s", got)
	}
	if err := rename(src, path); err == nil {
		t.Error("it took the path that it has")
	}
	readme, err := os.ReadFile(filepath.Join(src, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(readme); !strings.Contains(text, "go get "+path) || strings.Contains(text, "has no host in its name") || !strings.Contains(text, "go doc "+path+"/batch") {
		t.Error("README.md does not say how to get it")
	}
	if left, err := output(src, nil, "git", "grep", "-nE", `(^|[^A-Za-z0-9_./-])daylight/(batch|soa|kernels|cmd)\b|^module daylight|-replace=daylight`, "--", ".", ":!deploy/release"); err == nil {
		t.Errorf("left:\n%s", left)
	}
	do(t, src, "go", "build", "./...")
	if testing.Short() {
		return
	}
	do(t, src, "go", "test", "-count=1", "./internal/house")
	do(t, filepath.Join(src, "cmd"), "go", "build", "-o", os.DevNull, "./...")
	do(t, filepath.Join(src, "bench", "peers", "go"), "go", "build", "-o", os.DevNull, ".")
}
