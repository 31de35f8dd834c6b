// SPDX-License-Identifier: MIT

// Package recording keeps what a run of a simulation needs to be repeated, and a hash
// of every frame to compare it with.
//
// A recording is text. The first line is a JSON object: the scene, the number of
// shapes, the seed and what stepped it. Then comes the hash of each frame, frame 0
// being the scene before its first step, as 16 hexadecimal digits on a line, and a
// last line, a JSON object again, with the number of steps and the final hash. A file
// without that line was cut off.
//
//	{"daylight":"recording","format":1,"scene":"boxes","shapes":1000,"seed":42,...}
//	9ae16a3b2f90404f
//	...
//	{"frames":600,"hash":"4e0b5c2d41d8cd98"}
//
// Lines that begin with ! are kept for what a user does to a scene while it runs. No
// scene takes such input yet, and a reader that does not know an input refuses it: it
// could not repeat the run.
package recording
