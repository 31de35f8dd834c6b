// SPDX-License-Identifier: MIT

package must

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
)

// Options are the flags of an example.
type Options struct {
	N, Frames int
	Out       string
	Context   context.Context // ends with Ctrl-C
}

// Parse reads the flags of an example that has n things by itself.
func Parse(n int, things string) (o Options) {
	flag.IntVar(&o.N, "n", n, "number of "+things)
	flag.IntVar(&o.Frames, "frames", 0, "step so many frames and end, instead of showing a page")
	flag.StringVar(&o.Out, "out", "", "with -frames: write a picture of the last frame to this PNG")
	flag.Parse()
	o.Context, _ = signal.NotifyContext(context.Background(), os.Interrupt)
	return o
}

// Check ends the program at an error.
func Check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Get is a value that came without an error, or the end of the program.
func Get[T any](v T, err error) T {
	Check(err)
	return v
}
