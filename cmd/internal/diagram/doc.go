// SPDX-License-Identifier: MIT

// Package diagram draws the shapes and contacts of one world as a picture: shapes in
// pale outlines, darker where they touch something; the region that each pair shares
// in a colour for its depth; and the contact's normal as an arrow from there, which
// is the way the second shape would have to move.
package diagram
