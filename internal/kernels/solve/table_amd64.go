// SPDX-License-Identifier: MIT

//go:build !purego

package solve

// AVX2 runs eight lanes, half a block.
var AVX2 = Solving{warmStart: warmStartAVX2, push: pushAVX2, solve: solveAVX2, fill: fillAVX2}

// AVX512 runs sixteen lanes, a block.
var AVX512 = Solving{warmStart: warmStartAVX512, push: pushAVX512, solve: solveAVX512, fill: fillAVX512}
