// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"daylight/internal/must"
)

// asProgram makes the test binary behave as the program itself, so that tests can run
// it as a process of its own: with signals, exit codes and real files.
const asProgram = "DAYLIGHT_TEST_AS_PROGRAM"

// peakFile names a file in which the test binary, made to behave as the program, leaves the most
// memory it had: watched then runs the program as a process of its own.
const peakFile = "DAYLIGHT_TEST_PEAK_FILE"

var watched func(file string) (code int)

func TestMain(m *testing.M) {
	if file := os.Getenv(peakFile); file != "" {
		os.Unsetenv(peakFile)
		os.Exit(watched(file))
	}
	if os.Getenv(asProgram) != "" {
		main()
	}
	// Thousands of small runs leave garbage, and little else: looked for less often it costs a
	// third less time. Programs that are started as processes of their own collect it as ever.
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "1000")
		debug.SetGCPercent(1000)
	}
	// The program keeps no profile of its memory. That of the tests has to be asked for by
	// -memprofilerate, too.
	runtime.MemProfileRate = 0
	// Where the tests were started with signals ignored, as by nohup, the programs that
	// they start would inherit that. Children do not inherit the signal handlers of a
	// process.
	for _, sig := range asksToEnd {
		if signal.Ignored(sig) {
			signal.Notify(make(chan os.Signal, 1), sig)
		}
	}
	os.Exit(m.Run())
}

// command prepares the program as a process in dir.
func command(t testing.TB, dir string, args ...string) *exec.Cmd {
	t.Helper()
	self := must.Get(os.Executable())(t)
	c := exec.Command(self, args...)
	c.Dir = dir
	c.Env = append(os.Environ(), asProgram+"=1", "DAYLIGHT_KERNELS=", "GOGC=")
	return c
}

// result is what one call of run gave.
type result struct {
	code        int
	out, stderr string
}

// call runs the program in this process.
func call(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	var out, stderr bytes.Buffer
	// The empty list is not nil: for nil, cobra would take the arguments of the tests.
	code := run(context.Background(), append([]string{}, args...), strings.NewReader(stdin), &out, &stderr)
	return result{code, out.String(), stderr.String()}
}

// done runs the program and expects it to succeed.
func done(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	r := call(t, stdin, args...)
	if r.code != exitDone {
		t.Fatalf("daylight %s: exit %d\n%s", strings.Join(args, " "), r.code, r.stderr)
	}
	return r
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	return name
}

func read(t *testing.T, name string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(name))(t))
}

// files lists the names in a directory.
func files(t *testing.T, dir string) string {
	t.Helper()
	list := must.Get(os.ReadDir(dir))(t)
	var names []string
	for _, e := range list {
		names = append(names, filepath.Base(e.Name()))
	}
	return strings.Join(names, " ")
}
