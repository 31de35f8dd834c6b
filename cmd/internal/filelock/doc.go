// SPDX-License-Identifier: MIT

// Package filelock has a process lock a file that it has open, so that others can tell a file which
// is being written from one that a killed process left: a lock ends with its process.
//
// It is flock where there is that, and LockFileEx on Windows, on a byte far beyond any file's end, since
// there a lock bars others from what it is on. Other systems, and file systems that do not know locks,
// give an error that is not ErrHeld. Package flock of gofrs opens the file itself, by its name, which
// follows links and cannot say whether the name still leads to what is locked.
package filelock

import "errors"

// ErrHeld is returned by Try for a file that another has locked.
var ErrHeld = errors.New("another process has locked it")
