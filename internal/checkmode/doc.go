// SPDX-License-Identifier: MIT

// Package checkmode says whether the process runs in check mode, which finds code that
// relies on where shapes lie in storage. The environment variable DAYLIGHT_CHECK=1 turns
// it on when the process starts.
//
// Package soa then moves the columns that Update has shown to other memory as soon as
// Update returns, and overwrites what was there; package batch gives all shapes other
// slots after every step, at random but the same in every run, whatever their number, and refuses a step
// if the contacts of the one before were written to. Stores give
// out different IDs, so that one of another store names nothing.
// Answers stay the same but for their order and for the generations of IDs.
package checkmode
