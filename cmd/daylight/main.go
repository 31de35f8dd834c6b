// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"daylight"
	"daylight/cmd/internal/answer"
	"daylight/cmd/internal/output"
	"daylight/cmd/internal/table"
)

// The exit codes.
const (
	exitDone        = 0
	exitDifference  = 1
	exitBad         = 2
	exitLost        = 75 // EX_TEMPFAIL: a disk is full; try again later
	exitInterrupted = 130
	exitReaderGone  = 141 // what a shell shows for a program that SIGPIPE ended
)

// lastWords is the last line of a run that was.
const lastWords = "daylight: interrupted"

// grace is how long an interrupted run may take to wind up. A read from a terminal or
// a pipe cannot be broken off, so then the program ends around it.
const grace = time.Second

func main() {
	// Without this, the write to a standard output that nobody reads any more would end
	// the program on the spot, and temporary files would stay. With it the write fails.
	if len(readerGone) > 0 { // none would stand for all
		signal.Notify(make(chan os.Signal, 1), readerGone...)
	}
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	if list := endings(); len(list) > 0 {
		signal.Notify(signals, list...)
	}
	ended := make(chan struct{})
	go func() {
		<-signals
		cancel()
		select {
		case <-signals: // a second one ends the program at once
		case <-time.After(grace):
		case <-ended: // exiting takes its time too, a second under the race detector
			return
		}
		output.Abandon()
		fmt.Fprintln(os.Stderr, lastWords)
		os.Exit(exitInterrupted)
	}()
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	close(ended)
	os.Exit(code)
}

// endings returns the signals that end the program tidily. It leaves out signals
// that the caller has set to be ignored, as nohup does.
func endings() []os.Signal {
	var list []os.Signal
	for _, s := range asksToEnd {
		if !signal.Ignored(s) {
			list = append(list, s)
		}
	}
	return list
}

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	percent := debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	defer debug.SetGCPercent(percent)
	root := newRoot(args...)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	addCompletion(root)
	err := root.ExecuteContext(ctx)
	var difference *answer.Difference
	var differs *answer.Differs
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		fmt.Fprintln(stderr, lastWords)
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE):
		return exitReaderGone
	}
	fmt.Fprintf(stderr, "daylight: %s\n", printable(err))
	var panicked *daylight.PanicError
	if errors.As(err, &panicked) {
		fmt.Fprintf(stderr, "%s", panicked.Stack)
	}
	if errors.As(err, &difference) || errors.As(err, &differs) {
		return exitDifference
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return exitLost
	}
	return exitBad
}

// printable is an error's text as a terminal can take it: names of files and columns may
// hold control characters. The lines of a message of several stay.
func printable(err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		lines[i] = table.Printable(line)
	}
	return strings.Join(lines, "\n")
}
