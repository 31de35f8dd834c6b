// SPDX-License-Identifier: MIT

package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daylight/internal/must"
)

// TestOverwriteFails: if copying over a file of another owner fails when its content is
// gone already, what was to be written is kept, and the error says where.
func TestOverwriteFails(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("needs /dev/full, a device on which there is no room")
	}
	f := must.Get(Create(filepath.Join(t.TempDir(), "out"), nil))(t)
	must.Get(f.Write([]byte("all of it")))(t)
	must.Do(t, f.Seal())
	temp := f.temp
	f.copy, f.path = true, "/dev/full"
	if err := Commit(f); err == nil || !strings.Contains(err.Error(), temp) {
		t.Errorf("got %v, want an error that names %s", err, temp)
	}
	if kept, err := os.ReadFile(temp); err != nil || string(kept) != "all of it" {
		t.Errorf("%q, %v", kept, err)
	}
}
