// SPDX-License-Identifier: MIT

package team

// Max is the greatest number of goroutines that a caller may ask for.
const Max = 1024
