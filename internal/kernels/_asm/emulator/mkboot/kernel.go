// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/pierrec/lz4/v4"
)

// kernel takes the ELF kernel out of a bzImage and lays out its segments.
func kernel(img []byte) (mem []byte, base, entry uint32, err error) {
	le := binary.LittleEndian
	if len(img) < 0x260 || string(img[0x202:0x206]) != "HdrS" {
		return nil, 0, 0, fmt.Errorf("not a bzImage")
	}
	setup := int(img[0x1f1])
	if setup == 0 {
		setup = 4
	}
	at := (setup+1)*512 + int(le.Uint32(img[0x248:]))
	pay := img[at : at+int(le.Uint32(img[0x24c:]))]
	if len(pay) < 4 || le.Uint32(pay) != 0x184c2102 {
		return nil, 0, 0, fmt.Errorf("kernel payload is not LZ4 (magic % x)", pay[:4])
	}
	raw, err := io.ReadAll(lz4.NewReader(bytes.NewReader(pay)))
	if err != nil {
		return nil, 0, 0, fmt.Errorf("corrupt LZ4 data: %w", err)
	}
	f, err := elf.NewFile(bytes.NewReader(raw))
	if err != nil {
		return nil, 0, 0, err
	}
	lo, hi := ^uint64(0), uint64(0)
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			lo, hi = min(lo, p.Paddr), max(hi, p.Paddr+p.Memsz)
		}
	}
	mem = make([]byte, hi-lo)
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			copy(mem[p.Paddr-lo:][:p.Filesz], raw[p.Off:])
		}
	}
	return mem, uint32(lo), uint32(f.Entry), nil
}
