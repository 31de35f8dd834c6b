// SPDX-License-Identifier: MIT

package memory

import "fmt"

// For says what memory that there is not enough of was for, and which flag gives more. Without an error it returns nil.
func For(what string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w (--memory says how much to use)", what, err)
	}
	return err
}
