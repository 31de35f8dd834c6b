// SPDX-License-Identifier: MIT

// Package query answers questions about a set of shapes: what a ray or a moving shape
// meets first, which shapes hold a point, meet a window or another shape, which are
// nearest, which are within a distance of each other, which cover which.
//
// # An index and its askers
//
// New makes an Index of the shapes of a store as they are now. It is a copy: the store may
// go on being changed and stepped, and any number of goroutines may ask. Build makes it
// anew after the shapes have moved, Refit does so at a fraction of the cost and keeps its
// order. Questions are asked in batches of an Asker, one for each goroutine, as columns; the
// answers are columns, in the order in which was asked:
//
//	Index.NewAsker        Asker
//	CastRays              first hit of each ray: shape, fraction, point, normal
//	CastRaysAny           is anything hit
//	CastRaysAll           all hits of each ray, in order
//	CastShapes            where moving, turning shapes first touch another
//	OverlapPoints         shapes that hold each point, or are within a distance, with depth
//	OverlapAABBs          shapes whose AABB meets each window
//	OverlapBoxes          shapes that meet each window themselves
//	OverlapShapes         shapes that meet each probe, a shape of a store
//	Covers                shapes that hold all of each probe
//	NearestToPoints       the k nearest shapes, with closest points
//	NearestToShapes       the same for probes
//	WithinDistance        neighbour lists of the index's own shapes
//
// One question at a time has a plain form on the Index: CastRayClosest, CastRayAny,
// OverlapPoint, OverlapAABB and NearestToPoint, safe for many goroutines.
//
// # Meaning
//
// Shapes are closed sets: touching counts, for rays along an edge or through a corner, for
// points on a boundary, for windows that abut and shapes that are as far away as asked for.
// A ray goes from (X, Y) to (X+DX, Y+DY), both ends included, and positions along it are
// fractions of it. A ray of no length is a point. It does not meet a shape that holds its
// origin, boundary included, unless Inside is asked for; then it does at fraction 0, with
// normal (0, 0).
//
// Distances are those between shapes, negative by the depth where they overlap, as
// contacts have them (see kernels); only WithinDistance with Centres means positions. The
// k nearest are the first k by distance, and then ID.
//
// Ties go to the lower ID: of shapes met at the same fraction, and of shapes equally near.
// Equal means equal as computed. A ray that enters by a corner has the normal of one edge
// of it: of boxes, one across the first axis. A ray that meets a point, or the end of a
// segment, has its own direction turned round for a normal.
//
// Filters are those of shapes that meet (soa.Attrs): a question has a world, category,
// mask, group and body of its own, and may skip one shape. Probes have those of the
// shapes they are, and do not meet themselves. Sensors are met unless the option Sensors says
// otherwise. Quarantined shapes are not in an index.
//
// # Exactness
//
// A question is decided by the two shapes alone, whatever else is in the index: points,
// windows and probes by the kernels that decide the contacts of a step, so that answers are
// those of batch.Join bit for bit (kernels.ErrorBound), casts by those of batch.ModeSwept
// (kernels.TimeOfImpactBound), rays and covers in float64 (RayBound). The index, the number of
// workers and the instruction set only decide which pairs need no look: an index of
// BruteForce looks at all of them and has the same answers.
//
// # Order
//
// Questions are answered in the order asked, or rather their answers come in it. The shapes
// that answer one question come by fraction or distance where there is one, else in the order
// of the index, which depends on the store alone, or by ID with Canonical.
//
// # How it works
//
// The shapes lie in the order of a pyramid of boxes: sixteen neighbours make a node,
// sixteen nodes one of the level above, and so on, without pointers. It is loaded from the
// top by cutting the shapes in halves of equal number, so that it does not matter how they
// are spread (overlap minimizing top-down loading: T. Lee and S. Lee, 2003). If a step of an
// engine has stored them strip by strip, sixteen that follow each other are a leaf as they
// are, and only leaves are put in order, in a third of the time; a shape far
// out, or a thousand worlds, cost no more than others. Nodes are tested by vectors (see
// kernels.Node). Boxes of nodes are float32 about the middle of the shapes, rounded
// outward: two crowds that are ten million times their shapes' size apart get in each other's
// way, though they get the right answers.
//
// A batch is sorted by place, on a Z-order curve. Points, windows and probes are taken
// in groups of neighbours, which share the way down to a handful of leaves and are then
// compared with all boxes of those; what remains is decided by kernels, a thousand pairs
// at a time. Rays and neighbours go down the nearest node first and stop at the first that
// is farther than what has been found.
//
// # Cost
//
// A question costs about the logarithm of the number of shapes and a share for each
// answer. The worst case is a question that is near to all shapes and meets none, which
// looks at all; many shapes on one spot are that for every question there. Index says what
// memory it takes, PERF.md how long things take.
//
// # Concurrency
//
// An Index may be asked by many goroutines, but not while Build or Refit run. An Asker is
// for one goroutine at a time and starts as many as Workers says. A call ends with the
// context's error soon after the context ends, and leaves the Asker usable. Answers
// belong to the Asker until the same method is called again; those of the four Overlap
// methods and Covers share their columns.
package query
