// SPDX-License-Identifier: MIT

//go:build !js

// Command site makes a page that needs no server. The simulations of bench/sim, compiled to
// WebAssembly, run in the browser. The page says whether they find the same bits as native code.
//
//	go run ./site               makes it, serves it on this machine, and says where
//	go run ./site --out DIR     writes its files, for any server of files
package main
