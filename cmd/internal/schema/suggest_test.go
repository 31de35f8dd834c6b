// SPDX-License-Identifier: MIT

package schema

import "testing"

func TestSuggestions(t *testing.T) {
	for name, want := range map[string]string{
		"wrold": "world", "wold": "world", "worlds": "world", "with": "width", "heigth": "height", "radios": "radius", "half_lenght": "half_length",
		"id": "", "name": "", "xx": "", "": "",
	} {
		got := suggest(name, 0)
		if want != "" {
			want = " (did you mean " + want + "?)"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
