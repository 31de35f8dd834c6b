// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"daylight/cmd/internal/memory"
)

const replayHelp = `Replay steps a recorded simulation again and compares every frame with the recording, to
the bit: where each shape is, which way it is turned, and each contact with its depth
and normal. It may use other kernels and another number of workers than those that made
the recording; the answer must be the same.

It ends with code 1 at the first frame that differs, and with code 2 if the file is not
a recording or is only a part of one.`

type replay struct {
	stepper stepper
	terminal
}

func newReplay() *cobra.Command {
	o := &replay{}
	c := &cobra.Command{
		Use:   "replay [flags] FILE",
		Short: "Step a recorded simulation again and compare every frame",
		Long:  replayHelp,
		Example: examples(
			"daylight replay boxes.rec", "compare with the best kernels and all processors",
			"daylight replay --kernels go --workers 1 boxes.rec", "compare with portable code on one processor",
		),
		Args: cobra.ArbitraryArgs,
		RunE: o.run,
	}
	o.stepper.flags(c)
	o.terminal.flags(c)
	c.Flags().SortFlags = false
	return c
}

func (o *replay) run(c *cobra.Command, args []string) error {
	ctx := c.Context()
	if err := o.open(c); err != nil {
		return err
	}
	if len(args) != 1 || args[0] == "" {
		return usage(c, "replay takes one recording: give a FILE that daylight sim --record wrote, or - for standard input")
	}
	if err := o.stepper.check(c); err != nil {
		return err
	}
	rec, err := readRecording(args[0], c.InOrStdin(), o.memory)
	if err != nil {
		return err
	}
	w, err := o.stepper.world(o.memory, rec.Scene, rec.Shapes, rec.Seed)
	if err != nil {
		return recordingError(args[0], err)
	}
	bar := o.bars.Start("stepping", int64(rec.Frames()), false).Of("frames")
	defer bar.End()
	begin := time.Now()
	for frame, want := range rec.Hashes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if frame > 0 {
			if err := w.Step(ctx); err != nil {
				return stepError(ctx, frame, err)
			}
			bar.Add(1)
		}
		if got := worldHash(w); got != want {
			return o.differs(rec, frame, want, got)
		}
	}
	if last := rec.Hashes[rec.Frames()]; last != rec.Final {
		return o.differs(rec, rec.Frames(), rec.Final, last)
	}
	bar.End()
	text := fmt.Sprintf("%s of %s of scene %s", counted(rec.Frames(), "frame"), counted(w.Shapes().Len(), "shape"), rec.Scene)
	if stats := w.Engine().Stats(); rec.Frames() > 0 {
		text += fmt.Sprintf(" in %.2f s with kernels %s and %s", time.Since(begin).Seconds(), stats.Kernels, counted(stats.Workers, "worker"))
	}
	o.note(fmt.Sprintf("%s: every one as recorded with kernels %s and at most %s; hash %016x",
		text, rec.Kernels, counted(rec.Workers, "worker"), rec.Final))
	return nil
}

// divergence is a frame that came out otherwise than recorded.
type divergence struct {
	frame, frames int
	want, got     uint64
	note          string
}

func (d *divergence) Error() string {
	return fmt.Sprintf("frame %d of %d differs: the recording has hash %016x, the replay %016x%s", d.frame, d.frames, d.want, d.got, d.note)
}

func (o *replay) differs(rec *recording, frame int, want, got uint64) error {
	d := &divergence{frame: frame, frames: rec.Frames(), want: want, got: got}
	if v := version(); v != rec.Version {
		d.note = fmt.Sprintf(" (recorded by version %s, and this is %s)", rec.Version, v)
	}
	return d
}

// readRecording reads a recording, which may be gzipped.
func readRecording(name string, stdin io.Reader, room *memory.Budget) (*recording, error) {
	in, raw := stdin, stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, recordingError(name, err)
		}
		defer f.Close()
		in, raw = f, f
	}
	b := bufio.NewReader(in)
	in = b
	if magic, _ := b.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, recordingError(name, err)
		}
		in = z
	}
	rec, err := parseRecording(in, room)
	var short *memory.Error
	if f, is := raw.(*os.File); is && errors.As(err, &short) {
		// What has been read tells about how much more there is.
		info, e := f.Stat()
		if at, err := f.Seek(0, io.SeekCurrent); err == nil && e == nil && at > 0 {
			short.Needed = int64(float64(short.Needed) * float64(info.Size()) / float64(at))
		}
	}
	if err != nil {
		return nil, recordingError(name, err)
	}
	return rec, nil
}

// recordingError names a file once, whatever the error below it says.
func recordingError(name string, err error) error {
	if name == "-" {
		name = "standard input"
	}
	return fmt.Errorf("%s: %w", name, cause(err))
}

// cause is an error without the name of the file.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// stepError says which frame could not be stepped, but for an interruption.
func stepError(ctx context.Context, frame int, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return err
	}
	return fmt.Errorf("frame %d: %w", frame, err)
}
