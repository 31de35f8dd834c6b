// SPDX-License-Identifier: MIT

// Package separate pushes shapes apart by the contacts of a step. A simulation of a crowd calls it
// between two steps, and so does a program that lays out labels. Shapes that have velocities, fall,
// bounce and turn are moved by package solver.
//
// A Separator takes the contacts that batch.Engine.Step returns and writes positions. NewJoin makes
// a Separator for two sets of shapes; it takes the contacts of an engine from batch.NewJoin.
// Sensors (soa.Attrs.Sensor) push nothing. Package push answers another question: how would one
// shape, or one body, have to move if all others stayed where they are?
//
// # The method
//
// A Separator finds positions by Jacobi iteration with mass splitting. An iteration evaluates all
// contacts by where the shapes were after the iteration before. Each shape is thought to be split
// into parts of equal mass, one for each contact that pushes it, and every contact asks for the
// push of its two parts that would end its overlap. Then the parts of each shape are joined
// again, and it moves by the mean of what they ask for. So the pushes of a pair are opposite and
// in the ratio of the inverse masses, the centre of mass stays where it is, and the iteration
// converges for any ratio of masses (R. Tonge, F. Benevolenski, A. Voroshilov, "Mass Splitting for
// Jitter-Free Parallel Rigid Body Simulation", 2012; M. Macklin, M. Müller, N. Chentanez, T.-Y.
// Kim, "Unified Particle Physics for Real-Time Applications", 2014, call it averaging). With a
// Relaxation above 1, shapes are split into fewer parts, and so move farther in an iteration.
//
// An iteration does not look at the shapes again. It takes the overlap of a pair to be the depth
// that the step found, less what the two have moved apart along the normal since. That is never
// less than the true overlap, because the separation of convex shapes is the greatest gap along
// any direction. So an iteration takes a small part of the time of a step.
//
// # Iterations
//
// An iteration carries a push from one contact to the next. n layers of shapes need about n
// iterations, spread over as many frames as you like, before the top layer makes room for the
// bottom one.
//
// # Seams
//
// A shape that slides over a floor of many boxes, or along a chain, sinks into it a little in each
// frame, and the shortest way out of the next box may lead back along the floor. push.Out ignores
// such contacts, and so does a Separator with SmoothSeams.
//
// # Order and determinism
//
// The result is the same, bit for bit, for every number of workers and every order of contacts:
// sums over the contacts of a shape are exact.
//
// # What it does not do
//
// It does not turn shapes. The parts of a body (soa.Attrs.Body) move as one, with the mass of all
// parts. A body with a part that does not move stands still. Each pair of parts is pushed its own
// shortest way out. If two bodies are hooked into each other, these ways can be opposite, and then
// the bodies stay hooked. The contacts of push.Bodies, in place of those of the step, part them.
package separate
