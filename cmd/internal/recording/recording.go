// SPDX-License-Identifier: MIT

package recording

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"daylight/internal/memory"
)

// Header is what a run is made from, and what made it.
type Header struct {
	Daylight string `json:"daylight"` // what kind of file this is: "recording"
	Format   int    `json:"format"`
	Scene    string `json:"scene"`
	Shapes   int    `json:"shapes"`
	Seed     uint64 `json:"seed"`
	// The rest may be otherwise in a replay.
	Version string `json:"version"`
	Kernels string `json:"kernels"`
	Workers int    `json:"workers"`
}

const (
	kind    = "recording"
	format  = 1
	opening = `{"daylight":"` + kind + `"` // of a file
)

// ending is the last line.
type ending struct {
	Frames *int   `json:"frames"`
	Hash   string `json:"hash"`
}

// Recording is a run that was read back.
type Recording struct {
	Header
	Hashes []uint64 // by frame, from frame 0
	Final  uint64
}

// Frames is the number of steps.
func (r *Recording) Frames() int { return len(r.Hashes) - 1 }

// Writer writes a recording while it is made.
type Writer struct {
	out    io.Writer
	frames int // frames added
	last   uint64
}

// NewWriter writes the header. Its fields Daylight and Format are filled in.
func NewWriter(out io.Writer, h Header) (*Writer, error) {
	h.Daylight, h.Format = kind, format
	w := &Writer{out: out}
	return w, w.object(h)
}

func (w *Writer) object(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.out.Write(append(text, '\n'))
	return err
}

// Add writes the hash of the next frame, the first being that of frame 0.
func (w *Writer) Add(hash uint64) error {
	w.frames++
	w.last = hash
	_, err := fmt.Fprintf(w.out, "%016x\n", hash)
	return err
}

// Close writes the last line. It does not close what lies below.
func (w *Writer) Close() error {
	steps := w.frames - 1
	return w.object(ending{&steps, fmt.Sprintf("%016x", w.last)})
}

// maxLine is far beyond what a line of a recording may need.
const maxLine = 1 << 16

// ErrCut is wrapped by the error of a recording that has no end.
var ErrCut = errors.New("the recording was cut off: it has no last line; record it again with daylight sim --record")

// hashBytes is what a hash takes while the list of them grows.
const hashBytes = 20

// inAdvance is for how many hashes memory is reserved at a time.
const inAdvance = 1 << 12

// Read reads a recording. It refuses what it does not understand, with the line, and what
// the memory does not hold.
func Read(in io.Reader, room *memory.Budget) (*Recording, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	open := false // the line in hand has no end
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		open = atEOF && bytes.IndexByte(data, '\n') < 0
		return bufio.ScanLines(data, atEOF)
	})
	r := &Recording{}
	n, done := 0, false
	for lines.Scan() {
		n++
		line := bytes.TrimSuffix(lines.Bytes(), []byte("\r"))
		var err error
		switch {
		case n == 1:
			err = r.header(line)
		case done:
			return nil, fmt.Errorf("line %d: there is more after the last line", n)
		case bytes.HasPrefix(line, []byte("{")):
			done, err = true, r.end(line)
		case bytes.HasPrefix(line, []byte("!")):
			err = fmt.Errorf("the input %.40q is not known here; a newer daylight may know it", line)
		default:
			var h uint64
			if len(r.Hashes)%inAdvance == 0 {
				if err := room.Reserve(inAdvance * hashBytes); err != nil {
					return nil, fmt.Errorf("line %d: the recording is too long: %w", n, err)
				}
			}
			h, err = parseHash(string(line))
			r.Hashes = append(r.Hashes, h)
		}
		if err != nil && open && (n > 1 || bytes.HasPrefix(line, []byte(opening))) {
			return nil, ErrCut
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: %w", n+1, errForeign)
	case errors.Is(err, io.ErrUnexpectedEOF): // of what was packed
		return nil, ErrCut
	case err != nil:
		return nil, err
	}
	if n == 0 {
		return nil, errForeign
	}
	if !done {
		return nil, ErrCut
	}
	return r, nil
}

var errForeign = errors.New("this is not a recording of daylight sim")

func (r *Recording) header(line []byte) error {
	if err := json.Unmarshal(line, &r.Header); err != nil || r.Daylight != kind {
		return errForeign
	}
	if r.Format != format {
		return fmt.Errorf("the recording has format %d, and this daylight reads format %d", r.Format, format)
	}
	unseen := func(c rune) bool { return !unicode.IsPrint(c) }
	if r.Workers < 0 || strings.ContainsFunc(r.Version+r.Kernels, unseen) {
		return errors.New("the workers, the kernels or the version are none that daylight sim writes")
	}
	return nil
}

func (r *Recording) end(line []byte) error {
	var e ending
	if err := json.Unmarshal(line, &e); err != nil || e.Frames == nil {
		return errors.New("a last line tells the number of frames and the hash")
	}
	if *e.Frames != r.Frames() || *e.Frames < 0 {
		return fmt.Errorf("the recording says it has %d steps, but holds %d hashes, one more than steps being right", *e.Frames, len(r.Hashes))
	}
	var err error
	r.Final, err = parseHash(e.Hash)
	return err
}

func parseHash(text string) (uint64, error) {
	h, err := strconv.ParseUint(text, 16, 64)
	if err != nil || len(text) != 16 {
		return 0, fmt.Errorf("%.40q is not a hash of 16 hexadecimal digits", text)
	}
	return h, nil
}
