// SPDX-License-Identifier: MIT

//go:build !js && !wasip1 && !plan9

package main

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"daylight/internal/must"
)

func TestBenchInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted on Windows")
	}
	dir := t.TempDir()
	c := command(t, dir, strings.Fields("bench --ladder --sizes 10000 --rounds 1000 --budget 0s --json out.json")...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	must.Do(t, c.Start())
	waitForOutput(t, c, dir)
	time.Sleep(100 * time.Millisecond)
	must.Do(t, c.Process.Signal(os.Interrupt))
	_ = c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit %d: %s", code, stderr.String())
	}
	if names := files(t, dir); names != "" {
		t.Errorf("left behind: %s", names)
	}
}
