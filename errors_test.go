// SPDX-License-Identifier: MIT

package daylight

import (
	"errors"
	"io"
	"testing"
)

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1 KiB", 512 << 20: "512 MiB", 3 << 29: "1.5 GiB", 1 << 40: "1 TiB", 12345 << 20: "12 GiB", 10200 << 20: "10 GiB", 3113851290: "2.9 GiB"} {
		if got := bytes(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestIs: each type of error is known by errors.Is, and shows what it wraps.
func TestIs(t *testing.T) {
	bad := &ArgumentError{Problem: "batch.New: no shapes", Reason: io.EOF}
	if !errors.Is(bad, ErrArgument) || !errors.Is(bad, io.EOF) || errors.Is(bad, ErrLimit) || bad.Error() != bad.Problem {
		t.Errorf("%v: not an ErrArgument with its reason", bad)
	}
	if err := error(&LimitError{Option: "MaxAnswers", Limit: 1, Needed: 2}); !errors.Is(err, ErrLimit) || errors.Is(err, ErrArgument) {
		t.Errorf("%v: not an ErrLimit", err)
	}
	if err := error(&PanicError{Value: io.EOF}); !errors.Is(err, io.EOF) || errors.Is(&PanicError{Value: 1}, io.EOF) {
		t.Errorf("%v: does not wrap what was panicked with", err)
	}
}
