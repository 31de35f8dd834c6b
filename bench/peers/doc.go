// SPDX-License-Identifier: MIT

// Package peers runs the benchmarks of other libraries, which lie below bench/peers in
// a checkout, one group to a directory: a command that takes --n, --scene and --frames
// and prints its measurements as JSON, one object to a line. A library that is not
// installed is left out, with the reason.
package peers
