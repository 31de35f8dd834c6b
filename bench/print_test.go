// SPDX-License-Identifier: MIT

package bench

import (
	"strings"
	"testing"
)

// TestSpreadWarning: times with a spread above 30 % are marked where they are printed, and
// told of in one line that names the worst.
func TestSpreadWarning(t *testing.T) {
	measured := func(n int, times ...int64) Measured {
		return Measured{Case: Case{Scene: "boxes", N: n, Kernels: "go", Workers: 1, Mode: Contact}, Rounds: [][]int64{times}}
	}
	var out strings.Builder
	table := NewPrinter(&out, nil)
	r := &Results{}
	rows := func(cases ...Measured) {
		table.Rows(r, cases)
		r.Cases = append(r.Cases, cases...)
	}
	// The middle half of five times is from the second to the fourth.
	rows(measured(1, 90, 90, 100, 110, 900))
	if got := Warning(r); got != "" || strings.Contains(out.String(), "!") {
		t.Errorf("of a spread of 20 %%: %q\n%s", got, out.String())
	}
	rows(measured(2, 90, 90, 100, 121, 121), measured(3, 50, 50, 100, 1075, 2000))
	got := Warning(r)
	for _, want := range []string{"warning: ", "2 of 3 cases", "above 30 %", "1,025 %", "n=3/"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if text := out.String(); strings.Count(text, " ! ") != 2 || !strings.Contains(text, " 31 % ! ") {
		t.Errorf("marks:\n%s", text)
	}
	r.Peers = []Peer{{Engine: "other", Scene: "boxes", N: 3, Phase: PeerStep, NS: 1, Spread: 0.5}}
	if table.Peers(r); table.Err != nil || !strings.Contains(Warning(r), "3 of 4 cases") {
		t.Errorf("%v: %s", table.Err, Warning(r))
	}
}

// TestColumnNames: the head of the table has a name without blanks for each column, above the
// column's end.
func TestColumnNames(t *testing.T) {
	var out strings.Builder
	table, r := NewPrinter(&out, nil), &Results{Bandwidth: []Bandwidth{{Workers: 1, BytesPerSecond: 1e10}}}
	table.Start(r)
	table.Rows(r, []Measured{{Case: Case{Scene: "boxes", N: 1000, Kernels: "go", Workers: 1, Mode: Contact}, Bytes: Phases{Move: 1e6}, Rounds: [][]int64{{1e6}}}})
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	head, row := lines[len(lines)-2], lines[len(lines)-1]
	if names := strings.Fields(head); len(names) != 16 {
		t.Errorf("%d names for 16 columns: %q", len(names), names)
	}
	if len(head) != len(row) {
		t.Errorf("the columns end elsewhere than their names:\n%s\n%s", head, row)
	}
}
