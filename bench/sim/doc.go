// SPDX-License-Identifier: MIT

// Package sim has simulations that people can watch, each in a file of its own and short enough to
// be copied as a beginning: crowd.go, plaza.go, grains.go, drum.go, pour.go (a heap and a hopper),
// pegs.go (and a pyramid), packing.go and bullets.go. Most have a store of shapes, an engine that
// finds contacts and a separator that pushes shapes apart:
//
//	move     write positions (and rotations) by velocities, goals, gravity
//	step     contacts, err := engine.Step(ctx)
//	separate separator.Separate(ctx, contacts)
//
// People of the plaza ask package query where the way is free and who is near.
// Bullets are not pushed: swept contacts say when and where one hits, and it bounces off.
// The scenes of package scene are here as well; their shapes drift through each other.
//
// The same name, number of shapes and seed give the same frames, bit for bit, on any
// kernels, number of workers and platform. So products are rounded before they are
// added, float64(a*b) + c, which keeps compilers from fusing them; in a program that
// runs on one machine plain a*b + c does as well.
package sim
