// SPDX-License-Identifier: MIT

package main

import (
	"encoding/binary"
	"fmt"
)

// unlz4legacy unpacks LZ4's legacy format, in which kernels are packed: blocks, each after
// its length.
func unlz4legacy(in []byte) (out []byte, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("corrupt LZ4 data: %v", e)
		}
	}()
	for len(in) > 4 { // the last four bytes are the decompressed size
		n := int(binary.LittleEndian.Uint32(in))
		if n > len(in)-4 {
			break
		}
		b := in[4 : 4+n]
		in = in[4+n:]
		more := func(v int) int {
			if v == 15 {
				for {
					x := b[0]
					b = b[1:]
					v += int(x)
					if x != 255 {
						break
					}
				}
			}
			return v
		}
		for len(b) > 0 {
			tok := int(b[0])
			b = b[1:]
			lit := more(tok >> 4)
			out = append(out, b[:lit]...)
			b = b[lit:]
			if len(b) == 0 {
				break
			}
			off := int(b[0]) | int(b[1])<<8
			b = b[2:]
			m := more(tok&15) + 4
			for range m {
				out = append(out, out[len(out)-off])
			}
		}
	}
	return out, nil
}
