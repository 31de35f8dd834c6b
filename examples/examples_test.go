// SPDX-License-Identifier: MIT

package examples

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// build builds an example.
func build(t *testing.T, name string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), name+".exe")
	if text, err := exec.Command("go", "build", "-o", program, "./"+name).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return program
}

// TestHeadless: each example runs, and draws its picture.
func TestHeadless(t *testing.T) {
	for name, n := range map[string]string{"boids": "3000", "strategy": "800"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			picture := filepath.Join(t.TempDir(), "picture.png")
			if text, err := exec.Command(build(t, name), "-n", n, "-frames", "90", "-out", picture).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			f, err := os.Open(picture)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			img, err := png.Decode(f)
			if err != nil {
				t.Fatal(err)
			}
			colours := map[any]bool{}
			for y := 50; y < img.Bounds().Dy()-40; y++ {
				for x := range img.Bounds().Dx() {
					colours[img.At(x, y)] = true
				}
			}
			if len(colours) < 20 {
				t.Errorf("the picture has %d colours: is there anything on it?", len(colours))
			}
		})
	}
}

// TestShops: each home is in at most one district, and has a shop.
func TestShops(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "picture.svg")
	text, err := exec.Command(build(t, "shops"), "-n", "2000", "-picture", picture).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != 2001 || lines[0] != "home,district,shop,distance" {
		t.Errorf("%d lines, the first %q", len(lines), lines[0])
	}
	if svg, err := os.ReadFile(picture); err != nil || !bytes.HasPrefix(svg, []byte("<svg")) {
		t.Errorf("%.20s, %v", svg, err)
	}
}

// TestShort: a program that one would start from fits three screens: 150 lines of code, imports and
// comments left out.
func TestShort(t *testing.T) {
	for _, name := range []string{"first", "boids", "strategy", "shops"} {
		text, err := os.ReadFile(filepath.Join(name, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		_, code, _ := strings.Cut(string(text), "\n)\n")
		lines := 0
		for line := range strings.Lines(code) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				lines++
			}
		}
		if lines > 150 {
			t.Errorf("%s has %d lines of code", name, lines)
		}
	}
}

// TestFirst: the program in view's README is the one that is built here.
func TestFirst(t *testing.T) {
	readme, err := os.ReadFile("../view/README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("first/main.go")
	if err != nil {
		t.Fatal(err)
	}
	code := strings.TrimPrefix(string(program), "// SPDX-License-Identifier: MIT\n\n")
	if !strings.Contains(string(readme), "```go\n"+code+"```") {
		t.Error("view/README.md shows another program than first/main.go")
	}
}
