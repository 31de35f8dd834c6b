// SPDX-License-Identifier: MIT

// Package team has several goroutines do the parts of one stage of a computation side by
// side. It is what the engine and the packages beside it start goroutines with.
package team
