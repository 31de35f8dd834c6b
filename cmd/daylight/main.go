// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"daylight/cmd/internal/job"
	"daylight/cmd/internal/output"
)

// The exit codes.
const (
	exitDone        = 0
	exitDifference  = 1
	exitBad         = 2
	exitInterrupted = 130
)

// grace is how long an interrupted run may take to wind up. A read from a terminal or
// a pipe cannot be broken off, so then the program ends around it.
const grace = time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends the program at once
		time.Sleep(grace)
		output.Abandon()
		os.Exit(exitInterrupted)
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the whole program but for the process around it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var difference *job.Difference
	switch {
	case err == nil:
		return exitDone
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		fmt.Fprintln(stderr, "daylight: interrupted")
		return exitInterrupted
	}
	fmt.Fprintf(stderr, "daylight: %v\n", err)
	if errors.As(err, &difference) {
		return exitDifference
	}
	return exitBad
}
