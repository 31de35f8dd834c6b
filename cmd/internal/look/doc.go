// SPDX-License-Identifier: MIT

// Package look says how a frame of a simulation is looked at: which part of the plane
// it takes up, and the figure that each shape is coloured by.
package look
