// SPDX-License-Identifier: MIT

package job

// Given reports whether a flag was given, whatever its value; nil stands for what is known to be right.
type Given func(flag string) bool

func (g Given) is(flag string) bool { return g != nil && g(flag) }
