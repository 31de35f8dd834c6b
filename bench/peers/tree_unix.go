// SPDX-License-Identifier: MIT

//go:build unix

package peers

import (
	"os/exec"
	"syscall"
	"time"
)

// tree makes the end of a command the end of what it started: go run has a child.
func tree(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
}
