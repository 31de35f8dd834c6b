// SPDX-License-Identifier: MIT

package progress

import (
	"fmt"
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

// Bar shows one phase. A nil Bar shows nothing. Several goroutines may move it.
type Bar struct {
	bar  *progressbar.ProgressBar
	what string
}

// Bytes is the unit of a Bar whose steps are bytes.
const Bytes = "bytes"

// Start shows a phase of total steps; with a total below 0 it shows that something
// moves. Steps of a unit, such as rows, are counted, with how many there are in a second.
func (r *Reporter) Start(what string, total int64, unit string) *Bar {
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
	}
	switch unit {
	case "":
	case Bytes:
		options = append(options, progressbar.OptionShowBytes(true), progressbar.OptionShowCount())
	default:
		options = append(options, progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(unit))
	}
	if total < 0 {
		// The spinner turns when steps are added. On its own clock it would turn in
		// a goroutine that draws while End clears.
		options = append(options, progressbar.OptionSpinnerType(14), progressbar.OptionSetSpinnerChangeInterval(0))
	}
	return &Bar{bar: progressbar.NewOptions64(total, options...), what: what}
}

// Add moves the bar on by n steps.
func (b *Bar) Add(n int) {
	if b != nil {
		_ = b.bar.Add(n)
	}
}

// Rows says how many rows have been read so far.
func (b *Bar) Rows(n int) {
	if b != nil {
		b.bar.Describe(fmt.Sprintf("%s %d rows", b.what, n))
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
