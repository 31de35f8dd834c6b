// SPDX-License-Identifier: MIT

// Package push finds the shortest pushes that end overlaps: how a shape or a body has to move, if
// all others stay where they are. It moves nothing itself. Out pushes one shape out of everything
// that it overlaps:
//
//	contacts, err := engine.Step(ctx)
//	...
//	p, err := push.Out(contacts, hero)
//	err = shapes.SetPosition(hero, x+p.X, y+p.Y)
//
// Pushes.Find does so for each shape, as if it alone moved. Both keep to the normals of the
// contacts, so a push is the solution of a quadratic programme in two variables.
//
// Bodies.Find finds the minimum translation vector (MTV) of each pair of whole bodies of several
// parts, concave or not: the shortest translation that parts all parts of one from all parts of the
// other. Package mtv lists the candidates for two convex shapes.
//
// Package separate moves all shapes apart at once. All answers have the same bits on every
// instruction set.
package push
