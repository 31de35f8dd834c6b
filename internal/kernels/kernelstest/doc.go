// SPDX-License-Identifier: MIT

// Package kernelstest holds what the tests of all stages share: random numbers with a seed
// that can be set, columns that lie against unreadable pages, and what counts as the same
// bits.
package kernelstest
