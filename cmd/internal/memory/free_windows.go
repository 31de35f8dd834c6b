// SPDX-License-Identifier: MIT

package memory

import (
	"syscall"
	"unsafe"
)

// memoryStatus is MEMORYSTATUSEX.
type memoryStatus struct {
	length, load                                                    uint32
	totalPhysical, physical, totalPage, page, totalVirtual, virtual uint64
	extended                                                        uint64
}

// free is how much memory is free, and how much the system promises to a process.
func free() int64 {
	s := memoryStatus{}
	s.length = uint32(unsafe.Sizeof(s))
	if ok, _, _ := syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx").Call(uintptr(unsafe.Pointer(&s))); ok == 0 {
		return 0
	}
	return int64(min(s.physical, s.page))
}

func limits() int64 { return 0 }
