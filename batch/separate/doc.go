// SPDX-License-Identifier: MIT

// Package separate pushes shapes apart by the contacts of a step, and moves them: what a
// crowd or a heap of grains needs between two steps.
//
// A Separator takes the contacts that batch.Engine.Step returns and writes positions, and
// velocities if there are any. PushOut and Pushes answer the other question: how would one
// shape have to move, all others staying where they are? BodyContacts folds the contacts of
// parts to one row for each pair of bodies, with a push that parts them. NewJoin makes a
// Separator of two sets, by the contacts of batch.Join. Sensors (soa.Sensor) push nothing.
//
// # The method
//
// Positions are found by Jacobi iteration with mass splitting. In an iteration all
// contacts are weighed together, each by where the shapes were after the iteration before:
// a contact asks for the push that would end its overlap if each shape were split into as
// many parts of equal mass as it has contacts that push, one part for each; then the parts
// are joined and the shape moves as all of them ask together. So the pushes of a pair are
// opposite and in the ratio of the inverse masses, the centre of mass stays where it is,
// and the iteration converges whatever the ratio of masses (R. Tonge, F. Benevolenski,
// A. Voroshilov, "Mass Splitting for Jitter-Free Parallel Rigid Body Simulation", 2012;
// M. Macklin, M. Müller, N. Chentanez, T.-Y. Kim, "Unified Particle Physics for Real-Time
// Applications", 2014, call it averaging). Relaxation above 1 splits shapes into fewer
// parts, and so moves them farther at a time.
//
// Shapes are not looked at again: the overlap of a pair is its depth as the step found it,
// changed by how far the two have moved along the contact's normal since. That is
// never less than the true overlap, because the separation of convex shapes is the greatest
// gap along any direction. So an iteration costs a small part of a step.
//
// Velocities are found in the same way, with impulses in the place of pushes: at a contact
// the two shapes must not approach each other faster than the gap between them allows.
// Friction is Coulomb's: the impulse along the surface is at most the coefficient times
// the impulse along the normal, however deep the step found the pair. Pushes that end an
// overlap do not change velocities. The impulses of a frame are where the next one begins,
// contact by contact (warm starting), so that a heap that rests goes on resting.
//
// # Iterations, sub-steps and the height of a heap
//
// An iteration carries a push, or an impulse, from one contact to the next. Without
// velocities n layers of shapes need about n iterations, spread over as many frames as
// you like, before the top layer makes room for the bottom one.
//
// With velocities, the contacts at the bottom of a heap of n layers must carry the weight
// of all. In the first frames they do not: layers sink by what is missing, up to g dt² in
// a frame, and pushes lift them again. Warm starting adds what is still missing frame by
// frame, so a heap of n layers is carried after some n divided by the iterations of a frame
// frames, and sinks no more from then on. Sub-steps do more for it than iterations: a frame
// cut into n sub-steps makes the fall in each n² times shorter, and every sub-step begins
// with the impulses of the one before (M. Macklin and others, "Small Steps in Physics
// Simulation", 2019). What remains is Slop. A heap of 4,000 hexagons 45 layers high with
// four sub-steps of three iterations overlaps by no more than that in 99 of 100 contacts
// (bench/sim, grains; PERF.md).
//
// # Seams
//
// What slides over a floor of many boxes, or along a chain, sinks into it a little in each
// frame, and the shortest way out of the next box leads back along the floor. PushOut
// passes such contacts over. A Separator does so with the option Seams.
//
// # Order and determinism
//
// The result is the same, bit for bit, for every number of workers and every order of
// contacts: sums over the contacts of a shape are exact.
//
// # What it does not do
//
// It turns nothing. The parts of a body (soa.Body) move as one, with the mass of all and the
// velocity of the part with the lowest ID, which all of them get; a body with a part that does
// not move stands still. Each pair of parts asks for its own shortest way out: where two
// bodies are hooked into each other these can be opposite, and then they stay hooked. PushOut
// moves what it is told to, one shape or several; Pushes finds the pushes of shapes one by one.
package separate
