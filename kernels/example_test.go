// SPDX-License-Identifier: MIT

package kernels_test

import (
	"fmt"

	"daylight/kernels"
)

// How exact is what is said of two circles of radius 1, a metre and a half apart?
func ExampleErrorBounds() {
	bounds := kernels.ErrorBounds(1+1+1.5, 0)
	fmt.Println(bounds.Separation < 1.1e-5)
	// Output: true
}

// Choose checks a name that comes from a flag, and says which is the default.
func ExampleChoose() {
	name, err := kernels.Choose("go")
	fmt.Println(name, err)
	_, err = kernels.Choose("sse9")
	fmt.Println(err)
	// Output:
	// go <nil>
	// unknown kernels: "sse9"; the known names are go, avx2, avx512
}
