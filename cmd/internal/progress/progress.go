// SPDX-License-Identifier: MIT

package progress

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Reporter makes bars. A nil Reporter makes bars that show nothing.
type Reporter struct {
	out io.Writer
	on  bool
}

// New returns a Reporter that writes to stderr if that is a terminal and quiet is
// not set.
func New(stderr io.Writer, quiet bool) *Reporter {
	f, ok := stderr.(*os.File)
	return &Reporter{out: stderr, on: ok && !quiet && term.IsTerminal(int(f.Fd()))}
}

// Bar shows one phase. A nil Bar shows nothing.
type Bar struct {
	bar *progressbar.ProgressBar
}

// Start shows a phase of total steps; with a total below 0 it shows that something
// moves. The steps are bytes or plain steps.
func (r *Reporter) Start(what string, total int64, bytes bool) *Bar {
	if r == nil || !r.on {
		return nil
	}
	options := []progressbar.Option{
		progressbar.OptionSetWriter(r.out),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100 * time.Millisecond),
		progressbar.OptionSetWidth(30),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionShowBytes(bytes),
	}
	if total < 0 {
		// The spinner turns when steps are added. On its own clock it would turn in
		// a goroutine that draws while End clears.
		options = append(options, progressbar.OptionSpinnerType(14), progressbar.OptionSetSpinnerChangeInterval(0))
	}
	return &Bar{progressbar.NewOptions64(total, options...)}
}

// Add moves the bar on by n steps.
func (b *Bar) Add(n int) {
	if b != nil {
		_ = b.bar.Add(n)
	}
}

// Set puts the bar at done of total. Both may differ from call to call.
func (b *Bar) Set(done, total int) {
	if b == nil {
		return
	}
	if b.bar.GetMax() != total {
		b.bar.ChangeMax(total)
	}
	_ = b.bar.Set(done)
}

// End takes the bar off the screen.
func (b *Bar) End() {
	if b != nil {
		_ = b.bar.Clear()
		_ = b.bar.Exit()
	}
}
