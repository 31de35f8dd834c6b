// SPDX-License-Identifier: MIT

package columnar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"daylight/cmd/internal/memory"
	"daylight/internal/must"
)

// These files hold one table: see testdata/make.py. The writers of checked put checksums on pages,
// the writers of unchecked do not.
var (
	checked   = []string{"pyarrow1", "pyarrow2", "parquetgo"}
	unchecked = []string{"polars", "duckdb", "spark"}
)

func other(t testing.TB, name string) []byte {
	return must.Get(os.ReadFile("testdata/" + name + ".parquet"))(t)
}

// rowsOfOthers returns the rows of that table.
func rowsOfOthers() (rows []string) {
	day := time.Date(2020, 2, 29, 0, 0, 0, 0, time.UTC)
	for i := range 600 {
		some := func(text string) string {
			if i%11 == 0 {
				return "-"
			}
			return text
		}
		f := func(v float64) string { return fmt.Sprint(v, "=", v) }
		n, r := i*i%1000-500, float64(i%9)/4
		var list []string
		for k := range i % 4 {
			list = append(list, fmt.Sprint(float64(k)+float64(i)/2))
		}
		high := fmt.Sprint(float64(i) / 4)
		if i%11 == 0 {
			high = "null"
		}
		price := fmt.Sprintf("%.2f", float64(13*i-999)/100)
		at := day.Add(time.Duration(i) * 86_399_999 * time.Millisecond).Format(time.RFC3339Nano)
		rows = append(rows, strings.Join([]string{fmt.Sprint(i, ":"), fmt.Sprint(7*i-3, "=", 7*i-3), f(float64(i) / 8), some(f(r)), some(fmt.Sprint(n, "=", n)), some(fmt.Sprint("é", i%13)),
			fmt.Sprintf("note %d of %d", i*i, i), some(fmt.Sprint(i%3 == 0)), price, at, some("[" + strings.Join(list, ",") + "]"), fmt.Sprintf(`{"low":%v,"high":%s}`, float64(i)/2, high)}, " "))
	}
	return rows
}

// TestOthers: every writer's file holds the same rows.
func TestOthers(t *testing.T) {
	want := rowsOfOthers()
	for _, name := range slices.Concat(checked, unchecked) {
		rows, r, err := readAll(other(t, name), Parquet, nil)
		if err != nil || !slices.Equal(rows, want) || strings.Join(r.Names, ",") != "id,x,r,n,name,note,on,price,at,list,box" {
			t.Errorf("%s: %d rows, %v", name, len(rows), err)
			for i := range min(len(rows), len(want)) {
				if rows[i] != want[i] {
					t.Fatalf("%s\nwant\n%s", rows[i], want[i])
				}
			}
		}
	}
}

// ours returns a file that this package writes.
func ours(t testing.TB) []byte {
	fields := []Field{{Name: "id", Type: Int64}, {Name: "x", Type: Float64}, {Name: "r", Type: Float32, Nullable: true}, {Name: "name", Type: Text, Repeats: true}, {Name: "note", Type: Text, Nullable: true}, {Name: "u", Type: Uint16}}
	var out bytes.Buffer
	w := must.Get(NewWriter(&out, Parquet, fields, [2]string{"geo", "{}"}))(t)
	for g := range 2 {
		cells := NewCells(fields, 500)
		for i := 500 * g; i < 500*g+500; i++ {
			cells[0].Whole(int64(7*i - 3))
			cells[1].Float(float64(i) / 8)
			AppendText(&cells[3], fmt.Sprint("é", i/20))
			cells[5].Whole(int64(i * 60))
			if i%11 == 0 {
				cells[2].Null()
				cells[4].Null()
				continue
			}
			cells[2].Float(float64(i%9) / 4)
			AppendText(&cells[4], fmt.Sprint("note ", i*i))
		}
		must.Do(t, w.Write(w.Encode(cells)))
	}
	must.Do(t, w.Close())
	return out.Bytes()
}

// damage changes bytes of pages, or of the footer, or cuts the file off.
func damage(data []byte, r *rand.Rand) ([]byte, string) {
	bad := bytes.Clone(data)
	foot := len(data) - 8 - int(uint32(data[len(data)-8])|uint32(data[len(data)-7])<<8|uint32(data[len(data)-6])<<16)
	switch k := r.IntN(5); k {
	case 0:
		n := r.IntN(len(data))
		return bad[:n], fmt.Sprint("cut off after ", n, " bytes")
	default:
		from, to := 0, foot
		if k > 2 {
			from, to = foot, len(data)
		}
		what := ""
		for range 1 + r.IntN(4) {
			at, v := from+r.IntN(to-from), byte(1+r.IntN(255))
			if r.IntN(2) == 0 {
				v = 1 << r.IntN(8)
			}
			bad[at] ^= v
			what += fmt.Sprintf("%d^%02x ", at, v)
		}
		return bad, what
	}
}

// allocated returns how many bytes the program has asked for so far.
func allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// told reads a file with a limit of memory, and returns its names, the number of its rows, and a
// checksum of its cells. It does not keep rows, because missing values take no bytes and rows may
// be many.
func told(data []byte, limit int64) (text string, rows int, err error) {
	room := memory.NewBudget(limit)
	r, err := Open(bytes.NewReader(data), int64(len(data)), Parquet, room)
	if err != nil {
		return "", 0, err
	}
	defer r.Close()
	sum := crc32.NewIEEE()
	var scratch []byte
	for {
		b, err := r.Next()
		if err == io.EOF {
			return fmt.Sprintf("%q %d %08x", r.Names, rows, sum.Sum32()), rows, nil
		}
		if err == nil {
			err = r.Load(context.Background(), b, func(_ int64, columns []*Column, n int) error {
				for i := range n {
					for _, c := range columns {
						text, more := "-", scratch[:0]
						if !c.Null(i) {
							text, more = c.Text(i, scratch[:0])
						}
						scratch = more
						_, _ = io.WriteString(sum, text+"|")
					}
				}
				rows += n
				return nil
			})
		}
		if err != nil {
			return "", rows, err
		}
	}
}

// TestDamagedCopies: no damaged copy of a file with checksums reads as other values. No damaged
// copy of any file takes more memory than the limit.
func TestDamagedCopies(t *testing.T) {
	files := map[string][]byte{"ours": ours(t)}
	for _, name := range slices.Concat(checked, unchecked) {
		files[name] = other(t, name)
	}
	copies := 500 // of four files with checksums
	if os.Getenv("DAYLIGHT_FULL") != "" {
		copies = 20_000
	}
	const limit = 4 << 20
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			want, _, err := told(data, limit)
			if err != nil {
				t.Fatal(err)
			}
			honest := allocated()
			_, _, _ = told(data, limit)
			honest = allocated() - honest
			r := rand.New(rand.NewPCG(38, 1))
			refused, same := 0, 0
			n := copies
			if slices.Contains(unchecked, name) {
				n /= 4
			}
			for range n {
				bad, what := damage(data, r)
				before := allocated()
				got, rows, err := told(bad, limit)
				if took := allocated() - before; took > honest+limit && rows <= 2000 {
					t.Errorf("%s: %d bytes were asked for, and %d of the whole file", what, took, honest)
				}
				switch {
				case err != nil && !errors.Is(err, errDamaged) && !errors.Is(err, memory.ErrLimit):
					t.Errorf("%s: %v", what, err)
				case err != nil:
					refused++
				case got == want:
					same++
				case !slices.Contains(unchecked, name):
					t.Errorf("%s: read as other values, %s", what, got)
				}
			}
			t.Logf("%d bytes, %d copies: %d refused, %d with the same values", len(data), n, refused, same)
		})
	}
}

// TestTiny: a file of a few bytes asks for no memory.
func TestTiny(t *testing.T) {
	for _, text := range []string{"PAR1PAR1", "PAR1\xff\xff\xff\xffPAR1", "PAR1\xff\xff\xff\x7fPAR1", "PAR1\x00\x00\x00\x00PAR1", "PAR1"} {
		before := allocated()
		_, _, err := told([]byte(text), 1<<20)
		if took := allocated() - before; err == nil || took > 1<<16 {
			t.Errorf("%q: %v, %d bytes", text, err, took)
		}
	}
}
