// SPDX-License-Identifier: MIT

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing/fstest"
	"time"
)

// A release is a clone of a commit, and what is common to its archives.
type release struct {
	src     string // the clone
	version string
	notes   string
	common  files // completions, man pages, notes, the licence
}

// clean is the environment of a build that depends on the commit and the version of Go alone.
var clean = []string{"CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOFIPS140=off"}

// archives writes an archive for each platform, and their checksums and notes.
func archives(top, out string, platforms []string) (err error) {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	if list, err := os.ReadDir(out); err != nil {
		return err
	} else if len(list) > 0 {
		return fmt.Errorf("%s holds something already: remove that, or give another --out", out)
	}
	scratch, err := os.MkdirTemp("", "daylight-release-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	r, err := prepare(top, scratch)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, platform := range platforms {
		system, arch, ok := strings.Cut(platform, "/")
		if !ok {
			return fmt.Errorf("%q is no platform: want one such as linux/amd64", platform)
		}
		files, err := r.files(scratch, system, arch)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("daylight-%s-%s-%s", r.version, strings.Replace(system, "darwin", "macos", 1), arch)
		var packed bytes.Buffer
		if err := files.pack(&packed, system == "windows", name); err != nil {
			return err
		}
		ending := ".tar.gz"
		if system == "windows" {
			ending = ".zip"
		}
		if err := os.WriteFile(filepath.Join(out, name+ending), packed.Bytes(), 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(packed.Bytes()), name+ending)
		fmt.Printf("%s  %.1f MB, %d files\n", name+ending, float64(packed.Len())/1e6, len(files.MapFS))
	}
	if err := os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "NOTES.md"), []byte(r.notes), 0o666)
}

// prepare clones the commit that is checked out.
func prepare(top, scratch string) (*release, error) {
	r := &release{src: filepath.Join(scratch, "src")}
	if _, err := output("", nil, "git", "clone", "-q", "--shared", top, r.src); err != nil {
		return nil, err
	}
	commit, err := output(top, nil, "git", "rev-parse", "HEAD")
	if err != nil {
		return nil, err
	}
	if _, err := output(r.src, nil, "git", "checkout", "-q", "--detach", commit); err != nil {
		return nil, err
	}
	if changed, err := output(top, nil, "git", "status", "--porcelain"); err != nil {
		return nil, err
	} else if changed != "" {
		fmt.Fprintf(os.Stderr, "release: what is not committed is left out; this is commit %s\n", commit[:12])
	}
	date, err := output(r.src, nil, "git", "show", "-s", "--format=%ct")
	if err != nil {
		return nil, err
	}
	seconds, err := strconv.ParseInt(date, 10, 64)
	if err != nil {
		return nil, err
	}
	r.common = files{fstest.MapFS{}, time.Unix(seconds, 0).UTC()}
	tags, err := output(r.src, nil, "git", "tag", "--points-at", "HEAD")
	if err != nil {
		return nil, err
	}
	changes, err := os.ReadFile(filepath.Join(r.src, "CHANGELOG.md"))
	if err != nil {
		return nil, err
	}
	next, notes, err := newest(string(changes))
	if err != nil {
		return nil, err
	}
	if r.version, err = versionOf(next, commit, strings.Fields(tags)); err != nil {
		return nil, err
	}
	r.notes = fmt.Sprintf("# Daylight %s\n\n%s", r.version, notes)
	return r, r.describe(scratch)
}

// build builds the program and returns where it is.
func (r *release) build(scratch, system, arch string) (string, error) {
	program := filepath.Join(scratch, "daylight-"+system+"-"+arch)
	_, err := output(filepath.Join(r.src, "cmd"), append(clean, "GOOS="+system, "GOARCH="+arch),
		"go", "build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w -X main.release="+r.version, "-o", program, "./daylight")
	return program, err
}

// describe makes what does not depend on the platform, by a program for this one.
func (r *release) describe(scratch string) error {
	program, err := r.build(scratch, runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return err
	}
	licence, err := os.ReadFile(filepath.Join(r.src, "LICENSE"))
	if err != nil {
		return err
	}
	r.common.add("LICENSE", licence, 0o644)
	r.common.add("NOTES.md", []byte(r.notes), 0o644)
	for shell, name := range map[string]string{"bash": "daylight.bash", "zsh": "_daylight", "fish": "daylight.fish", "powershell": "daylight.ps1"} {
		text, err := output("", nil, program, "completion", shell)
		if err != nil {
			return err
		}
		r.common.add("completions/"+name, []byte(text+"\n"), 0o644)
	}
	pages := filepath.Join(scratch, "man1")
	if err := os.Mkdir(pages, 0o777); err != nil {
		return err
	}
	if _, err := output("", []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.common.at.Unix())}, program, "man", pages); err != nil {
		return err
	}
	list, err := os.ReadDir(pages)
	for _, page := range list {
		text, err := os.ReadFile(filepath.Join(pages, page.Name()))
		if err != nil {
			return err
		}
		r.common.add("man/man1/"+page.Name(), text, 0o644)
	}
	return err
}

// files are those of a platform's archive.
func (r *release) files(scratch, system, arch string) (*files, error) {
	program, err := r.build(scratch, system, arch)
	if err != nil {
		return nil, err
	}
	code, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	name := "daylight"
	if system == "windows" {
		name += ".exe"
	}
	f := &files{maps.Clone(r.common.MapFS), r.common.at}
	licences, err := r.licences(f, system, arch)
	if err != nil {
		return nil, err
	}
	bom, err := r.sbom(program, licences)
	if err != nil {
		return nil, err
	}
	f.add(name, code, 0o755)
	f.add("sbom.cdx.json", bom, 0o644)
	return f, nil
}

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

// files are those of an archive by their names within its one directory, all of one time.
type files struct {
	fstest.MapFS
	at time.Time
}

func (f *files) add(name string, data []byte, mode fs.FileMode) {
	f.MapFS[name] = &fstest.MapFile{Data: data, Mode: mode, ModTime: f.at}
}

// pack writes files as a zip or a gzipped tar, by name.
func (f *files) pack(w io.Writer, asZip bool, dir string) error {
	all := files{fstest.MapFS{}, f.at}
	for name, file := range f.MapFS {
		name = path.Join(dir, name)
		all.MapFS[name] = file
		for name = path.Dir(name); name != "."; name = path.Dir(name) {
			all.add(name, nil, fs.ModeDir|0o755)
		}
	}
	if asZip {
		z := zip.NewWriter(w)
		return errors.Join(z.AddFS(all), z.Close())
	}
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	t := tar.NewWriter(packed)
	return errors.Join(err, t.AddFS(all), t.Close(), packed.Close())
}
