// SPDX-License-Identifier: MIT

//go:build !race

package broadphase_test

const raceEnabled = false
