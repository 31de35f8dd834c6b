// SPDX-License-Identifier: MIT

// Package soa keeps shapes as a structure of arrays: one column per field, one entry per shape.
//
//	shapes := soa.New()
//	box, err := shapes.AddBox(soa.At(0, 0, 0.5), 2, 1, soa.Attrs{})
//	ball, err := shapes.AddCircle(soa.At(3, 0, 0), 1, soa.Attrs{})
//	err = shapes.SetPosition(ball, 2.5, 0)
//
// In every frame, move shapes by ID, or all at once inside of Update; then call Step of an engine
// of package batch. Keep your own data of a shape by ID, or in a column that Attach makes.
//
// # Shapes
//
// A shape is a convex core (a point, a segment or a polygon) grown by a rounding radius. Its
// geometry is float32 in local coordinates. Its pose is a position in float64 and the float32
// cosine and sine of an angle. So precision depends on the size of a shape, not on its distance
// from the origin. AddEllipse adds a polygon near an ellipse, AddHull the hull of points, and
// AddChain a wall of segments. AddRegion takes polygons that are concave, have holes or several
// parts (see package region).
//
// Lengths are in a unit of the caller's choice. A shape may reach 2^60 from its position, and
// positions may reach 2^100. Angles are in radians, counter-clockwise. Outlines may go either way
// round. A call whose arguments describe no shape changes nothing. It returns an *Error that says
// what is wrong and where. Only Column.Data, which returns no error, panics on bad input.
//
// # Names and storage
//
// An ID names a shape for as long as the shape exists. Shapes are stored in slots 0 to Len-1, and
// every column has an entry for each slot. Slots change: the last shape moves into the slot of a
// removed one, and a step may store neighbours in space as neighbours in memory. So do not keep a
// slot beyond the call that showed it. DAYLIGHT_CHECK=1 in the environment finds code that does:
// the store then overwrites the columns that Update showed, every step changes the order, and no
// two stores give out the same IDs.
//
// A shape takes 79 bytes in columns and 8 for its ID, 4 more per filter column in use (Static and
// Sensor: 1), and a polygon 36 bytes per lane: its number of vertices, rounded up to a power of
// two. Columns grow by up to a fifth at a time. The first step that reorders them takes 27 bytes
// per shape (31 with groups) and 4 per lane more.
//
// If a pose has become NaN, infinite or too large, the next step puts the shape in quarantine: it
// leaves the shape out and counts it. Quarantined lists such shapes, and says what is wrong with
// each. The shape is back once its pose is sound again.
//
// # Concurrency
//
// Several goroutines may read a store at the same time. While one changes it, no other may use it;
// but inside of Update several may write to different entries of columns. Calls that add or remove
// shapes, steps of engines and query.Index.Build hold the store: a call that meets another one
// returns ErrInUse and changes nothing. The package starts no goroutines. Results are the same bits
// on every platform.
package soa
