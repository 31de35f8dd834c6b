// SPDX-License-Identifier: MIT

package job

import (
	"encoding/json"
	"strings"
	"testing"

	"daylight/batch"
)

// TestAsked: zero values stand for flags that were not given, what was sent elsewhere as JSON asks for the same, and what
// was given without a value is a mistake.
func TestAsked(t *testing.T) {
	none := new(Asked)
	s, err := none.Spec(nil)
	if err != nil || s.Mode != batch.ModeContacts || s.Exact || s.Bodies || s.Step != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	flags := &Asked{Mode: "Swept", DT: 0.5, Fold: "Body", Kernels: "auto"}
	text, err := json.Marshal(flags)
	if err != nil {
		t.Fatal(err)
	}
	sent := new(Asked)
	if err := json.Unmarshal(text, sent); err != nil {
		t.Fatal(err)
	}
	if s, err = sent.Spec(nil); err != nil || s.Mode != batch.ModeSwept || s.Step != 0.5 || !s.Bodies {
		t.Errorf("%+v, %v", s, err)
	}
	for flag, want := range map[string]string{"mode": `--mode "": want`, "fold": `--fold "": want`, "dt": "--dt 0: want"} {
		_, err := none.Spec(func(name string) bool { return name == flag })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--%s without a value: %v", flag, err)
		}
	}
	tables := new(Tables)
	if _, err := tables.Reading(func(name string) bool { return name == "radius" }); err != nil || !tables.HasRadius {
		t.Errorf("a radius of 0 that is given: %+v, %v", tables, err)
	}
	for flag, want := range map[string]string{"input": "--input:", "bbox": `--bbox "":`} {
		_, err := tables.Reading(func(name string) bool { return name == flag })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("--%s without a value: %v", flag, err)
		}
	}
}
