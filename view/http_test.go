// SPDX-License-Identifier: MIT

package view

import "testing"

// TestPageAddress: what listens everywhere is still found on this machine.
func TestPageAddress(t *testing.T) {
	for at, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80/", "[::1]:80": "http://[::1]:80/", "0.0.0.0:80": "http://127.0.0.1:80/", "[::]:80": "http://127.0.0.1:80/",
	} {
		if got := pageAddress(address(at)); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

type address string

func (a address) Network() string { return "tcp" }
func (a address) String() string  { return string(a) }
