// SPDX-License-Identifier: MIT

package separate

// Stats tells what a call of Separate did. Nothing in it but Workers depends on the number of
// workers.
type Stats struct {
	Contacts   int     // contacts used: one shape can move, both are finite, no sensor, not removed
	Overlaps   int     // contacts that overlapped by more than Slop before the first iteration
	Deepest    float64 // the greatest overlap among them, 0 if there are none
	Iterations int     // iterations it made: fewer than allowed if nothing overlapped any more
	Workers    int     // goroutines used: fewer than allowed if there are few shapes
}
