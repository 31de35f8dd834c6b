// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"daylight/batch"
	"daylight/soa"
)

// built is the directory of the library as build.sh makes it, once for all tests.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "daylight-c-")
	if err != nil {
		return "", err
	}
	out, err := exec.Command("bash", "build.sh", dir).CombinedOutput()
	if err != nil {
		return dir, fmt.Errorf("build.sh: %w\n%s", err, out)
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, _ := built(); dir != "" {
		_ = os.RemoveAll(dir)
	}
	os.Exit(code)
}

// compile makes a program of a source that uses the library, shared or static, without a warning.
func compile(t *testing.T, compiler, source string, static bool, flags ...string) string {
	t.Helper()
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "program")
	args := append(flags, "-Wall", "-Wextra", "-Werror", "-O1", "-g", "-I", dir, source, "-o", program)
	if static {
		args = append(args, filepath.Join(dir, "libdaylight.a"))
	} else {
		args = append(args, "-L", dir, "-ldaylight", "-Wl,-rpath,"+dir)
	}
	if out, err := exec.Command(compiler, append(args, "-lpthread", "-lm")...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", compiler, source, err, out)
	}
	return program
}

// run runs a program and returns what it prints.
func run(t *testing.T, program string, args ...string) string {
	t.Helper()
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestAPI tries every call of daylight.h, under the sanitizers where there are some.
func TestAPI(t *testing.T) {
	var flags []string
	if runtime.GOOS == "linux" && runtime.GOARCH == "amd64" {
		flags = []string{"-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"}
	}
	for _, static := range []bool{false, true} {
		if out := run(t, compile(t, "gcc", "test/api.c", static, flags...)); !strings.Contains(out, "was kept") {
			t.Errorf("static %v: %s", static, out)
		}
	}
}

// TestExamples: the examples run, and that of the README prints what stands there.
func TestExamples(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(readme), "```text\n")
	shown, _, _ = strings.Cut(shown, "```")
	for _, e := range []struct{ compiler, source, flag, want string }{
		{"gcc", "example/boxes.c", "-std=gnu11", shown},
		{"g++", "example/worlds.cpp", "-std=c++17", "of 1000 worlds"},
	} {
		if out := run(t, compile(t, e.compiler, e.source, false, e.flag)); !strings.Contains(out, e.want) {
			t.Errorf("%s: %s", e.source, out)
		}
	}
}

// TestHeader has other compilers' dialects read the header.
func TestHeader(t *testing.T) {
	for _, c := range [][]string{{"gcc", "-x", "c", "-std=c99"}, {"gcc", "-x", "c", "-std=c17"}, {"g++", "-x", "c++", "-std=c++11"}} {
		cmd := exec.Command(c[0], append(c[1:], "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "daylight.h")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", c, err, out)
		}
	}
}

// TestStaticTLS: the library has hardly any thread-local variables. Go's code makes all of them
// static, for which a process that loaded other large libraries has little room left.
func TestStaticTLS(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("reads ELF")
	}
	dir, err := built()
	if err != nil {
		t.Fatal(err)
	}
	library, err := elf.Open(filepath.Join(dir, "libdaylight.so"))
	if err != nil {
		t.Fatal(err)
	}
	defer library.Close()
	for _, p := range library.Progs {
		if p.Type == elf.PT_TLS && p.Memsz > 16 {
			t.Errorf("%d bytes of thread-local variables", p.Memsz)
		}
	}
}

// TestSameBits holds the contacts that C gets against those of the engine.
func TestSameBits(t *testing.T) {
	const n, frames = 2000, 20
	out := run(t, compile(t, "gcc", "test/scene.c", true), fmt.Sprint(n), fmt.Sprint(frames))
	if want := fmt.Sprintf("%016x", hashed(t, n, frames)); !strings.HasPrefix(out, want) {
		t.Errorf("want %s, and C got %s", want, out)
	}
}

// hashed is the hash of test/scene.c, found in Go.
func hashed(t *testing.T, n, frames int) uint64 {
	state := uint64(42)
	next := func() float64 {
		state += 0x9E3779B97F4A7C15
		z := state
		z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
		z = (z ^ (z >> 27)) * 0x94D049BB133111EB
		return float64((z^(z>>31))>>40) / (1 << 24)
	}
	side := math.Sqrt(float64(n) / 0.4)
	shapes := soa.New()
	vx, vy := make([]float64, n), make([]float64, n)
	for i := range n {
		x, y, angle := next()*side, next()*side, next()*6
		vx[i], vy[i] = next()*6-3, next()*6-3
		hx, hy := 0.25+0.5*next(), 0.25+0.5*next()
		if _, err := shapes.AddBox(soa.At(x, y, angle), hx, hy, soa.Attrs{}); err != nil {
			t.Fatal(err)
		}
	}
	engine, err := batch.New(shapes, batch.Config{Canonical: true})
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	for range frames {
		if err := shapes.Update(func(l soa.Live) {
			for slot, id := range l.ID {
				l.X[slot] += vx[id.Index()] / 64
				l.Y[slot] += vy[id.Index()] / 64
			}
		}); err != nil {
			t.Fatal(err)
		}
		contacts, err := engine.Step(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range contacts.All() {
			for _, v := range []uint32{c.A.Index(), c.B.Index(), math.Float32bits(c.Depth), math.Float32bits(c.NX), math.Float32bits(c.NY)} {
				h.Write(binary.NativeEndian.AppendUint32(nil, v))
			}
		}
	}
	return h.Sum64()
}
