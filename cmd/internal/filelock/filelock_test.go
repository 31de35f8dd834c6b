// SPDX-License-Identifier: MIT

package filelock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"daylight/internal/must"
)

// TestTry: a file that is open twice is locked by one, until that is closed.
func TestTry(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	open := func() *os.File {
		f := must.Get(os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666))(t)
		t.Cleanup(func() { f.Close() })
		return f
	}
	a, b := open(), open()
	if err := Try(a); errors.Is(err, errors.ErrUnsupported) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	if err := Try(b); !errors.Is(err, ErrHeld) {
		t.Errorf("locked twice: %v", err)
	}
	if _, err := b.WriteString("x"); err != nil {
		t.Errorf("a lock bars others from the file: %v", err)
	}
	a.Close()
	if err := Try(b); err != nil {
		t.Error(err)
	}
}
