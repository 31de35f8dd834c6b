// SPDX-License-Identifier: MIT

// Package solver moves shapes that have velocities by the contacts of a step: they fall, push, rub,
// bounce, roll and stack. A frame is a step of an engine and a call of Solve:
//
//	engine, err := batch.New(shapes, batch.Config{Margin: 0.1, Mode: batch.ModeManifolds})
//	columns := [2]solver.Columns{{Motion: soa.AttachMotion(shapes)}}
//	s, err := solver.New(shapes, solver.Config{Columns: columns, Duration: 1. / 60,
//		Gravity: soa.Point{Y: -9.81}, Friction: 0.6, Density: 1})
//	...
//	contacts, err := engine.Step(ctx)
//	_, err = s.Solve(ctx, contacts)
//
// The engine needs a Margin: the distance by which shapes may approach each other in a frame. Solve
// uses only the contacts that the step found. Without Columns.Spin shapes do not turn, and contacts
// need no points. NewJoin makes a Solver for two sets of shapes; it takes the contacts of an engine
// from batch.NewJoin. Sensors (soa.Attrs.Sensor) push nothing. Crowds and layouts, whose shapes
// have no velocities, are pushed apart by package separate.
//
// # Surfaces
//
// Config.Friction, Restitution and RollingResistance apply to all shapes. Columns.Material gives
// each shape its own values, and a speed at which its surface runs, as on a conveyor belt.
//
// Config.Omit leaves contacts out, for example those of platforms that let shapes through from
// below. With Config.Impulses, Solver.Impulses returns the normal and tangential impulse at each
// contact point in the frame.
//
// # Behaviour
//
// A shape has a mass and a moment of inertia, mass times length squared, which follow from its
// form. The friction of a contact is at most the coefficient times the impulse along the normal
// (Coulomb), including that of a hit. Elastic hits keep the energy. A shape that nothing touches
// falls along a parabola. Overlaps push as strongly damped springs do. Springs give way under a
// load, by a distance that shrinks with the square of the number of sub-steps. At 60 frames of four
// sub-steps a second, a pyramid of 20 rows of boxes stands, and so does a column of 20.
//
// Shapes slide and roll over the seams of a chain of segments, or of a floor of boxes side by side,
// without an option. Steps lower than a five-hundredth of the size of a shape do not stop it.
//
// The parts of a body (soa.Attrs.Body) move as one, with the mass of all parts; all get the
// velocity of the part with the lowest ID. A body with a part that does not move stands still.
// There are no joints, motors or islands.
//
// # Order and determinism
//
// The result is the same, bit for bit, for every number of workers and all kernels. It depends on
// the order of the contacts; with batch.Config.Canonical, steps with and without lists have the
// same order.
package solver

// The method is the soft step of Box2D 3, which stacks best of the eight that E. Catto compares
// (Solver2D, 2024). A frame is cut into sub-steps, as M. Macklin and others do (Small Steps in
// Physics Simulation, 2019). In each, shapes fall, contacts that overlap push, and shapes move by
// the velocities found. The contacts are then evaluated again without the springs, so that little
// of the speed that the springs gave remains (relax iterations).
//
// Impulses, mass times speed, act at the one or two points of each contact. They turn a shape by
// their arms about its centre of mass. Contacts are solved one after the other (Gauss-Seidel): each
// starts from the velocities that the contacts before it left. The two points of a contact are
// solved at once and exactly; one after the other they would turn a box that lands flat. The relax
// iterations apply friction. Shapes bounce before contacts push, one hit after the other, at the
// speed that they have when they touch. Impulses are carried over to the next frame by the names of
// contact points (batch.Point.Feature), which is called warm starting.
//
// Seams. A contact keeps shapes on one side of a straight line. Where corners or round ends face
// each other, this line would stop shapes that only pass: on the seam of a chain, or beside a step.
// There the solver takes the line at the place where the two shapes would touch or pass each other.
// To find that place, it lifts a shape that rests on something that does not move by a
// five-hundredth of its size.
//
// Round parts of a shape, circles and rounded corners, touch at another point of their surface as
// they turn; so only the core turns while contacts are evaluated.
//
// Contacts are solved in the order of the engine. They are coloured so that those of one colour
// share no shape that moves, and may be solved side by side; the colours follow each other.
