// SPDX-License-Identifier: MIT

package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
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
	bar   *progressbar.ProgressBar
	what  string
	bytes bool
	unit  string // what steps are, if they are things to be counted
	total int64
	begin time.Time

	mu   sync.Mutex // readers and writers of several goroutines move a bar
	done int64
	rows int
	told time.Time
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
	}
	if total < 0 {
		// The spinner turns when steps are added. On its own clock it would turn in
		// a goroutine that draws while End clears.
		options = append(options, progressbar.OptionSpinnerType(14), progressbar.OptionSetSpinnerChangeInterval(0))
	}
	return &Bar{bar: progressbar.NewOptions64(total, options...), what: what, bytes: bytes, total: total, begin: time.Now()}
}

// Of says what the steps are, such as rows, so that the line tells how many there are.
func (b *Bar) Of(unit string) *Bar {
	if b != nil {
		b.unit = unit
	}
	return b
}

// Add moves the bar on by n steps.
func (b *Bar) Add(n int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	b.done += int64(n)
	b.describe(time.Now())
	b.mu.Unlock()
	_ = b.bar.Add(n)
}

// Rows says how many rows have been read so far.
func (b *Bar) Rows(n int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.rows = n
}

// atFirst is how long a rate would say nothing: what has come by then was waiting in buffers.
const atFirst = 300 * time.Millisecond

// describe says how many bytes and rows there are, or whatever steps are, how many a second, and how long the rest
// takes. The rate is that since the beginning, so that it does not jump about.
func (b *Bar) describe(now time.Time) {
	took := now.Sub(b.begin)
	if !b.bytes && b.unit == "" || took < atFirst || now.Sub(b.told) < 200*time.Millisecond {
		return
	}
	b.told = now
	b.bar.Describe(b.text(took))
}

func (b *Bar) text(took time.Duration) string {
	much := megabytes
	if b.unit != "" {
		much = func(n int64) string { return fmt.Sprint(n) }
	}
	text := b.what + " " + much(b.done)
	if b.total > 0 {
		text += " of " + much(b.total)
	}
	if b.unit != "" {
		text += " " + b.unit
	}
	if b.rows > 0 {
		text += fmt.Sprintf(", %d rows", b.rows)
	}
	rate := float64(b.done) / took.Seconds()
	text += fmt.Sprintf(", %s/s", much(int64(rate)))
	if b.total > b.done && rate > 0 {
		text += fmt.Sprintf(", %v left", time.Duration(float64(b.total-b.done)/rate*float64(time.Second)).Round(time.Second))
	}
	return text
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

// Set puts the bar at done of total. Both may differ from call to call.
func (b *Bar) Set(done, total int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	b.done, b.total = int64(done), int64(total)
	b.describe(time.Now())
	b.mu.Unlock()
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
