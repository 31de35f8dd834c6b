// SPDX-License-Identifier: MIT

// Package testenv is what tests are told from outside:
//
//	DAYLIGHT_SEED=N   the seed of tests that draw their input at random; otherwise each has
//	                  a seed of its own, and so does the same every time
//	DAYLIGHT_FULL=1   full strength, which takes minutes, as continuous integration asks for
//	DAYLIGHT_ONLY_KERNELS=X,Y  which vector tables the tests of internal/kernels compare with
//	                  portable Go; otherwise all that can run
//	-test.short       the least that still tries everything
//	-race             the race detector; a test takes about ten times as long
package testenv
