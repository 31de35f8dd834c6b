// SPDX-License-Identifier: MIT

// Package failure makes the errors of the packages beside batch: of arguments, and of panics.
package failure
