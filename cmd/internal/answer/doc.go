// SPDX-License-Identifier: MIT

// Package answer finds the answers about sets of shapes that were read from tables. It returns the
// rows to be written, as columns, in the order of the tables and with their names:
//
//	rows, stats, err := spec.Find(ctx, set, other)      // a Spec: contacts of any mode, or exact answers
//	rows, stats, err := question.Find(ctx, set, asked)  // a Question: those of package batch/query
//
// A row is about a shape of set and one of other. If there is only one set, other is nil, and rows
// are about pairs of its shapes. Rows of contacts are in the order of the input: by world, as the
// worlds first appear, then by the row of the first shape, then by the row of the second. Rows of
// questions are in the order of the questions. The order depends on nothing else.
//
// Contacts or hits of convex parts are folded into one row for each pair of whole shapes or bodies.
package answer
