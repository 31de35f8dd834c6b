// SPDX-License-Identifier: MIT

//go:build !purego

package solve

// AVX2 has no instruction that writes lanes to where indices say, without which vectors gain little.
var AVX2 = Solving{}

// AVX512 runs sixteen lanes, a block.
var AVX512 = Solving{warmStart: warmStartAVX512, solve: solveAVX512}
