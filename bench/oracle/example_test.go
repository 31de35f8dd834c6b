// SPDX-License-Identifier: MIT

package oracle_test

import (
	"fmt"

	"daylight/bench/oracle"
)

// A small box inside a big one must go all the way through the nearest side.
func ExampleMeasure() {
	big := oracle.Box(0, 0, 1, 0, 4, 4)
	small := oracle.Box(2, 1, 1, 0, 1, 1)
	p, err := oracle.Measure(big, small)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("touching:", p.Touching())
	fmt.Println("separation:", p.Float64())
	fmt.Println("normals:", p.Normals())
	fmt.Println("is about -3.0001:", p.Near(-3.0001, 0.001))
	// Output:
	// touching: true
	// separation: -3
	// normals: [[1 0]]
	// is about -3.0001: true
}
