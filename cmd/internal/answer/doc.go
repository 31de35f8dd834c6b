// SPDX-License-Identifier: MIT

// Package answer finds what is asked of sets of shapes that were read from tables, and has the rows to be
// written, as columns, in the order and the words of those tables:
//
//	rows, stats, err := spec.Find(ctx, set, other)      // a Spec: contacts of any mode, or exact answers
//	rows, stats, err := question.Find(ctx, set, asked)  // a Question: those of package batch/query
//
// A row is about a shape of set and one of other. other is nil if there is but one set: then the rows are
// about each two of its shapes. Rows of contacts are in the order of the input: by world, as the worlds
// first appear, then by the row of the first shape, then by the row of the second. Rows of questions are in
// the order of the questions. The order depends on nothing else.
//
// Shapes that are cut into convex parts have one row all the same: contacts or hits of parts are folded into
// one for each two whole shapes, or bodies.
package answer
