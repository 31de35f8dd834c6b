// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"daylight/internal/must"
)

var (
	corpusOld  = flag.String("corpus-old", "", "a built program, with which TestCorpus compares this one")
	corpusAll  = flag.Bool("corpus-all", false, "list every call that differs, not one of each kind")
	corpusOnly = flag.String("corpus-only", "", "a regular expression: the calls of TestCorpus that are run")
)

// calling is a call of the program in a directory of its own.
type calling struct {
	from  string // where it stands
	args  []string
	stdin string
	files map[string]string // files beside the common ones
}

func (c *calling) String() string {
	return "daylight " + strings.Join(c.args, " ")
}

// outcome is what a call leaves.
type outcome struct {
	code           int
	stdout, stderr string
	files          map[string]string
}

// volatile is what is another each time: how long it took and how much memory it needed.
var volatile = regexp.MustCompile(`([0-9][0-9.e-]*)?[0-9] ?(n|m|µ)?s\b|[0-9.]+ [KMG]iB|\.daylight-[0-9]+\.tmp|[0-9]+ workers?|in [0-9]+ B of|"(seconds|read|collide|write|index|ask|refresh|sort|strips|load|sweep|narrow|merge|order|verify|total|find|exact)": [0-9.e+-]+|of memory or more|(?m)^(memory|time|candidates) .*$`)

// seen is what a text says every time.
func seen(text []byte) string {
	if bytes.HasPrefix(text, []byte("PAR1")) || bytes.HasPrefix(text, []byte("ARROW1")) {
		return string(text)
	}
	return volatile.ReplaceAllString(string(text), "~")
}

// outcomeOf runs a call in a directory with the inputs.
func outcomeOf(program []string, c *calling, dir string, inputs map[string]string) (o outcome, err error) {
	o.files = map[string]string{}
	for _, tables := range []map[string]string{inputs, c.files} {
		for name, text := range tables {
			path := filepath.Join(dir, name)
			err = cmp.Or(err, os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666))
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	run := exec.CommandContext(ctx, program[0], c.args...)
	var out, stderr bytes.Buffer
	run.Dir, run.Stdin, run.Stdout, run.Stderr = dir, strings.NewReader(c.stdin), &out, &stderr
	run.Env = append(append(os.Environ(), "DAYLIGHT_KERNELS=", "GOGC="), program[1:]...)
	_ = run.Run() // the exit code says it
	o.code, o.stdout, o.stderr = run.ProcessState.ExitCode(), seen(out.Bytes()), seen(stderr.Bytes())
	list, failed := os.ReadDir(dir)
	for _, e := range list {
		if e.IsDir() {
			continue
		}
		text, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		_, given := c.files[e.Name()]
		if was, ok := inputs[e.Name()]; !given && (!ok || was != string(text)) {
			o.files[e.Name()] = seen(text)
		}
	}
	return o, cmp.Or(err, failed)
}

// unlike is what is not as in another.
func (o *outcome) unlike(other *outcome) string {
	text := fmt.Sprintf("exit %d: %s", o.code, o.stderr)
	if o.stdout != other.stdout {
		text += first(o.stdout, other.stdout)
	}
	for _, name := range slices.Sorted(maps.Keys(o.files)) {
		if o.files[name] != other.files[name] {
			text += name + ": " + first(o.files[name], other.files[name])
		}
	}
	return text
}

// sameRows says whether tables differ in how they are written alone: other bytes of Parquet and
// Arrow, or whole numbers that were text.
func sameRows(t *testing.T, was, is string) bool {
	for _, magic := range []string{"PAR1", "ARROW1"} {
		if strings.HasPrefix(was, magic) && strings.HasPrefix(is, magic) {
			return reflect.DeepEqual(columnsOf(t, []byte(was), magic == "PAR1"), columnsOf(t, []byte(is), magic == "PAR1"))
		}
	}
	quoted := regexp.MustCompile(`"(-?[0-9]+)"`)
	return quoted.ReplaceAllString(was, "$1") == quoted.ReplaceAllString(is, "$1")
}

// kind says how two outcomes differ, in words that many differences have in common.
func kind(t *testing.T, was, is *outcome) string {
	old, now := strings.Split(was.stderr, "\n"), strings.Split(is.stderr, "\n")
	for len(old) > 1 && len(now) > 1 && old[0] == now[0] {
		old, now = old[1:], now[1:]
	}
	line := func(lines []string) string {
		s := regexp.MustCompile(`"[^"]*"|[0-9][0-9.e+-]*`).ReplaceAllString(lines[0], "#")
		return s[:min(len(s), 160)]
	}
	switch {
	case was.code == exitBad && is.code == exitDone:
		return "answers now; it was: " + line(old)
	case was.code == exitDone && is.code == exitBad:
		return "REFUSED NOW: " + line(now)
	case was.code != is.code:
		return fmt.Sprintf("EXIT %d, %d: %s | %s", was.code, is.code, line(old), line(now))
	case was.stdout != is.stdout && is.code == exitDone && sameRows(t, was.stdout, is.stdout):
		return "the same rows in other bytes, or whole numbers that were text"
	case was.stdout != is.stdout && is.code == exitDone:
		return "ANOTHER ANSWER"
	case !maps.Equal(was.files, is.files):
		for _, name := range slices.Sorted(maps.Keys(is.files)) {
			if was.files[name] != is.files[name] {
				return "ANOTHER FILE " + filepath.Ext(name)
			}
		}
		return "A FILE LESS"
	}
	return "another message: " + line(old) + " | " + line(now)
}

// TestCorpus compares this program with an older one, -corpus-old, over calls from everywhere: the
// scripts, tables and fuzz corpora of tests, the examples of help and documents, every flag, and
// every question of every input in every format. It lists the differences by kind, each with its
// shortest call.
func TestCorpus(t *testing.T) {
	if *corpusOld == "" {
		t.Skip("give a program to compare with by -corpus-old")
	}
	self := must.Get(os.Executable())(t)
	programs := [2][]string{{*corpusOld}, {self, asProgram + "=1"}}
	calls := slices.DeleteFunc(corpusCalls(t), func(c calling) bool { return !regexp.MustCompile(*corpusOnly).MatchString(c.String()) })
	inputs := corpusInputs(t)
	type difference struct {
		call    *calling
		was, is outcome
	}
	var differ []difference
	var lock sync.Mutex
	var wait sync.WaitGroup
	queue, root := make(chan *calling), t.TempDir()
	for worker := range 2 {
		wait.Go(func() {
			for c := range queue {
				var both [2]outcome
				for k, program := range programs {
					dir := filepath.Join(root, fmt.Sprint(worker))
					made := os.Mkdir(dir, 0o777)
					var err error
					both[k], err = outcomeOf(program, c, dir, inputs)
					if err := cmp.Or(made, err, os.RemoveAll(dir)); err != nil {
						t.Error(err)
					}
				}
				if !reflect.DeepEqual(both[0], both[1]) {
					lock.Lock()
					differ = append(differ, difference{c, both[0], both[1]})
					lock.Unlock()
				}
			}
		})
	}
	from := map[string]int{}
	for i := range calls {
		from[calls[i].from]++
		queue <- &calls[i]
	}
	close(queue)
	wait.Wait()
	found := map[string][]difference{}
	for _, d := range differ {
		how := kind(t, &d.was, &d.is)
		found[how] = append(found[how], d)
	}
	t.Logf("%d calls: %v; %d differ", len(calls), from, len(differ))
	for _, how := range slices.Sorted(maps.Keys(found)) {
		list := found[how]
		slices.SortFunc(list, func(a, b difference) int { return len(a.call.String()) - len(b.call.String()) })
		t.Logf("%d: %s", len(list), how)
		if !*corpusAll {
			list = list[:1]
		}
		for _, d := range list {
			t.Logf("%s: %s\n  was: %.400s\n  is:  %.400s", d.call.from, d.call, d.was.unlike(&d.is), d.is.unlike(&d.was))
		}
	}
}
