// SPDX-License-Identifier: MIT

// Package broadphase finds pairs of overlapping boxes.
package broadphase
