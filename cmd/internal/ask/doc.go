// SPDX-License-Identifier: MIT

// Package ask answers tables of questions about tables of shapes: it has package batch/query
// answer them, some ten thousand at a time, and keeps the answers as rows to be written.
package ask
