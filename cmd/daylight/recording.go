// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"daylight/bench/sim"
	"daylight/cmd/internal/memory"
	"daylight/cmd/internal/output"
)

// A recording keeps what a run of a simulation needs to be repeated, and a hash of every frame
// to compare it with. It is text. The first line is a JSON object: the scene, the number of
// shapes, the seed and what stepped it. Then comes the hash of each frame, frame 0 being the
// scene before its first step, as 16 hexadecimal digits on a line, and a last line, a JSON object
// again, with the number of steps and the final hash. A file without that line was cut off.
//
//	{"daylight":"recording","format":1,"scene":"boxes","shapes":1000,"seed":42,...}
//	9ae16a3b2f90404f
//	...
//	{"frames":600,"hash":"4e0b5c2d41d8cd98"}
//
// Lines that begin with ! are kept for what a user does to a scene while it runs. No scene takes
// such input yet, and a reader that does not know an input refuses it: it could not repeat the run.

// recordingHeader is what a run is made from, and what made it.
type recordingHeader struct {
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
	recordingKind    = "recording"
	recordingFormat  = 1
	recordingOpening = `{"daylight":"` + recordingKind + `"` // of a file
)

// recordingEnding is the last line.
type recordingEnding struct {
	Frames *int   `json:"frames"`
	Hash   string `json:"hash"`
}

// recording is a run that was read back.
type recording struct {
	recordingHeader
	Hashes []uint64 // by frame, from frame 0
	Final  uint64
}

// Frames is the number of steps.
func (r *recording) Frames() int { return len(r.Hashes) - 1 }

// recorder writes a recording while it is made.
type recorder struct {
	name   string
	header recordingHeader
	out    *output.File
	last   uint64
	step   int
}

func (w *recorder) create(stdout io.Writer) (err error) {
	w.out, err = output.Create(w.name, stdout)
	return err
}

// object writes a line.
func (w *recorder) object(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.out.Write(append(text, '\n'))
	return err
}

func (w *recorder) see(_ context.Context, r *running) error {
	if r.frame == 0 {
		if err := w.object(w.header); err != nil {
			return err
		}
	}
	w.last, w.step = worldHash(r.world), r.frame
	_, err := fmt.Fprintf(w.out, "%016x\n", w.last)
	return err
}

func (w *recorder) end(context.Context) ([]*output.File, error) {
	return []*output.File{w.out}, w.object(recordingEnding{&w.step, fmt.Sprintf("%016x", w.last)})
}

func (w *recorder) discard()        { w.out.Discard() }
func (w *recorder) summary() string { return "wrote " + target(w.name) }

// longestRecorded is far beyond what a line of a recording may need.
const longestRecorded = 1 << 16

// errCut is wrapped by the error of a recording that has no end.
var errCut = errors.New("the recording was cut off: it has no last line; record it again with daylight sim --record")

// hashBytes is what a hash takes while the list of them grows.
const hashBytes = 20

// hashesInAdvance is for how many hashes memory is reserved at a time.
const hashesInAdvance = 1 << 12

// parseRecording reads a recording. It refuses what it does not understand, with the line, and what
// the memory does not hold.
func parseRecording(in io.Reader, room *memory.Budget) (*recording, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, longestRecorded)
	open := false // the line in hand has no end
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		open = atEOF && bytes.IndexByte(data, '\n') < 0
		return bufio.ScanLines(data, atEOF)
	})
	r := &recording{}
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
			if len(r.Hashes)%hashesInAdvance == 0 {
				if err := room.Reserve(hashesInAdvance * hashBytes); err != nil {
					return nil, fmt.Errorf("line %d: the recording is too long: %w", n, err)
				}
			}
			h, err = parseHash(string(line))
			r.Hashes = append(r.Hashes, h)
		}
		if err != nil && open && (n > 1 || bytes.HasPrefix(line, []byte(recordingOpening))) {
			return nil, errCut
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: %w", n+1, errNoRecording)
	case errors.Is(err, io.ErrUnexpectedEOF): // of what was packed
		return nil, errCut
	case err != nil:
		return nil, err
	}
	if n == 0 {
		return nil, errNoRecording
	}
	if !done {
		return nil, errCut
	}
	return r, nil
}

var errNoRecording = errors.New("this is not a recording of daylight sim")

func (r *recording) header(line []byte) error {
	if err := json.Unmarshal(line, &r.recordingHeader); err != nil || r.Daylight != recordingKind {
		return errNoRecording
	}
	if r.Format != recordingFormat {
		return fmt.Errorf("the recording has format %d, and this daylight reads format %d", r.Format, recordingFormat)
	}
	unseen := func(c rune) bool { return !unicode.IsPrint(c) }
	if r.Workers < 0 || strings.ContainsFunc(r.Version+r.Kernels, unseen) {
		return errors.New("the workers, the kernels or the version are none that daylight sim writes")
	}
	return nil
}

func (r *recording) end(line []byte) error {
	var e recordingEnding
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

// worldHash is a hash of where every shape is, which way it is turned, and of the contacts
// of the last step with depths and normals, to the bit. Shapes count by ID, whatever
// slots they are in; contacts in their order, which is part of the answer.
//
// It serves to find differences, not to resist those who want to hide one.
func worldHash(w sim.World) uint64 {
	s := w.Shapes()
	sum := uint64(s.Len())
	for id := range s.All() {
		p, _ := s.Pose(id) // it is there
		h := mixed(uint64(id) ^ math.Float64bits(p.X))
		h = mixed(h + math.Float64bits(p.Y))
		sum += mixed(h ^ (uint64(math.Float32bits(p.C))<<32 | uint64(math.Float32bits(p.S))))
	}
	h := mixed(sum)
	c := w.Contacts()
	if c == nil {
		return h
	}
	sum = uint64(c.Len())
	for i := range c.A {
		k := mixed(uint64(i)<<32 ^ uint64(c.A[i]))
		k = mixed(k + uint64(c.B[i]))
		if len(c.Depth) > 0 {
			k = mixed(k ^ (uint64(math.Float32bits(c.Depth[i]))<<32 | uint64(math.Float32bits(c.NX[i]))))
			k += uint64(math.Float32bits(c.NY[i]))
		}
		sum += mixed(k)
	}
	return mixed(h + sum)
}

// mixed is a step of SplitMix64: it permutes the bits of x, and does not leave 0 alone.
func mixed(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
