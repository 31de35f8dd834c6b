// SPDX-License-Identifier: MIT

// Package ordered works on the pieces of a stream in parallel and hands over what comes
// of them in the order of the stream.
package ordered
