// SPDX-License-Identifier: MIT

//go:build !unix

package peers

import (
	"os/exec"
	"time"
)

// tree bounds how long a child of a cancelled command is waited for.
func tree(c *exec.Cmd) { c.WaitDelay = time.Second }
