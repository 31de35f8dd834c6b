// SPDX-License-Identifier: MIT

package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// Schema is the version of the format that WriteJSON writes.
const Schema = 1

// ErrResults is wrapped by the error of ReadJSON for a file that holds no results.
var ErrResults = errors.New("not results of daylight bench")

// Results are raw results, and where they come from.
type Results struct {
	Schema    int         `json:"schema"`
	Date      time.Time   `json:"date"`
	Commit    string      `json:"commit"`
	Modified  bool        `json:"modified"` // the tree was not that of the commit
	Command   string      `json:"command"`
	Seed      uint64      `json:"seed"`
	Warmup    int         `json:"warmup_frames"`
	Machine   Machine     `json:"machine"`
	Bandwidth []Bandwidth `json:"copy_bandwidth"`
	Cases     []Measured  `json:"cases"`
	Peers     []Peer      `json:"peers,omitempty"`
}

// Measured is what measuring one case gave. Its counts are those of the first measured frame.
type Measured struct {
	Case
	Candidates int       `json:"candidates"`
	Contacts   int       `json:"contacts"`
	Phases     Phases    `json:"phases_ns"`   // medians over frames
	Bytes      Phases    `json:"phase_bytes"` // that must move in a step; see PERF.md
	Allocs     float64   `json:"allocs"`      // in a step: the median over rounds
	AllocBytes float64   `json:"alloc_bytes"`
	Rounds     [][]int64 `json:"rounds_ns"`          // every timed frame, by round; with a list the mean of each round
	Worst      []int64   `json:"worst_ns,omitempty"` // the frame that took longest in each round
}

// Find returns the case with that key (see Case.Key), or nil.
func (r *Results) Find(key string) *Measured {
	for i := range r.Cases {
		if r.Cases[i].Key() == key {
			return &r.Cases[i]
		}
	}
	return nil
}

// Revision returns the commit in short, with a mark if the tree had been changed.
func (r *Results) Revision() string {
	s := r.Commit[:min(12, len(r.Commit))]
	if s == "" {
		s = "unknown"
	}
	if r.Modified {
		s += "+changes"
	}
	return s
}

// WriteJSON writes the results as JSON, with each case on a line.
func (r *Results) WriteJSON(w io.Writer) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	for _, between := range []string{`[{"`, `},{"`} { // neither stands in a string, where quotes are escaped
		text = bytes.ReplaceAll(text, []byte(between), []byte(strings.Replace(between, "{", "\n{", 1)))
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// ReadJSON reads results that WriteJSON wrote.
func ReadJSON(r io.Reader) (*Results, error) {
	var res Results
	d := json.NewDecoder(r)
	if err := d.Decode(&res); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrResults, err)
	}
	switch {
	case res.Schema == 0:
		return nil, ErrResults
	case res.Schema != Schema:
		return nil, fmt.Errorf("%w of this version: the format is %d, and this program reads %d", ErrResults, res.Schema, Schema)
	}
	for i := range res.Cases {
		if c := &res.Cases[i]; !c.sound() {
			return nil, fmt.Errorf("%w: case %d (%s) has no times, or numbers that nothing can have", ErrResults, i, c.Key())
		}
	}
	for i := range res.Peers {
		if !res.Peers[i].sound() {
			return nil, fmt.Errorf("%w: peer %d (%s): %w", ErrResults, i, res.Peers[i].Engine, ErrPeer)
		}
	}
	for _, b := range res.Bandwidth {
		if !(b.BytesPerSecond >= 0) {
			return nil, fmt.Errorf("%w: a bandwidth below 0", ErrResults)
		}
	}
	return &res, nil
}

// ReadFile reads results from a file, and names it in errors as it was given.
func ReadFile(name string) (*Results, error) { return readFile(name, ReadJSON) }

// ReadPeersFile is ReadPeers of a file, which errors name as it was given.
func ReadPeersFile(name string) ([]Peer, error) { return readFile(name, ReadPeers) }

func readFile[T any](name string, read func(io.Reader) (T, error)) (r T, err error) {
	f, err := os.Open(name)
	if p := new(os.PathError); errors.As(err, &p) {
		err = p.Err
	}
	if err == nil {
		defer f.Close()
		r, err = read(f)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return r, err
}

// longest is more than any step or phase takes, in nanoseconds, and than it moves, in
// bytes: sums of a few are whole numbers of any kind.
const longest = 1 << 53

// sound reports whether a case can have been measured, so that tables and plots of it
// can be made: a step takes a time.
func (m *Measured) sound() bool {
	if len(m.Rounds) == 0 || m.N < 1 || m.Workers < 0 || m.Candidates < 0 || m.Contacts < 0 {
		return false
	}
	if len(m.Worst) > 0 && (slices.Min(m.Worst) < 1 || slices.Max(m.Worst) > longest) {
		return false
	}
	for _, r := range m.Rounds {
		if len(r) == 0 || slices.Min(r) < 1 || slices.Max(r) > longest {
			return false
		}
	}
	all := append(m.Phases.List(), m.Bytes.List()...)
	return slices.Min(all) >= 0 && slices.Max(all) <= longest
}

// Provenance says in a few lines where the results come from.
func (r *Results) Provenance() []string {
	lines := []string{
		"machine: " + r.Machine.String(),
		"commit: " + r.Revision(),
		"date: " + r.Date.UTC().Format("2006-01-02 15:04 UTC"),
		"command: " + r.Command,
	}
	for _, b := range r.Bandwidth {
		lines = append(lines, fmt.Sprintf("copy bandwidth: %.1f GB/s with %s", b.BytesPerSecond/1e9, count(b.Workers, "worker")))
	}
	return lines
}
