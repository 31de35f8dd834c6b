// SPDX-License-Identifier: MIT

// Package movers has the common data of packages separate and solver: the shapes that contacts may
// move, as columns of one store or of two, with their inverse masses and their bodies.
package movers
