// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"daylight/bench"
	"daylight/kernels"
)

// readResults reads lines of JSON.
func readResults(names []string) (list []bench.Peer, err error) {
	for _, name := range names {
		more, err := bench.ReadPeersFile(name)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	if len(list) == 0 {
		err = errors.New("no results")
	}
	return list, err
}

// printTables prints results as daylight bench prints those of peers.
func printTables(w io.Writer, names []string) error {
	list, err := readResults(names)
	if err != nil {
		return err
	}
	t := bench.NewPrinter(w, nil)
	t.Peers(&bench.Results{Peers: list})
	return t.Err
}

// baseline is what the names of Daylight's engines begin with.
const baseline = "daylight/"

// An expectation is what an engine must find on one scene, give or take a number of
// pairs.
type expectation struct {
	scene                string
	n                    int
	engine, phase        string
	candidates, contacts int // unknown where the engine does not tell
	give                 int
}

func readExpectations(name string) ([]expectation, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.Comment = '#'
	rows, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	var list []expectation
	for _, row := range rows[1:] {
		e := expectation{scene: row[0], engine: row[2], phase: row[3]}
		for k, to := range map[int]*int{1: &e.n, 4: &e.candidates, 5: &e.contacts, 6: &e.give} {
			*to = unknown
			if row[k] == "" {
				continue
			}
			if *to, err = strconv.Atoi(row[k]); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, e.engine, err)
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// checkCounts fails if a result differs from what is expected of it, or if nothing is;
// and, where all were to be measured, if anything expected of their scenes is not there.
func checkCounts(expected string, names []string, all bool) error {
	expectations, err := readExpectations(expected)
	if err != nil {
		return err
	}
	results, err := readResults(names)
	if err != nil {
		return err
	}
	passed, failed := 0, 0
	for _, r := range results {
		if err := meets(&r, expectations); err != nil {
			failed++
			fmt.Printf("%s, %s, %s of %d: %v\n", r.Engine, r.Phase, r.Scene, r.N, err)
			continue
		}
		passed++
	}
	missing := 0
	for _, e := range expectations {
		if e.missing(results) {
			missing++
			fmt.Printf("%s, %s, %s of %d: not measured\n", e.engine, e.phase, e.scene, e.n)
		}
	}
	fmt.Printf("counts: %d passed, %d failed, %d not measured\n", passed, failed, missing)
	if failed > 0 || passed == 0 || (all && missing > 0) {
		return errors.New("not the counts expected")
	}
	return nil
}

// missing reports whether results of its scene lack what is expected, which this machine
// could run.
func (e *expectation) missing(results []bench.Peer) bool {
	if name, ok := strings.CutPrefix(e.engine, baseline); ok {
		if _, err := kernels.Choose(name); err != nil {
			return false
		}
	}
	if strings.HasPrefix(e.engine, "box2d-3") && os.Getenv("BOX2D3") == "" { // see the Makefile of the native peers
		return false
	}
	scene := false
	for _, r := range results {
		if r.Scene == e.scene && r.N == e.n {
			scene = true
			if r.Engine == e.engine && r.Phase == e.phase {
				return false
			}
		}
	}
	return scene
}

// meets says what of a result is not as expected.
func meets(r *bench.Peer, expectations []expectation) error {
	for _, e := range expectations {
		if e.scene != r.Scene || e.n != r.N || e.engine != r.Engine || e.phase != r.Phase {
			continue
		}
		if err := near("candidates", r.Candidates, e.candidates, e.give); err != nil {
			return err
		}
		return near("contacts", r.Contacts, e.contacts, e.give)
	}
	return errors.New("nothing is expected of it")
}

func near(what string, got *int, want, give int) error {
	switch {
	case got == nil && want == unknown:
		return nil
	case got == nil:
		return fmt.Errorf("no %s, want %d", what, want)
	case want == unknown:
		return fmt.Errorf("%d %s, want none told", *got, what)
	case math.Abs(float64(*got-want)) > float64(give):
		return fmt.Errorf("%d %s, want %d, give or take %d", *got, what, want, give)
	}
	return nil
}
