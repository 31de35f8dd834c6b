// SPDX-License-Identifier: MIT

// Boids fly in a flock (C. Reynolds, 1987): each looks at the others that it sees, flies as they do
// and towards their middle, and keeps off those that are too near.
package main
