// SPDX-License-Identifier: MIT

package resume

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"daylight/internal/must"
)

// TestSynced: rows are on the disk before the journal counts them.
func TestSynced(t *testing.T) {
	w, _ := must.Both(Open(filepath.Join(t.TempDir(), "out"), Job{}))(t)
	synced := 0
	syncFile = func(f *os.File) error {
		var at state
		text, err := os.ReadFile(w.journal())
		if err == nil {
			err = json.Unmarshal(text, &at)
		}
		info, failed := f.Stat()
		if err != nil || failed != nil || at.Done != 0 || info.Size() != 4 {
			t.Errorf("synced %d bytes when %d steps were counted; %v, %v", info.Size(), at.Done, err, failed)
		}
		synced++
		return f.Sync()
	}
	defer func() { syncFile = (*os.File).Sync }()
	must.Get(w.Write([]byte("rows")))(t)
	if err := w.Mark(1, nil); err != nil || synced != 1 {
		t.Errorf("synced %d times, %v", synced, err)
	}
	if err := w.Remove(); err != nil {
		t.Error(err)
	}
}
