// SPDX-License-Identifier: MIT

// Package verlet keeps the candidates of one step for the next ones: a Verlet list. Each list but
// the first is made beside the one in use, a part in each step.
//
//	list := verlet.New(0)
//	err := list.Step(ctx, run, settings, contacts)
//
// To make a list, a step notes where shapes are, and a later one fattens the AABB of each shape:
// along its motion since then, by as much as its turning can add, and a little on all sides. It
// sweeps the fattened AABBs and keeps the candidates, strip by strip, with the pairs of the same
// classes together. The following steps refresh the shapes, compare each AABB with the fattened
// one, and run the kernels on the list. Kernels decide shapes as they are now, so a list with more
// pairs than necessary costs only time.
//
// A shape whose AABB is no longer inside its fattened one has escaped. The step removes its pairs,
// fattens its AABB anew, forwards and backwards along its motion, and enters it in the list again:
// it finds all shapes whose fattened AABBs meet the new one, in the strips from which the list was
// made. It does the same for shapes that are new, have other attributes, or come out of quarantine.
// A new list is made at once if more than 32 shapes plus a 128th of all escape. The same happens if
// looking for the pairs of entries would take longer than a sweep. If lists do not live long, the
// engine does without them for a while.
//
// Contacts come in this order: first those of the list, strip by strip in the order of the step
// that made it, within a strip by pair of classes; then those of the shapes that escaped, in the
// order in which they did.
//
// In a quiet step at most one shape of 32 may have changed: by a write since the last step, or in
// Advance if its velocity is not 0 or a coordinate is -0. From the second quiet step in a row, the
// list refreshes only the shapes that may have changed, and decides only their pairs. It keeps the
// pairs of each shape as linked lists, with the place of each pair among the contacts. Without
// Canonical and Events a new contact comes last, and the last one takes the place of one that ends.
// A list that is made in such a scene serves four times as long.
//
// On a torus a list also has the images of fattened AABBs at the seams. It follows a shape across a
// seam, or by up to eight whole periods, without entering it anew. Where a fattened AABB is not
// smaller than half a period, the AABB takes its place.
//
// A list takes 40 bytes per shape (56 once storage was reordered), and up to 25 for each place of a
// shape in a strip. It takes 8 bytes per candidate, 12 with polygons of nine corners or more. The
// next list takes as much, and 30 bytes per shape to sort it. On a torus it takes 32 bytes per
// shape more. Where few shapes change, it takes 4 bytes more per shape and 28 per candidate; with
// Canonical or Events, the contacts once more. If MemoryLimit does not allow a list, steps work
// without one.
//
// List.Step runs the phases of package step and decides listed candidates in place of a sweep; the
// contacts are the same. Package batch says what a list does for users (Config.Skin).
//
// steps has the work of a list in a step, schedule decides when, and trial whether a list pays.
// strips, listing, entries and fattened hold its data. walk decides its pairs, and fused refreshes
// shapes meanwhile. beside and next make a list while another is in use. rest, graph and passing
// visit only changed shapes if few change.
package verlet
