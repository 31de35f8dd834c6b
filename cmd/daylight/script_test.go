// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"daylight/cmd/internal/table"
	"daylight/internal/must"
)

// TestScript runs testdata/script. Beside what testscript knows a line may say
//
//	daylight ARGS...            a run that ends well; with ! before it, one with exit code 2
//	refused 'MESSAGE' ARGS...   a run that writes nothing and says no more than this (up to there, if it
//	                            ends in three points)
//	malformed 'MESSAGE' 'TEXT'  ARGS...  a table that collide refuses with that, as a file and as standard input
//	text FILE 'TEXT'            a file that an archive cannot hold
//	unpack FILE                 what a packed file holds, as standard output
//	steady FILE                 takes out of statistics what another run or machine has otherwise
//
// and each run may end in <FILE, which is its standard input, or in '<<TEXT'. A TEXT has the
// escapes of Go. [kernels:NAME] before a line is for machines that have these kernels. With
// -update, files that cmp compares with are written anew.
func TestScript(t *testing.T) {
	dir := must.Get(filepath.Abs(filepath.Join("testdata", "script")))(t)
	testscript.Run(t, testscript.Params{
		Dir:             dir,
		ContinueOnError: true,
		UpdateScripts:   *update,
		Condition: func(cond string) (bool, error) {
			name, ok := strings.CutPrefix(cond, "kernels:")
			if !ok {
				return false, fmt.Errorf("want kernels:NAME")
			}
			return slices.Contains(variants(), name), nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"daylight": func(ts *testscript.TestScript, neg bool, args []string) {
				if code := scripted(ts, args, ts.Stdout(), ts.Stderr()); code != map[bool]int{false: exitDone, true: exitBad}[neg] {
					ts.Fatalf("exit %d", code)
				}
			},
			"text": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(textOf(ts, args[1])), 0o666))
			},
			"unpack": func(ts *testscript.TestScript, neg bool, args []string) {
				in, err := table.Open(context.Background(), ts.MkAbs(args[0]), nil, nil, nil)
				ts.Check(err)
				_, err = io.Copy(ts.Stdout(), in)
				ts.Check(errors.Join(err, in.Close()))
			},
			"steady": func(ts *testscript.TestScript, neg bool, args []string) {
				kept := regexp.MustCompile(`(?m)^  "(kernels|workers)": .*\n|^  "seconds": \{[^}]*\},?\n`).ReplaceAllString(ts.ReadFile(args[0]), "")
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(kept), 0o666))
			},
			"refused": func(ts *testscript.TestScript, neg bool, args []string) { refused(ts, args[0], args[1:]) },
			"malformed": func(ts *testscript.TestScript, neg bool, args []string) {
				ts.Check(os.WriteFile(ts.MkAbs("in"), []byte(textOf(ts, args[1])), 0o666))
				refused(ts, "in:"+args[0], append([]string{"collide", "-q", "in"}, args[2:]...))
				refused(ts, "stdin:"+strings.ReplaceAll(args[0], " in:", " stdin:"), append(append([]string{"collide", "-q", "-"}, args[2:]...), "<<"+args[1]))
			},
		},
	})
}

// refused runs the program, which is to write nothing and to say no more than want.
func refused(ts *testscript.TestScript, want string, args []string) {
	var out, stderr bytes.Buffer
	there, err := os.ReadDir(ts.MkAbs("."))
	ts.Check(err)
	code := scripted(ts, args, &out, &stderr)
	if code != exitBad || out.Len() > 0 {
		ts.Fatalf("exit %d, output %q", code, &out)
	}
	got, ok := strings.CutPrefix(strings.TrimSuffix(stderr.String(), "\n"), "daylight: ")
	start, open := strings.CutSuffix(want, "...")
	if !ok || !strings.HasPrefix(got, start) || !open && got != want {
		ts.Fatalf("got  %s\nwant %s", got, want)
	}
	if left, err := os.ReadDir(ts.MkAbs(".")); err != nil || len(left) != len(there) {
		ts.Fatalf("files were left: %v, %v", left, err)
	}
}

// unescaped is a text with the escapes of Go.
func unescaped(text string) (string, error) {
	return strconv.Unquote(`"` + regexp.MustCompile(`\\.|"`).ReplaceAllStringFunc(text, func(s string) string {
		if s == `"` {
			return `\"`
		}
		return s
	}) + `"`)
}

func textOf(ts *testscript.TestScript, escaped string) string {
	text, err := unescaped(escaped)
	ts.Check(err)
	return text
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
	if last := len(args) - 1; last >= 0 && strings.HasPrefix(args[last], "<<") {
		stdin, args = textOf(ts, args[last][2:]), args[:last]
	} else if last >= 0 && strings.HasPrefix(args[last], "<") {
		stdin, args = ts.ReadFile(args[last][1:]), args[:last]
	}
	return run(context.Background(), append([]string{}, args...), strings.NewReader(stdin), out, stderr)
}
