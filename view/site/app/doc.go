// SPDX-License-Identifier: MIT

//go:build js

// Command app is a simulation compiled to WebAssembly. In a browser it runs in the worker of a page
// that the command site makes, and package view shows it there; in Node it prints the hash of its
// first steps.
package main
