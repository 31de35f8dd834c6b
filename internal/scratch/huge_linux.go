// SPDX-License-Identifier: MIT

package scratch

import (
	"syscall"
	"unsafe"
)

// adviseHuge asks for huge pages. Kernels that have none refuse, which is as well.
func adviseHuge(p unsafe.Pointer, n uintptr) {
	const hugePages = 14 // MADV_HUGEPAGE
	_ = syscall.Madvise(unsafe.Slice((*byte)(p), n), hugePages)
}
