// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pierrec/lz4/v4"
)

// TestNoKernel: what is no kernel, or not whole, is an error.
func TestNoKernel(t *testing.T) {
	packed := func(payload []byte) []byte {
		img := make([]byte, 1024, 1024+len(payload))
		copy(img[0x202:], "HdrS")
		img[0x1f1] = 1
		binary.LittleEndian.PutUint32(img[0x24c:], uint32(len(payload)))
		return append(img, payload...)
	}
	var text bytes.Buffer
	z := lz4.NewWriter(&text)
	if err := errors.Join(z.Apply(lz4.LegacyOption(true)), binary.Write(z, binary.LittleEndian, make([]uint64, 100)), z.Close()); err != nil {
		t.Fatal(err)
	}
	for what, img := range map[string][]byte{
		"not a bzImage":      make([]byte, 4096),
		"payload is not LZ4": packed(make([]byte, 16)),
		"corrupt LZ4 data":   packed(text.Bytes()[:text.Len()-3]),
		"bad magic number":   packed(text.Bytes()),
	} {
		if _, _, _, err := kernel(img); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, _, _, err := kernel(nil); err == nil {
		t.Error("nothing is a kernel")
	}
}

// entries reads an archive back.
func entries(t *testing.T, b []byte) map[string]string {
	t.Helper()
	found := map[string]string{}
	for len(b) > 0 {
		if len(b) < 110 || string(b[:6]) != "070701" {
			t.Fatalf("no entry at % x", b[:min(len(b), 16)])
		}
		field := func(k int) int {
			n := 0
			for _, c := range b[6+8*k : 14+8*k] {
				n = n<<4 | strings.IndexByte("0123456789abcdef", c)
			}
			return n
		}
		mode, size, name := field(1), field(6), field(11)
		pad := func(n int) int { return (n + 3) &^ 3 }
		key := string(b[110 : 110+name-1])
		b = b[pad(110+name):]
		found[key] = string(rune('0'+mode>>12)) + " " + string(b[:size])
		b = b[pad(size):]
	}
	return found
}

func TestArchive(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a/b/data": "text", "a/tool": "#!"} {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var c cpio
	c.add("test", 040755, nil)
	c.node("dev/null", 1, 3)
	c.addTree("test/in/here", filepath.Join(dir, "a"))
	c.add("TRAILER!!!", 0, nil)
	got := entries(t, c.b.Bytes())
	for name, want := range map[string]string{
		"test": "4 ", "dev/null": "2 ", "test/in": "4 ", "test/in/here": "4 ", "test/in/here/b": "4 ",
		"test/in/here/b/data": "8 text", "test/in/here/tool": "8 #!", "TRAILER!!!": "0 ",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
}

// TestMachine: the reset vector leads to the code that loads the descriptor table where low
// memory has it.
func TestMachine(t *testing.T) {
	b := rom()
	if len(b) != 0x10000 || b[0xfff0] != 0xe9 || int(int16(binary.LittleEndian.Uint16(b[0xfff1:])))+0xfff3 != 0xff00 {
		t.Errorf("the reset vector is % x", b[0xfff0:0xfff8])
	}
	if at := binary.LittleEndian.Uint32(b[0xff42:]); at != lowBase+0x6000 {
		t.Errorf("descriptors at %#x", at)
	}
	m := machine{image: bytes.Repeat([]byte{0x10}, 0x300), commandLine: "quiet", ramMiB: 64, base: 16 * mib, size: 3 * mib, entry: 0x1234, initrd: 17 * mib, initrdSize: 99}
	low := m.low()
	le := binary.LittleEndian
	if le.Uint32(low[0x218:]) != m.initrd || le.Uint32(low[0x21c:]) != 99 || string(low[0x1000:0x1006]) != "quiet\x00" || le.Uint64(low[0x2d0+28:]) != 63*mib {
		t.Error("the kernel's parameters are wrong")
	}
	if le.Uint32(low[0x5000+11:]) != m.base || le.Uint32(low[0x5000+25:]) != m.base+m.size || !bytes.Contains(low[0x5000:0x5100], []byte{0xb8, 0x34, 0x12, 0, 0, 0xff, 0xe0}) {
		t.Errorf("the code is % x", low[0x5000:0x5060])
	}
}
