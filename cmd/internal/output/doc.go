// SPDX-License-Identifier: MIT

// Package output writes results: tables of contacts, statistics, and the files they
// go to.
//
// A File appears under its name only when it is complete. Until then it is a file without a name in
// the same directory, so a process that ends early leaves nothing. It has a temporary name only for
// the moment before its own. Systems other than Linux, and some file systems, have no files without
// names. There it has the temporary name from the beginning: an error or a cancelled run removes
// it, and a killed process leaves it. Until the end, a file that has the name already stays as it
// was. Several files can be committed together. Devices, pipes and standard output cannot be
// renamed and are written to directly.
//
// The target of a name decides how it is written. Names of open files (/dev/stdout, /dev/fd/3) are
// written to as they are, where they are; links are followed, and what they lead to is replaced. A
// file that is replaced keeps its permissions and its owner. Permissions beyond those of owner,
// group and others, and extended attributes, are lost.
//
// Libraries for atomic files are renameio and atomic. They write one file and rename it at
// once; here several are finished first and named together, all of those under way are
// removed when the program is told to end, and devices, open files and owners need care.
// Neither writes to files without names; and renameio is not for Windows.
package output
