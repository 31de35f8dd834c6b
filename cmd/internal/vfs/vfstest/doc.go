// SPDX-License-Identifier: MIT

// Package vfstest has an object store in memory, on loopback, for tests: what the program needs of S3, and of the web, with
// signatures verified and faults where a test wants them.
package vfstest
