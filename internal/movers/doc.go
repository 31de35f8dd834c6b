// SPDX-License-Identifier: MIT

// Package movers has what packages separate and solver share: the shapes that contacts may move, as
// columns of one store or of two, with their inverse masses, and the bodies that they are parts of.
package movers
