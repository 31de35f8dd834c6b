// SPDX-License-Identifier: MIT

// Package soa keeps shapes as a structure of arrays: one column per field, one
// entry per shape.
//
// # Shapes
//
// A shape is a convex core (a point, a segment or a polygon) grown by a rounding radius of 0 or
// more. Circles, capsules, segments, boxes and polygons are shapes. The geometry of a shape is
// stored as float32 in local coordinates. A pose places it in the plane: a position in float64,
// and a rotation as the float32 cosine and sine of an angle. So precision depends on how large a
// shape is, and not on how far it lies from the origin.
//
// Besides the plain constructors there are AddEllipse, which adds a polygon (a regular one, too;
// EllipseVertices says how many vertices come near enough to an ellipse), AddHull for a cloud of
// points, and AddChain for walls of segments. AddRegion takes polygons that are concave, have holes or have
// several parts (see package region). ConvexHull finds a hull in float64.
//
// Lengths are in a unit of the caller's choice. A shape may reach 2^60 from its position, and
// positions may reach 2^100. Angles are in radians, counter-clockwise from the x axis to the y
// axis. Outlines may be given in either direction; they are stored counter-clockwise, with
// normals that point outward. A call that is given what does not describe a shape changes nothing
// and returns an *Error that says what is wrong and where. Nothing in this package panics on bad
// input, except for Column.Data, which returns no error.
//
// # Names and storage
//
// An ID names a shape for as long as the shape exists. All methods that are about one shape take
// its ID, and look it up in a few nanoseconds.
//
// Shapes are stored in slots 0 to Len-1, without gaps, and every column has an entry for each
// slot. A shape does not stay in its slot: when a shape is removed, the last one moves into its
// slot, and a step of an engine may store all shapes in another order, so that neighbours in
// space are neighbours in memory. So do not keep a slot beyond the call that showed it.
//
// A shape takes 79 bytes in columns and 8 for its ID, 4 more per filter column in use (Static and
// Sensor: 1), and a polygon takes 36 bytes per lane. It has as many lanes as vertices, rounded up
// to a power of two. Columns grow like any slice, so up to a fifth more may be allocated than is
// used. The first step that reorders them allocates spare columns as well, of 27 bytes per shape
// (31 if groups are in use) and 4 per lane.
//
// # A frame
//
// In every frame, move shapes by ID (SetPosition, SetPose, SetAngle), or all at once inside of
// Update; then call Step of an engine of package batch. Keep your own data about a shape in a map
// or slice by ID, or in a column made by Attach.
//
// A step rotates the geometry of the shapes that were turned, and of no others. To move a shape
// changes neither its vertices nor its AABB, which are relative to its position.
//
// If a pose has become NaN, infinite or far too large, the next step puts the shape in
// quarantine: it leaves the shape out, so that no other suffers, and counts it. Quarantined lists
// such shapes and says what is wrong with each. Once the pose is sound again, the next step takes
// the shape in again.
//
// # Live columns
//
// Update calls a function with the positions and rotations of all shapes, as slices of the
// store's own memory that are valid until the function returns; attached columns are available
// there in the same way. Meanwhile shapes cannot be added or removed. While a step is under way,
// they cannot be changed at all. Calls that try return ErrInUse.
//
// The name of the shape in slot i is ID[i], not i. If you have a slice of your own, in the order
// in which shapes were added, index it by ID[i].Index(), as long as no shape was removed.
//
// The environment variable DAYLIGHT_CHECK=1 makes mistakes with slots visible at once. Then, when
// Update returns, the store moves its columns to other memory and overwrites the old memory
// (numbers with NaN), and every step of an engine stores the shapes in another order. IDs of another
// store are found out, too: no two stores then give out the same.
//
// # Concurrency
//
// Several goroutines may read a store at the same time. While one of them changes it, no other
// may use it, with one exception: inside of Update, several goroutines may write to different
// entries of columns. Calls that add or remove shapes hold the store, as the steps of engines and
// query.Index.Build do: of two such calls at the same time, or of one and a call that changes a
// shape, one returns ErrInUse and changes nothing. The package starts no goroutines.
//
// Results are the same bits on every platform: the package has its own SinCos, and rounds
// products before it adds them.
package soa
