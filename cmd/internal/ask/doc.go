// SPDX-License-Identifier: MIT

// Package ask answers tables of questions about tables of shapes: it has package batch/query
// answer them, some ten thousand at a time, and keeps the answers as rows to be written. Where
// shapes are cut into convex parts, answers about parts are folded into one for each whole
// question and shape.
package ask
