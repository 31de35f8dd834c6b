// SPDX-License-Identifier: MIT

//go:build !amd64 || purego

package kernelstest

// supported says which instruction sets this machine has: none that this build knows.
var supported map[string]bool
