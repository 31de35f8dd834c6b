// SPDX-License-Identifier: MIT

// Package failure makes the errors of package daylight: of arguments, and of panics.
package failure
