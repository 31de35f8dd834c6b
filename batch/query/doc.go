// SPDX-License-Identifier: MIT

// Package query answers questions about a set of shapes: what a ray or a moving shape meets first,
// and which shapes hold a point or meet a box. It also finds which are nearest, within a distance
// of each other, or cover another.
//
//	ix, err := query.New(shapes, query.Config{})
//	hit, err := ix.CastRay(x, y, dx, dy, query.Options{})        // one question
//	asker, err := ix.NewAsker(query.AskerConfig{})
//	hits, err := asker.CastRays(ctx, xs, ys, dxs, dys, query.Options{}) // many at a time
//
// An Index is a copy of the shapes of a store as they are now. After shapes have moved, Build makes
// it anew; Refit updates it and keeps its order. With Config.InPlace it reads the store instead.
//
//	Asker             Index
//	CastRays          CastRay         first hit of each ray: shape, fraction, point, normal
//	CastRaysAny       CastRayAny      is anything hit
//	CastRaysAll       CastRayAll      all hits of each ray, in order
//	CastShapes        CastShape       where moving, turning shapes first touch another
//	OverlapPoints     OverlapPoint    shapes that hold each point, or are within a distance, with depth
//	OverlapBoxes      OverlapBox      shapes that meet each box
//	OverlapAABBs      OverlapAABB     shapes whose AABB meets each box
//	OverlapShapes     OverlapShape    shapes that meet each shape of a store
//	CoverShapes       CoverShape      shapes that hold all of each shape of a store
//	NearestToPoints   NearestToPoint  the k nearest shapes, with closest points
//	NearestToShapes   NearestToShape  the same for shapes of a store
//	WithinDistance                    neighbour lists of the index's own shapes
//
// # Meaning
//
// Shapes are closed sets: touching counts. A ray goes from (x, y) to (x+dx, y+dy), both ends
// included, and positions along it are fractions of it. A ray of no length is a point. A ray does
// not meet a shape that holds its origin; Options.Inside changes that. At a corner the normal is
// that of one of the two edges; at a point or the end of a segment, the opposite of the ray's
// direction. Distances are between shapes; the distance of two shapes that overlap is minus the
// depth. The filters of soa.Attrs hold for questions, too. A shape that asks does not answer
// itself. Shapes in quarantine are not in an index.
//
// The kernels of a step decide points, boxes and shapes, so answers are those of batch.Join, bit
// for bit; the kernels of batch.ModeSwept decide casts. kernels.Bounds says how exact they are.
// Rays and covers are decided in float64: a ray enters a shape within 2^-20 of the shape's reach,
// plus 2^-48 of its distance and of the ray's length. Answers do not depend on the index, the
// number of workers or the instruction set.
//
// Answers come in the order of the questions. The shapes of one answer are sorted by fraction or
// distance, then by ID. Without either they have the order of the index, which depends on the store
// alone; Options.Canonical sorts them by ID.
//
// # Cost and concurrency
//
// The time of a question grows with the logarithm of the number of shapes, and with the number of
// its answers. A question near all shapes looks at all. Many goroutines may use an Index at the
// same time, but not while Build or Refit run. One goroutine at a time may use an Asker, which
// starts as many goroutines as Workers says. Answers are valid until the next call of the Asker. If
// the context ends, a call soon returns its error, and the Asker can be used again.
package query

// How it works. The index holds the shapes in the order of a tree of boxes: sixteen neighbours make
// a node, sixteen nodes make one of the level above, without pointers. Build cuts the shapes into
// halves of equal number from the top (T. Lee and S. Lee, overlap minimizing top-down loading,
// 2003). If a step has stored the shapes strip by strip, any sixteen neighbours become a leaf,
// which takes a third of the time. Boxes of nodes are float32, relative to the middle of the
// shapes, and rounded outward. If clusters are ten million times the size of their shapes apart,
// boxes are coarse and questions slower there; answers stay right.
//
// Questions are answered in blocks. One call of a kernel, Matches, tests all questions of a block
// on a level of the tree, and kernels decide the pairs that remain. Nearest shapes: the call
// guesses a distance from the size of a leaf nearby and decides all shapes within it together. A
// question that finds fewer than k walks the tree alone, nearest nodes first. First hits of rays
// work alike: shapes near the origins are tested together, and rays that meet none are cast alone.
// If the index does not fit the caches, a call sorts its questions along a Z-order curve.
//
// WithinDistance makes neighbour lists without the tree: it sweeps AABBs that are grown by half the
// distance, as a step does. Circles and positions are found in a grid of cells by the kernel
// Within, unless cells would hold too many.
//
// On a torus the call asks each question once for each period in which shapes may lie.
//
// The files:
//
//	config                             what New, NewAsker and calls are given, and what they refuse
//	index, build                       an index, and the order in which it holds shapes
//	shapes, tree                       what it holds: copies of shapes, and a tree of boxes with its walks
//	inplace                            no copies: a tree of shapes as a step has stored them
//	asker                              an Asker, its memory, and the pool of those for one question
//	questions, check, answers          what every call goes through, from its columns to rows of answers
//	rays, raytree                      rays: a block of them near their origins, one of them down the tree
//	rayshape, outline                  a ray against one shape, and one shape in another
//	casts                              moving shapes
//	overlap, windows                   points, boxes and shapes; AABBs, and the search for a block that they share
//	forms                              rows of answers, one answer each, and those of one question
//	images, torus                      questions asked in every period of a torus
//	search                             the search of the tree for a block of boxes
//	nearest, nearesttree               the k nearest: to a block of questions, to one down the tree
//	within, withinparts                pairs within a distance: the sweep that finds them, and their rows
//	withincells                        neighbours of circles and positions, found in cells
//	candidates                         the pairs that a search has found, which kernels decide
//	order                              orders of questions, and of the nearest
