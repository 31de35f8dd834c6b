// SPDX-License-Identifier: MIT

// Package resume keeps what a long run has written so far, so that the same run, started
// again after it was stopped, goes on from there.
//
// What is written goes to a file beside the output, OUT.partial; beside that, OUT.partial.json
// says of which run it is, how much of the work is done, how long the file was then and what
// its checksum is. The second is replaced after the first has reached the disk, so that a run
// that is killed, whenever that happens, loses what it did since, and nothing else. A run
// with other arguments, or of inputs that have changed, is refused. While a run has the output open
// the file is locked, so that no second one writes to it.
package resume
