// SPDX-License-Identifier: MIT

//go:build !amd64 || purego

package isa

import "runtime"

// vectorVariants reports on the vector tables. This build has no vector table.
func vectorVariants() []Variant {
	reason := "built with tag purego, without assembly"
	if runtime.GOARCH != "amd64" {
		reason = "needs amd64, this is " + runtime.GOARCH
	}
	return []Variant{{Name: "avx2", Reason: reason}, {Name: "avx512", Reason: reason}}
}
