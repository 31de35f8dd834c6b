// SPDX-License-Identifier: MIT

package shapes

import (
	"strings"
	"testing"

	"daylight/internal/must"
)

// TestScratchFails: what cannot be written is said of the directory, and not of a file that has no name by then.
func TestScratchFails(t *testing.T) {
	dir := t.TempDir()
	s := must.Get(NewScratch(dir))(t)
	s.file.Close()
	_, err := s.Write(make([]byte, 2<<20))
	_, missing := NewScratch(dir + "/none")
	for _, err := range []error{err, missing} {
		if err == nil || !strings.Contains(err.Error(), " in "+dir) || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%v", err)
		}
	}
}
