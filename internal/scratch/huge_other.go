// SPDX-License-Identifier: MIT

//go:build !linux

package scratch

import "unsafe"

// adviseHuge does nothing: elsewhere the system decides.
func adviseHuge(unsafe.Pointer, uintptr) {}
