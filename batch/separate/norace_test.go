// SPDX-License-Identifier: MIT

//go:build !race

package separate_test

const raceEnabled = false
