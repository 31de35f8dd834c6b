// SPDX-License-Identifier: MIT

package realdata

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
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

func TestFixed(t *testing.T) {
	for _, c := range []struct {
		in     string
		places int
		want   int64
		ok     bool
	}{
		{"-1.8891", 4, -18891, true},
		{"-0.53", 4, -5300, true},
		{"309.452", 8, 30945200000, true},
		{"4", 2, 400, true},
		{"0.12345", 4, 0, false},
		{"1e3", 4, 0, false},
		{"1.", 4, 0, false},
		{".5", 4, 0, false},
		{"", 4, 0, false},
		{"--1", 4, 0, false},
		{"99999999999999999999", 4, 0, false},
	} {
		got, err := fixed(c.in, c.places)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("fixed(%q, %d) = %d, %v", c.in, c.places, got, err)
		}
	}
}

func TestTable(t *testing.T) {
	var sum int64
	add := func(fields []string) error {
		var a, b int64
		err := whole(fields, &a, &b)
		sum += a * b
		return err
	}
	if err := table(strings.NewReader("a,b\n2,3\n4,5\n"), "a,b", add); err != nil || sum != 26 {
		t.Errorf("sum %d, error %v", sum, err)
	}
	for _, bad := range []string{"", "a,c\n2,3\n", "a,b\n2,x\n", "a,b\n2\n"} {
		if err := table(strings.NewReader(bad), "a,b", add); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

// A missing file is a failure once the directory is named.
func TestMissingFile(t *testing.T) {
	t.Setenv(dataVar, t.TempDir())
	if err := readData("crowd/none.gz", func(io.Reader) error { return nil }); err == nil {
		t.Error("a missing file was accepted")
	}
}

// The division by a power of ten that turns decimals into metres must be the
// correctly rounded one, or the shapes would not stand where the files say.
func TestMetres(t *testing.T) {
	for _, v := range []int64{0, 1, -18_891_000_000, 30_945_200_000, 56_554_560_001, -85_000_000_000, 123_456_789_012} {
		want, _ := new(big.Rat).SetFrac64(v, unitsPerMetre).Float64()
		if got := metres(v); got != want {
			t.Errorf("metres(%d) = %v, want %v", v, got, want)
		}
	}
}
