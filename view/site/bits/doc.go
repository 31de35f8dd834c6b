// SPDX-License-Identifier: MIT

// Package bits hashes what a simulation finds, so that two machines can tell whether they find the
// same bits.
package bits
