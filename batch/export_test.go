// SPDX-License-Identifier: MIT

package batch

// Hinted returns c with the axes that steps remember on or off: contacts must not depend on them.
func (c Config) Hinted(on bool) Config {
	c.unhinted = !on
	return c
}
