// SPDX-License-Identifier: MIT

// Package soa keeps shapes as a structure of arrays: one column per field, one
// entry per shape.
//
// # Shapes
//
// A shape is a convex core (point, segment or polygon) grown by a rounding radius >= 0:
// circles, capsules and segments, boxes, polygons. Its geometry is stored as float32
// in coordinates of its own; a pose puts it into the plane: a position in float64,
// and a rotation as the float32 cosine and sine of an angle. Precision therefore
// depends on a shape's size and not on how far out it lies.
//
// Besides the plain constructors there are AddTriangle, AddRegular, AddEllipse (a
// polygon with a stated error), AddHull for a cloud of points and AddChain for walls of
// segments; AddRegion for polygons that are concave, have holes or several parts (package
// region); ConvexHull finds a hull in float64.
//
// Lengths are in a unit of the caller's choice. A shape may reach 2^60 from its
// position, and positions may reach 2^100. Angles are in radians, counter-clockwise
// from the x axis to the y axis. Outlines are stored counter-clockwise, their normals
// point outward; either winding is accepted. What does not describe a shape is
// refused with an *Error that says what is wrong and where, and a refused call has changed
// nothing. Nothing here panics on bad input, but for Column.Data, which returns no error.
//
// # Names and storage
//
// An ID names a shape for as long as it lives; see ID for how one is used again. Everything
// that concerns one shape takes its ID, and costs a look-up of some nanoseconds.
//
// Shapes are stored in slots 0 to Len-1, without gaps, and a column has an entry for each
// slot. Which shape lies in which slot changes: removing a shape moves the last one into its
// slot, and an engine's step may store all shapes in another order, so that neighbours in
// space are neighbours in memory. So a slot names nothing beyond the call that showed it.
//
// A shape takes 79 bytes in columns and 8 for its ID, 4 more per filter column in use
// (Static and Sensor: 1), and a polygon 36 bytes per lane, of which it has its number of vertices,
// rounded up to a power of two. Columns grow like any slice, so a fifth of that
// may lie idle on top; the first step that reorders them adds spare columns of 27 bytes per shape (31
// if groups are in use) and 4 per lane.
//
// # A frame
//
// Move shapes by ID (SetPosition, SetPose, SetAngle), or all at once inside of Update, and
// step an engine of package batch. What you know of a shape belongs in a map or a slice
// by ID, or in a column of Attach.
//
// A step rotates the geometry of what was turned, and nothing else: moving a shape touches
// neither its vertices nor its AABB, which is relative to its position.
//
// A pose that has become NaN, infinite or far too large puts its shape in quarantine in the
// next step: it is counted, listed by Quarantined with what is wrong, and harms no other. It
// comes back by itself once its pose is sound.
//
// # Live columns
//
// Update shows positions, rotations and attached columns to a function, as slices of the
// store's own memory that are good until it returns. Shapes cannot be added or removed
// meanwhile, nor changed at all while a step is under way: such calls return ErrInUse.
//
// Slot i is no name for a shape: that is ID[i]. A slice of the caller's own that is in
// order of adding is indexed by ID[i].Index(), as long as no shape was removed.
//
// The environment variable DAYLIGHT_CHECK=1 makes mistakes with slots show at once: when
// Update returns, its columns move to other memory and the old is overwritten, numbers
// with NaN, and every step of an engine stores the shapes in another order.
//
// # Concurrency
//
// A store is not safe for use by several goroutines at once while one of them changes it,
// except that inside of Update disjoint entries of columns may be written side by side.
// Reading is safe when nobody writes. The package starts no goroutine.
//
// Results are the same bits on every platform: SinCos is this package's own, and products
// are rounded before they are added.
package soa
