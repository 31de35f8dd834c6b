// SPDX-License-Identifier: MIT

// Package geometry reads the geometries that tables hold: Well-Known Text and binary, with
// and without the extensions of PostGIS, and GeoJSON.
//
// It says what is written, not what can be made of it: which geometries are shapes is for
// package shapes to say. Z and M are left out. Rings must be closed, and their closing
// point is dropped.
package geometry
