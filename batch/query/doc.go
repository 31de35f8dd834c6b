// SPDX-License-Identifier: MIT

// Package query answers questions about a set of shapes: what a ray or a moving shape
// meets first, which shapes hold a point, meet a window or another shape, which are
// nearest, which are within a distance of each other, which cover which.
//
// # An index and its askers
//
// New makes an Index of the shapes of a store as they are now. The index is a copy, so the store
// may be changed and stepped afterwards, and any number of goroutines may use the index. After
// the shapes have moved, Build makes the index anew, or Refit updates it and keeps its order. In a simulation whose
// shapes all move, ask between steps and let Config.InPlace have the index read shapes where the step has left them: it is
// then ready in a quarter of a step, and no longer valid once they are changed. An Asker asks many questions at a time; each goroutine needs one of its
// own. Each kind of question has one form over columns, a method of the Asker, and the same for one
// question, a method of the Index that takes numbers in place of columns. Many goroutines may call
// those of the Index at the same time.
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
//	WithinDistance                    neighbour lists of the index's own shapes, of those in sight if asked
//
// # Meaning
//
// Shapes are closed sets: touching counts, for rays along an edge or through a corner, for points
// on a boundary, for boxes that abut and shapes that are as far away as asked for. A ray goes
// from (x, y) to (x+dx, y+dy), both ends included, and positions along it are fractions of it. A
// ray of no length is a point. It does not meet a shape that holds its origin, boundary included.
// With Options.Inside it does, at fraction 0 and with the normal (0, 0). Where the ray leaves such a
// shape is where the opposite ray, from its end to its origin, enters it: see Options.Inside.
//
// Distances are between shapes. If two shapes overlap, their distance is minus the depth of the
// overlap, as in contacts. Only for WithinDistance with Options.Centres they are between positions. The k
// nearest shapes are the first k by distance, and by ID if distances are equal.
//
// Of shapes that are met at the same fraction, or that are equally near, the one with the lower
// ID comes first. Equal means equal as computed. Where a ray enters a shape at a corner, the
// normal is that of one of its two edges; of a box, the one across the first axis. Where a ray
// meets a point, or the end of a segment, the normal is the opposite of its direction.
//
// Filters follow the rules by which shapes meet (soa.Attrs): Options.Attrs are the attributes of a
// question, and it may skip one shape. A shape that asks has its own attributes, and does not answer
// itself. Sensors answer unless Options.IgnoreSensors is set.
// Shapes in quarantine are not in an index.
//
// # On a torus
//
// With Options.Period the plane closes: a question finds shapes in every period. The call asks it
// once for each period in which it may find some, so shapes and questions may lie anywhere, but
// together across 16 periods at most. If several images of a shape answer, the deepest or nearest
// counts. Rays go on across the border, and CastRaysAll lists a shape each time a ray enters it.
// Points of answers lie in the period of the question. Overlaps are then sorted by ID.
//
// WithinDistance lists each pair once, by the distance of the nearest images. The distance must be
// less than half of each period. A shape grown by the distance must be smaller than half a period,
// and lie within two periods of its position. If one is not, the call returns a *QuestionError that
// names it. Positions are rounded to about 2^-49 of the period. An index with BruteForce refuses
// periods there.
//
// # Exactness
//
// Whether a shape answers a question depends on the two alone, not on what else is in the index.
// Points, boxes and shapes are decided by the kernels that decide the contacts of a step, so
// answers are those of batch.Join, bit for bit (see kernels.Bounds.Separation). Casts are decided by the
// kernels of batch.ModeSwept (see kernels.Bounds.Impact), rays and covers in float64. A ray
// enters a shape no farther from its boundary than 2^-20 of the shape's reach plus 2^-48 of the sum of
// its distance from the shape's position and its own length along both axes. The index, the number of
// workers and the instruction set only determine which pairs need not be looked at. With
// Config.BruteForce an index looks at all pairs and gives the same answers.
//
// # Order
//
// Answers come in the order of the questions. The shapes that answer one question are sorted by
// fraction or distance, if there is one. Otherwise they are in the order of the index, which
// depends on the store alone; with Options.Canonical they are sorted by ID.
//
// # How it works
//
// The index holds the shapes in the order of a tree of boxes: sixteen neighbours make a node,
// sixteen nodes make one of the level above, and so on, without pointers. Build makes the tree from
// the top by cutting the shapes into halves of equal number, so it does not matter how they are
// spread (overlap minimizing top-down loading: T. Lee and S. Lee, 2003). If a step of an engine has
// stored the shapes strip by strip, any sixteen that follow each other become a leaf, and Build only
// has to put the leaves in order, which takes a third of the time; with Config.InPlace they stay as they are. A shape far away from the others,
// or a thousand worlds, cost no more than other shapes. Vector instructions test the nodes (see
// bvh.Node). The boxes of nodes are float32, relative to the middle of the shapes, and rounded
// outward. So if two clusters are ten million times the size of their shapes apart, the boxes are
// coarse: questions are slower there, but the answers are right.
//
// Points, boxes and shapes are searched for in blocks: one call of a kernel, Matches, makes the
// tests of all questions of a block on a level of the tree. It has no branches to be predicted, so
// processors make several tests at a time. Kernels decide the pairs that remain, a thousand at a
// time. Questions for the k nearest are also answered in blocks: the call guesses a distance for
// each from the size of a leaf nearby, and decides all shapes within it together. If it finds fewer
// than k, it searches the tree for that question alone, the nearest nodes first, up to the first
// that is farther than the k-th shape found. First hits of rays work in the same way: shapes near
// the origins of a block of rays are tested together, and a ray that meets none of them is cast
// alone, the nearest nodes first. If the index does not fit the caches, a call sorts its questions
// by place, on a Z-order curve.
//
// Neighbour lists are made without the tree. WithinDistance lets the AABBs of all shapes grow by
// half the distance and sweeps them strip by strip, as a step does (package broadphase); kernels
// decide the pairs that meet, of boxes by the distance of their corners. Circles, and positions with Options.Centres, that no attribute
// keeps apart and that are not on a torus are found in a grid instead, whose cells are as wide as positions of neighbours may be apart: a kernel,
// Within, compares each with those in three rows of cells, and so has its whole list, which need not be made of pairs. If cells would
// hold too many (one circle is far larger than the others, or far away), they are swept as well. If lists are all that is asked,
// Config.AnyOrder spares the tree.
//
// # Cost
//
// The time of a question grows with the logarithm of the number of shapes and with the number of
// its answers. The worst case is a question that is near to all shapes and meets none, because it
// has to look at all of them; so does every question at a centre where many shapes lie. See Index
// for its memory, AskerConfig.MemoryLimit for what a call may take before it is refused, and
// PERF.md for times.
//
// # Concurrency
//
// Many goroutines may use an Index at the same time, but not while Build or Refit run. Only one
// goroutine at a time may use an Asker, which itself starts as many goroutines as Workers says.
// If the context ends, a call soon returns its error; the Asker can be used again. Answers are
// valid until the same method of the Asker is called again; methods that return the same type of
// Rows share them.
//
// # Where things are
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
package query
