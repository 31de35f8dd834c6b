// SPDX-License-Identifier: MIT

// Package pose brings shapes up to date after they have moved: rotations are normalised and
// AABBs of boxes and capsules computed (refresh), polygons turned, their AABBs with them
// (rotate), AABBs widened by a motion (cover), and sines and cosines computed, the same bits
// everywhere (sincos).
package pose
