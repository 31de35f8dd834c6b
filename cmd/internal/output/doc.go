// SPDX-License-Identifier: MIT

// Package output writes results: tables of contacts, statistics, and the files they
// go to.
//
// A File appears under its name only when it is complete. Until then it is written
// under a temporary name in the same directory, and an error or a cancelled run
// removes that again; whatever had the name before stays as it was. Several files can
// be committed together. Devices, pipes and standard output cannot be renamed and are
// written to directly.
package output
