// SPDX-License-Identifier: MIT

// Command asm writes the assembly of the packages beside it and the Go declarations for it, one
// pair of files for each kernel and width:
//
//	go generate ./internal/kernels
//
// Each kernel is one Go function over the number of 32-bit lanes of a vector: 8
// makes AVX2, 16 makes AVX-512. The rules of the output: no fused multiply-add, no
// estimates, only VEX and EVEX encodings of vector instructions, and VZEROUPPER
// before every RET.
package main
