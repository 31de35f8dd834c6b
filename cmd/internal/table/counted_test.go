// SPDX-License-Identifier: MIT

package table

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"daylight/internal/must"
)

// TestCounted: what several goroutines read at once is told of one after the other.
func TestCounted(t *testing.T) {
	const size, readers, reads = 1 << 16, 4, 64
	name := filepath.Join(t.TempDir(), "in.csv")
	must.Do(t, os.WriteFile(name, make([]byte, size), 0o600))
	sum := 0
	s := must.Get(Open(t.Context(), name, nil, func(n int) { sum += n }, nil))(t)
	want := sum + 2*readers*size
	var all sync.WaitGroup
	for range readers {
		all.Go(func() {
			for k := range int64(reads) {
				if _, err := s.ReadAt(make([]byte, size/reads), k*size/reads); err != nil {
					t.Error(err)
				}
			}
		})
		all.Go(func() {
			if n, err := io.Copy(io.Discard, io.NewSectionReader(s, 0, size)); n != size || err != nil {
				t.Error(n, err)
			}
		})
	}
	all.Wait()
	if must.Do(t, s.Close()); sum != want {
		t.Errorf("told of %d bytes, not of %d", sum, want)
	}
}
