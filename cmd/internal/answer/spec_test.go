// SPDX-License-Identifier: MIT

package answer

import (
	"strings"
	"testing"

	"daylight/batch"
)

// TestSpec: zero values stand for flags that were not given, and what was given without a value is
// a mistake.
func TestSpec(t *testing.T) {
	none := new(Spec)
	if err := none.Check(nil); err != nil || none.Mode != batch.ModeContacts || none.Exact || none.Bodies || none.Step != 0 {
		t.Errorf("%+v, %v", none, err)
	}
	s := &Spec{Step: 0.5}
	s.Words.Mode, s.Words.Fold, s.Kernels = "Swept", "Body", "auto"
	if err := s.Check(nil); err != nil || s.Mode != batch.ModeSwept || s.Step != 0.5 || !s.Bodies {
		t.Errorf("%+v, %v", s, err)
	}
	for flag, want := range map[string]string{"mode": `--mode "": want`, "fold": `--fold "": want`, "dt": "--dt 0: want"} {
		err := new(Spec).Check(func(name string) bool { return name == flag })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--%s without a value: %v", flag, err)
		}
	}
}
