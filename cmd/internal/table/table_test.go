// SPDX-License-Identifier: MIT

package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"daylight/cmd/internal/memory"
	"daylight/internal/must"
	"daylight/internal/testenv"
)

// all reads a table to its first error: each row as line:names:cells.
func all(in io.Reader, o Options) (rows []string, err error) {
	walk(in, "in", o, func(row *Row, e error) {
		switch {
		case err == nil && e == nil:
			rows = append(rows, told(row))
		case err == nil:
			err = e
		}
	})
	return rows, err
}

func told(row *Row) string {
	return fmt.Sprintf("%d:%s:%s", row.Line, strings.Join(row.Names, ","), strings.Join(row.Cells, "|"))
}

func TestRows(t *testing.T) {
	for _, c := range []struct {
		name, text string
		o          Options
		want       string
	}{
		{"csv", "a,b\n1,2\n", Options{}, "2:a,b:1|2"},
		{"lines of quoted cells", "a,b\n\"x\ny\",2\n#c\n3,\"4, \"\"5\"\"\"\n", Options{}, "2:a,b:x\ny|2 5:a,b:3|4, \"5\""},
		{"empty cells", "a,b\n,\n", Options{}, "2:a,b:|"},
		{"headerless", "1 2\n\n  3\t4  \n", Options{Columns: []string{"p", "q"}}, "1:p,q:1|2 3:p,q:3|4"},
		{"header passed over", "P;Q\n1;2\n", Options{Columns: []string{"p", "q"}, Header: true}, "2:p,q:1|2"},
		{"forced format", "a b,c\n1 2,3\n", Options{Format: Blank}, "2:a,b,c:1|2,3"},
		{"one column", "wkt\nPOINT(1 2)\n", Options{}, "2:wkt:POINT(1 2)"},
		{"objects", "{\"a\":1}\n\n{\"b\":\"x\",\"c\":[1, {\"d\":\"]\"}],\"e\":null,\"f\":true,\"g\":\"\\\"\\u00e9\"}\n", Options{},
			"1:a:1 3:b,c,e,f,g:x|[1, {\"d\":\"]\"}]||true|\"é"},
		{"no objects", "{}\n{ }\n", Options{}, "1:: 2::"},
	} {
		for _, slow := range []bool{false, true} {
			var in io.Reader = strings.NewReader(c.text)
			if slow {
				in = iotest.OneByteReader(in)
			}
			rows, err := all(in, c.o)
			if got := strings.Join(rows, " "); err != nil || got != c.want {
				t.Errorf("%s: got %q, %v, want %q", c.name, got, err, c.want)
			}
		}
	}
}

// TestGoesOn reads on after errors that concern one row.
func TestGoesOn(t *testing.T) {
	var got []string
	walk(strings.NewReader("{\"a\":1}\nnonsense\n{\"a\":1,\"a\":2}\n{\"a\":3}\n"), "in", Options{Format: NDJSON}, func(row *Row, err error) {
		var e *Error
		switch {
		case errors.As(err, &e) && !e.Fatal:
			got = append(got, fmt.Sprintf("bad %d", e.Line))
		case err != nil:
			t.Fatal(err)
		default:
			got = append(got, strings.Clone(row.Cells[0]))
		}
	})
	if want := []string{"1", "bad 2", "bad 3", "3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// endless is an unclosed quote, or a line, that never ends.
type endless struct{ begin string }

func (e *endless) Read(p []byte) (int, error) {
	if n := copy(p, e.begin); n > 0 {
		e.begin = e.begin[n:]
		return n, nil
	}
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestEndlessRows(t *testing.T) {
	testenv.Sequential(t)
	for begin, want := range map[string]string{
		"a,b\n1,\"": "in:2: cannot read on: the row is longer than 64 MiB: is a quote not closed?",
		"a,b\n1,":   "in:2: cannot read on: the row is longer than 64 MiB: are its line ends missing?",
		"a b\n1 ":   "in:2: the line is longer than 64 MiB",
		"{\"a\":\"": "in:1: the line is longer than 64 MiB",
	} {
		if _, err := all(&endless{begin}, Options{}); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", begin, err, want)
		}
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	plainName, packedName := filepath.Join(dir, "plain"), filepath.Join(dir, "packed")
	text := strings.Repeat("some text\n", 10000)
	must.Do(t, os.WriteFile(plainName, []byte(text), 0o666))
	var z bytes.Buffer
	for _, half := range []string{text[:5000], text[5000:]} { // two members, as gzip joins them
		w := gzip.NewWriter(&z)
		w.Write([]byte(half))
		w.Close()
	}
	packed := z.Bytes()
	var frames bytes.Buffer
	for _, half := range []string{text[:5000], text[5000:]} {
		w := must.Get(zstd.NewWriter(&frames))(t)
		w.Write([]byte(half))
		w.Close()
	}
	zstdName := filepath.Join(dir, "zstd")
	must.Do(t, os.WriteFile(zstdName, frames.Bytes(), 0o666))
	must.Do(t, os.WriteFile(packedName, packed, 0o666))
	for name, size := range map[string]int64{plainName: int64(len(text)), packedName: int64(len(packed)), zstdName: int64(frames.Len()), "-": -1} {
		counted := 0
		s := must.Get(Open(context.Background(), name, bytes.NewReader(packed), func(n int) { counted += n }, nil))(t)
		got, err := io.ReadAll(s)
		if err != nil || string(got) != text {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		if s.Size != size || (size >= 0 && int64(counted) != size) {
			t.Errorf("%s: size %d, counted %d, want %d", name, s.Size, counted, size)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := must.Get(Open(ctx, packedName, nil, nil, nil))(t)
	defer s.Close()
	cancel()
	s2 := must.Get(Open(ctx, plainName, nil, nil, nil))(t)
	defer s2.Close()
	if _, err := all(s2, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
}

// TestDamaged: files that were cut or changed are told from sound ones.
func TestDamaged(t *testing.T) {
	text := []byte("a,b\n" + strings.Repeat("1,2\n", 100000))
	var gz, zst bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write(text)
	w.Close()
	z := must.Get(zstd.NewWriter(&zst))(t)
	z.Write(text)
	z.Close()
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"gzip cut":     {gz.Bytes()[:gz.Len()/2], "damaged gzip data: the data ends too early"},
		"gzip changed": {append(append([]byte{}, gz.Bytes()[:gz.Len()-8]...), 1, 2, 3, 4, 5, 6, 7, 8), "damaged gzip data: gzip: invalid checksum"},
		"gzip tail":    {append(append([]byte{}, gz.Bytes()...), "a long tail"...), "damaged gzip data: behind what is packed stand bytes that are not"},
		"zstd cut":     {zst.Bytes()[:zst.Len()/2], "damaged Zstandard data: the data ends too early"},
		"zstd changed": {append(append([]byte{}, zst.Bytes()[:zst.Len()-4]...), 1, 2, 3, 4), "damaged Zstandard data: "},
		"zstd in gzip": {pack(zst.Bytes()), "this is Zstandard data inside other packing: unpack it once first"},
		"larger later": {append(append([]byte{}, zst.Bytes()...), 0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x90, 1, 0, 0, 'x'), "damaged Zstandard data, or a further frame with a window of more than 128 MiB: pack it again without --long"},
		"huge window":  {[]byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 1, 0, 0, 'x'}, "to unpack it takes a Zstandard window of 2"},
	} {
		s, err := Open(t.Context(), "-", bytes.NewReader(c.data), nil, nil)
		if err == nil {
			_, err = all(s, Options{})
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

// TestLongWindow: what was packed with a long window is read if there is memory for the window,
// which is given back.
func TestLongWindow(t *testing.T) {
	var packed bytes.Buffer
	z, err := zstd.NewWriter(&packed, zstd.WithWindowSize(256<<20), zstd.WithSingleSegment(false))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		z.Write([]byte("a,b\n1,2\n"))
		z.Flush() // so that its length is not known beforehand
	}
	z.Close()
	room := memory.NewBudget(257 << 20)
	s := must.Get(Open(t.Context(), "-", bytes.NewReader(packed.Bytes()), nil, room))(t)
	if held := room.Held(); held != 256<<20 || held != s.Unpacking() {
		t.Errorf("%d bytes are held", held)
	}
	if rows, err := all(s, Options{}); err != nil || len(rows) != 5 {
		t.Errorf("%q, %v", rows, err)
	}
	if s.Close(); room.Held() != 0 {
		t.Errorf("%d bytes are held", room.Held())
	}
	_, err = Open(t.Context(), "-", bytes.NewReader(packed.Bytes()), nil, memory.NewBudget(255<<20))
	if err == nil || !strings.Contains(err.Error(), "stdin:1: to unpack it takes a Zstandard window of 256 MiB: it would take more than the 255 MiB of memory that are allowed: allow more by --memory, or pack it again without --long (zstd -d --long=31, then zstd)") {
		t.Error(err)
	}
}

// TestShortLines: blocks of short lines are short, too, since shapes take more memory than such
// lines.
func TestShortLines(t *testing.T) {
	r := must.Get(NewReader(strings.NewReader("x,y,r\n"+strings.Repeat("1,2,3\n", 200_000)), "in", Options{}))(t)
	blocks, b := 0, new(Block)
	for ; r.Block(b) == nil; blocks++ {
		if n := strings.Count(string(b.text), "\n"); n > 3*blockRows/2 {
			t.Errorf("a block of %d lines", n)
		}
	}
	if blocks > 200_000/blockRows+3 {
		t.Errorf("%d blocks", blocks)
	}
}

func pack(data []byte) []byte {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(data)
	w.Close()
	return z.Bytes()
}

func TestFormatNames(t *testing.T) {
	for i, n := range FormatNames() {
		if f, err := ParseFormat(strings.ToUpper(n)); err != nil || f != Format(i) || f.String() != n {
			t.Errorf("%s: %v, %v", n, f, err)
		}
	}
	if Format(99).String() != "Format(99)" {
		t.Error(Format(99))
	}
}

// TestUnpacked: how much there is to read is told about right once the first of it has been read,
// and not at all where nobody can know.
func TestUnpacked(t *testing.T) {
	text, r := []byte("a,b\n"), rand.New(rand.NewPCG(1, 2))
	for range 60_000 {
		text = fmt.Appendf(text, "%d,%v\n", r.Uint32(), r.Float64())
	}
	z := must.Get(zstd.NewWriter(nil))(t)
	dir := t.TempDir()
	for name, data := range map[string][]byte{"plain": text, "gz": pack(text), "zst": z.EncodeAll(text, nil), "empty": nil} {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, data, 0o666))
		s := must.Get(Open(t.Context(), path, nil, nil, nil))(t)
		must.Get(io.ReadFull(s, make([]byte, min(len(data), blockSize))))(t)
		got, want := s.Unpacked(), int64(len(text))
		if name == "empty" {
			want = 0
		}
		// Bytes of a packed file that were read but not unpacked yet make it less.
		if name == "plain" && got != want || got < want/2 || got > want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
		s.Close()
	}
	s := must.Get(Open(t.Context(), "-", bytes.NewReader(text), nil, nil))(t)
	if _, err := io.ReadFull(s, make([]byte, blockSize)); err != nil || s.Unpacked() != 0 {
		t.Errorf("standard input: %d, %v", s.Unpacked(), err)
	}
}
