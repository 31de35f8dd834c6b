// SPDX-License-Identifier: MIT

// Package guard has what every call needs: errors for bad arguments, work shared among goroutines,
// and panics turned into errors.
package guard
