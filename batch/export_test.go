// SPDX-License-Identifier: MIT

package batch

// Hints turns the axes off, and on again, that steps remember: contacts must not depend on them.
func Hints(on bool) Option {
	return func(c *config) error {
		c.hints = on
		return nil
	}
}
