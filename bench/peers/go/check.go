// SPDX-License-Identifier: MIT

package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
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
// pairs. A count is nil where the engine does not tell.
type expectation struct {
	bench.Peer
	give int
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
		var numbers [4]*int
		for k, cell := range []string{row[1], row[4], row[5], row[6]} {
			if cell != "" {
				n, err := strconv.Atoi(cell)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", name, row[2], err)
				}
				numbers[k] = &n
			}
		}
		if numbers[0] == nil || numbers[3] == nil {
			return nil, fmt.Errorf("%s: %s: want numbers in the columns n and give", name, row[2])
		}
		list = append(list, expectation{bench.Peer{
			Scene: row[0], N: *numbers[0], Engine: row[2], Phase: row[3], Candidates: numbers[1], Contacts: numbers[2],
		}, *numbers[3]})
	}
	return list, nil
}

// of reports whether it is expected of a result.
func (e *expectation) of(r *bench.Peer) bool {
	return e.Scene == r.Scene && e.N == r.N && e.Engine == r.Engine && e.Phase == r.Phase
}

// checkCounts fails if a result differs from what is expected of it, or if nothing is;
// and, where all were to be measured, if anything expected of their scenes is not there.
// Unless all were, engines without any result are only counted.
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
		if !e.missing(results) {
			continue
		}
		missing++
		if all || slices.ContainsFunc(results, func(r bench.Peer) bool { return r.Engine == e.Engine }) {
			fmt.Printf("%s, %s, %s of %d: not measured\n", e.Engine, e.Phase, e.Scene, e.N)
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
	if name, ok := strings.CutPrefix(e.Engine, baseline); ok {
		if _, err := kernels.Choose(name); err != nil {
			return false
		}
	}
	if strings.HasPrefix(e.Engine, "box2d-3") && os.Getenv("BOX2D3") == "" { // see the Makefile of the native peers
		return false
	}
	return slices.ContainsFunc(results, func(r bench.Peer) bool { return r.Scene == e.Scene && r.N == e.N }) &&
		!slices.ContainsFunc(results, func(r bench.Peer) bool { return e.of(&r) })
}

// meets says what of a result is not as expected.
func meets(r *bench.Peer, expectations []expectation) error {
	for _, e := range expectations {
		if e.of(r) {
			return errors.Join(near("candidates", r.Candidates, e.Candidates, e.give), near("contacts", r.Contacts, e.Contacts, e.give))
		}
	}
	return errors.New("nothing is expected of it")
}

func near(what string, got, want *int, give int) error {
	switch {
	case got == nil && want == nil:
		return nil
	case got == nil:
		return fmt.Errorf("no %s, want %d", what, *want)
	case want == nil:
		return fmt.Errorf("%d %s, want none told", *got, what)
	case max(*got-*want, *want-*got) > give:
		return fmt.Errorf("%d %s, want %d, give or take %d", *got, what, *want, give)
	}
	return nil
}
