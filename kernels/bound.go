// SPDX-License-Identifier: MIT

package kernels

// ErrorBound is how far a reported separation may be from the true one, for a pair
// whose scale is reachA + reachB + |dx| + |dy|: the greatest distance of a point of
// either shape from its position, and the distance of the positions per axis.
func ErrorBound(scale float32) float32 {
	return 48*0x1p-24*scale + 0x1p-60
}
