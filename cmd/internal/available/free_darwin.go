// SPDX-License-Identifier: MIT

package available

import (
	"encoding/binary"
	"syscall"
)

// free is how much memory the machine has; a Mac compresses and swaps early.
func free() int64 {
	// The number comes as text of its bytes, without the last if that is zero.
	text, err := syscall.Sysctl("hw.memsize")
	if err != nil {
		return 0
	}
	var raw [8]byte
	copy(raw[:], text)
	return int64(binary.LittleEndian.Uint64(raw[:]))
}

func limits() int64 { return 0 }
