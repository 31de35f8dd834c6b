// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"regexp"
	"strings"
	"testing"
)

func TestDamagedGzip(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,x,y,r\n")
	for i := range 5000 {
		fmt.Fprintf(&text, "%d,%d,%d,1\n", i, i*7919%10007*3, i*104729%10007*3)
	}
	pack := func(b []byte) []byte {
		var z bytes.Buffer
		w := gzip.NewWriter(&z)
		w.Write(b)
		w.Close()
		return z.Bytes()
	}
	whole := pack([]byte(text.String()))
	if r := call(t, string(whole), "collide", "-q", "-"); r.code != exitDone {
		t.Fatalf("the undamaged file: exit %d: %s", r.code, r.stderr)
	}
	cut := regexp.MustCompile(`^daylight: stdin:\d+: cannot read on: damaged gzip data: the data ends too early\n$`)
	for _, n := range []int{len(whole) / 2, len(whole) - 9, len(whole) - 1} {
		for _, flags := range [][]string{{"collide", "-q", "-"}, {"collide", "-q", "--skip-bad", "-"}} {
			if r := call(t, string(whole[:n]), flags...); r.code != exitBad || r.out != "" || !cut.MatchString(r.stderr) {
				t.Errorf("cut to %d bytes: exit %d: %s", n, r.code, r.stderr)
			}
		}
	}
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	if r := call(t, string(flipped), "collide", "-q", "-"); r.code != exitBad || !strings.Contains(r.stderr, "damaged gzip data: gzip: invalid checksum") {
		t.Errorf("bad checksum: exit %d: %s", r.code, r.stderr)
	}
	if r := call(t, string(pack(whole)), "collide", "-q", "-"); r.code != exitBad || r.stderr != "daylight: stdin:1: this is gzip inside gzip: unpack it once first\n" {
		t.Errorf("packed twice: exit %d: %s", r.code, r.stderr)
	}
}
