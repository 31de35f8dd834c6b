// SPDX-License-Identifier: MIT

//go:build race

package batch_test

const raceEnabled = true
