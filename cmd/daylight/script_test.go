// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"daylight/internal/must"
)

// TestScript runs testdata/script. Beside what testscript knows a line may say
//
//	daylight ARGS...            a run that ends well; with ! before it, one that does not
//	refused 'MESSAGE' ARGS...   a run that writes nothing and says no more than this (up to there, if it
//	                            does not end in a bracket)
//
// and each may end in <FILE, which is its standard input.
func TestScript(t *testing.T) {
	dir := must.Get(filepath.Abs(filepath.Join("testdata", "script")))(t)
	testscript.Run(t, testscript.Params{
		Dir:             dir,
		ContinueOnError: true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"daylight": func(ts *testscript.TestScript, neg bool, args []string) {
				if code := scripted(ts, args, ts.Stdout(), ts.Stderr()); (code != exitDone) != neg {
					ts.Fatalf("exit %d", code)
				}
			},
			"refused": func(ts *testscript.TestScript, neg bool, args []string) {
				var out, stderr bytes.Buffer
				there, err := os.ReadDir(ts.MkAbs("."))
				ts.Check(err)
				code := scripted(ts, args[1:], &out, &stderr)
				if code != exitBad || out.Len() > 0 {
					ts.Fatalf("exit %d, output %q", code, &out)
				}
				got, ok := strings.CutPrefix(strings.TrimSuffix(stderr.String(), "\n"), "daylight: ")
				if want := args[0]; !ok || !strings.HasPrefix(got, want) || strings.HasSuffix(want, ")") && got != want {
					ts.Fatalf("got  %s\nwant %s", got, want)
				}
				if left, err := os.ReadDir(ts.MkAbs(".")); err != nil || len(left) != len(there) {
					ts.Fatalf("files were left: %v, %v", left, err)
				}
			},
		},
	})
}

// A process has one directory in which it is, and scripts run at the same time.
var oneDirectory sync.Mutex

// scripted runs the program in the directory of a script.
func scripted(ts *testscript.TestScript, args []string, out, stderr io.Writer) (code int) {
	oneDirectory.Lock()
	defer oneDirectory.Unlock()
	back, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(back)) }()
	var stdin string
	if last := len(args) - 1; last >= 0 && strings.HasPrefix(args[last], "<") {
		stdin, args = ts.ReadFile(args[last][1:]), args[:last]
	}
	return run(context.Background(), append([]string{}, args...), strings.NewReader(stdin), out, stderr)
}
