// SPDX-License-Identifier: MIT

// Package qp solves the quadratic programme of a push in the plane: the shortest vector d with n·d
// >= depth for the normal n and the depth of every contact.
package qp
