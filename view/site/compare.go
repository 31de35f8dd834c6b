// SPDX-License-Identifier: MIT

//go:build !js

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// compare adds what compare.html needs: the drivers of other engines, the engines as npm has
// installed them, and scenes for them, as bench/peers/go writes them.
func compare(ctx context.Context, dir, peers string) error {
	to := filepath.Join(dir, "peers")
	for name, from := range map[string]string{
		"engines": "engines",
		"rapier":  "node_modules/@dimforge/rapier2d-simd-compat",
		"box2d3":  "node_modules/box2d3-wasm",
	} {
		if err := os.CopyFS(filepath.Join(to, name), os.DirFS(filepath.Join(peers, from))); err != nil {
			return fmt.Errorf("%w: run npm ci in %s", err, peers)
		}
	}
	data, err := os.ReadFile(filepath.Join(peers, "scene.js"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, "scene.js"), data, 0o666); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, "nothing.js"), []byte("export const readFileSync = undefined;\n"), 0o666); err != nil {
		return err
	}
	to, err = filepath.Abs(to)
	if err != nil {
		return err
	}
	for _, n := range []int{2000, 10_000, 50_000} {
		run := exec.CommandContext(ctx, "go", "run", ".", "--scene", "boxes", "--n", strconv.Itoa(n), "--write", filepath.Join(to, fmt.Sprintf("boxes-%d.scene", n)))
		run.Dir = filepath.Join(peers, "..", "go")
		if text, err := run.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, text)
		}
	}
	return nil
}
