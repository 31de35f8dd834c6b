// SPDX-License-Identifier: MIT

// Package separate pushes shapes apart by the contacts of a step, and moves them. A simulation of
// a crowd or of a heap of grains calls it between two steps.
//
// A Separator takes the contacts that batch.Engine.Step returns and writes positions, and
// velocities if there are any. PushOut and Pushes answer another question: how would one shape
// have to move, if all others stayed where they are? The shortest push that parts
// two whole bodies is found by mtv.Bodies. NewJoin makes a Separator
// for two sets of shapes, which uses the contacts of batch.Join. Sensors (soa.Attrs.Sensor) push
// nothing.
//
// # The method
//
// A Separator finds positions by Jacobi iteration with mass splitting. An iteration evaluates all
// contacts by where the shapes were after the iteration before. Each shape is thought to be split
// into parts of equal mass, one for each contact that pushes it, and every contact asks for the
// push of its two parts that would end its overlap. Then the parts of each shape are joined
// again, and it moves by the mean of what they ask for. So the pushes of a pair are opposite and
// in the ratio of the inverse masses, the centre of mass stays where it is, and the iteration
// converges whatever the ratio of masses (R. Tonge, F. Benevolenski, A. Voroshilov, "Mass
// Splitting for Jitter-Free Parallel Rigid Body Simulation", 2012; M. Macklin, M. Müller, N.
// Chentanez, T.-Y. Kim, "Unified Particle Physics for Real-Time Applications", 2014, call it
// averaging). With a Relaxation above 1, shapes are split into fewer parts, and so move farther
// in an iteration.
//
// An iteration does not look at the shapes again. It takes the overlap of a pair to be the depth
// that the step found, less what the two have moved apart along the normal since. That is never
// less than the true overlap, because the separation of convex shapes is the greatest gap along
// any direction. So an iteration takes a small part of the time of a step.
//
// It finds velocities in the same way, with impulses instead of pushes: at a contact the two
// shapes must not approach each other faster than the gap between them allows. Friction is
// Coulomb's: the impulse along the surface is at most the coefficient times the impulse along the
// normal, however deep the step found the pair. Pushes that end an overlap do not change
// velocities. Every frame begins with the impulses of the frame before, contact by contact (warm
// starting), so that a heap at rest stays at rest.
//
// # Iterations, sub-steps and the height of a heap
//
// An iteration carries a push, or an impulse, from one contact to the next. Without
// velocities n layers of shapes need about n iterations, spread over as many frames as
// you like, before the top layer makes room for the bottom one.
//
// With velocities, the contacts at the bottom of a heap of n layers must carry the weight of all
// layers. In the first frames their impulses are too small: layers sink by up to g dt² in a
// frame, and pushes lift them again. Because of warm starting the impulses grow from frame to
// frame. After about n/k frames, where k is the number of iterations in a frame, they carry the
// whole heap, and it sinks no more. Sub-steps do more for it than iterations: a frame cut into n
// sub-steps makes the fall in each n² times shorter, and every sub-step begins with the impulses
// of the one before (M. Macklin and others, "Small Steps in Physics Simulation", 2019). What
// remains is Slop. A heap of 4,000 hexagons 45 layers high with four sub-steps of three
// iterations overlaps by no more than that in 99 of 100 contacts (bench/sim, grains; PERF.md).
//
// # Seams
//
// A shape that slides over a floor of many boxes, or along a chain, sinks into it a little in each
// frame, and the shortest way out of the next box may lead back along the floor. PushOut ignores
// such contacts, and so does a Separator with SmoothSeams.
//
// # Shapes that turn
//
// With angular velocities (Columns.Spin) pushes turn shapes as well, and another method finds the
// motion of a frame. A shape has a mass and a moment of inertia, mass times length squared, which
// follow from its form. Impulses, mass times speed, act at the one or two points of each contact
// (batch.ModeManifolds), and turn a shape by their arms about its centre of mass. The method is the
// soft step of Box2D 3, which stacks best of the eight that E. Catto compares (Solver2D, 2024). A
// frame is cut into sub-steps, as M. Macklin and others do (Small Steps in Physics Simulation,
// 2019). In each, shapes fall, contacts that overlap push as strongly damped springs do, shapes move
// by the velocities found, and then the contacts are evaluated again without the springs, so that little
// speed stays of what they pushed (relax iterations). Contacts are taken one after the other
// (Gauss-Seidel), and each goes by what those before it have done. Restitution comes at the end of
// the frame, for points that came faster than RestitutionAbove. Impulses are carried over to the
// next frame by the names of contact points (batch.Point.Feature). A pyramid of 20 rows stands.
//
// Springs give way under a load, by a distance that shrinks with the square of the number of
// sub-steps. At 60 frames of four sub-steps a second and 10 m/s², a box of a metre that lies on one of a
// hundredth of its mass sinks into that by 2 cm, and presses one of a ten thousandth into the floor. A column
// of 15 such boxes stands, one of 20 buckles; with eight sub-steps it stands.
//
// Round parts of a shape, circles and rounded corners, touch at another point of their surface as
// they turn; so only the core turns while contacts are evaluated. Contacts of a sub-step are those
// that the step found: give the engine a Margin of what shapes may approach each other in a frame.
//
// There are no joints, motors or islands.
//
// # Order and determinism
//
// The result is the same, bit for bit, for every number of workers. Without spins it is for every
// order of contacts, too: sums over the contacts of a shape are exact. Shapes that turn go by the
// order of contacts, which is that of the engine, the same for all kernels and workers: contacts
// are coloured so that those of one colour share no shape that moves, and may be solved side by
// side; the colours follow each other. batch.Config.Canonical makes the order that of steps with
// lists and without.
//
// # What it does not do
//
// Without spins it does not turn shapes. The parts of a body (soa.Attrs.Body) move as one, with the mass of all
// parts; all get the velocity of the part with the lowest ID. A body with a part that does not
// move stands still. Each pair of parts asks for its own shortest way out. If two bodies are
// hooked into each other, these ways can be opposite, and then the bodies stay hooked, unless
// WholeBodies has them pushed as wholes. PushOut moves the shapes that it is given,
// one or several as one; Pushes finds a push for every shape by itself.
package separate
