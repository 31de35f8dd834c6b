// SPDX-License-Identifier: MIT

// Package compare says what became slower between two results of the benchmark, and
// whether that is more than chance.
//
// The samples are the medians of rounds: rounds lie apart in time, while the frames of
// one round are alike. The test is Mann and Whitney's, which assumes nothing of how
// times are distributed.
package compare
