// SPDX-License-Identifier: MIT

// Package columns sizes slices that are filled anew in every step and keep their arrays.
package columns
