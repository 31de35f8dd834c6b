// SPDX-License-Identifier: MIT

package realdata

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// dataVar names the environment variable that says where the data lies.
const dataVar = "DAYLIGHT_DATA"

// needData skips the test unless the data directory is named. Whether the files
// are all there is not asked here: a missing one fails the test that opens it.
func needData(t testing.TB) {
	t.Helper()
	if os.Getenv(dataVar) == "" {
		t.Skipf("%s is not set: it must name the directory with the folders crowd, traffic and chip; nothing was tested", dataVar)
	}
}

// readData hands the named file below the data directory to read, unpacked if it
// ends in .gz. The file is read to its end even if read stops early, so that a
// damaged archive never goes unnoticed.
func readData(name string, read func(io.Reader) error) error {
	path := filepath.Join(os.Getenv(dataVar), filepath.FromSlash(name))
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%s is set but a file is missing: %w", dataVar, err)
	}
	defer f.Close()
	var r io.Reader = bufio.NewReader(f)
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(r)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		r = z
	}
	err = read(r)
	if _, rest := io.Copy(io.Discard, r); err == nil {
		err = rest
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// fixed reads a plain decimal number as a whole multiple of 10^-places, exactly.
// A number with more places, or an exponent, is refused: nothing is rounded.
func fixed(s string, places int) (int64, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, frac, dot := strings.Cut(digits, ".")
	if whole == "" || dot && frac == "" || len(frac) > places {
		return 0, fmt.Errorf("%q is not a decimal number with at most %d places", s, places)
	}
	for _, d := range whole + frac {
		if d < '0' || d > '9' {
			return 0, fmt.Errorf("%q is not a decimal number", s)
		}
	}
	v, err := strconv.ParseInt(whole+frac+strings.Repeat("0", places-len(frac)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", s, err)
	}
	if negative {
		v = -v
	}
	return v, nil
}

// table reads a CSV file whose first line must be header, and hands over each
// further line.
func table(r io.Reader, header string, line func(fields []string) error) error {
	c := csv.NewReader(r)
	c.ReuseRecord = true
	for n := 1; ; n++ {
		fields, err := c.Read()
		if errors.Is(err, io.EOF) && n > 1 {
			return nil
		}
		if err != nil {
			return err
		}
		if n == 1 {
			if got := strings.Join(fields, ","); got != header {
				return fmt.Errorf("line 1 is %q, want %q", got, header)
			}
			continue
		}
		if err := line(fields); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
}

// whole reads fields as whole numbers into the variables given.
func whole[T int32 | int64](fields []string, into ...*T) error {
	if len(fields) != len(into) {
		return fmt.Errorf("%d fields, want %d", len(fields), len(into))
	}
	for k, p := range into {
		v, err := strconv.ParseInt(fields[k], 10, 64)
		if err != nil {
			return err
		}
		if *p = T(v); int64(*p) != v {
			return fmt.Errorf("%s is out of range", fields[k])
		}
	}
	return nil
}

// check fails the test when a count differs from the one stated with the data.
func check[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
