// SPDX-License-Identifier: MIT

// Package promises holds test packages to a table that says, in promises_test.go, which of their tests
// prove which promise of the README, or of the package's own documentation.
package promises
