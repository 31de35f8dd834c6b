// SPDX-License-Identifier: MIT

// Package guard is the frame of a call: it words the error of a bad argument, shares the work among
// goroutines, and turns panics into errors.
package guard
