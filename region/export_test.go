// SPDX-License-Identifier: MIT

package region

// RandomTouching makes rings that often touch, for tests outside.
var RandomTouching = randomTouching
