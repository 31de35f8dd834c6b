// SPDX-License-Identifier: MIT

package resume

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"daylight/cmd/internal/output"
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

// TestDamagedJournal: whatever is changed in a journal, it is refused.
func TestDamagedJournal(t *testing.T) {
	out, job := filepath.Join(t.TempDir(), "out"), Job{By: output.Program{Version: "1", Answers: 2}, Arguments: "<a>&b", Inputs: []Input{{"in", 3, "sum"}}}
	w, _ := must.Both(Open(out, job))(t)
	must.Get(w.Write([]byte("rows")))(t)
	must.Do(t, w.Mark(3, map[string]any{"plan": map[string]any{"tiles": 7, "worlds": []int{1, 2}}, "tiles": []string{"<x>"}}))
	must.Do(t, w.Close())
	var whole map[string]any
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(w.journal()))(t), &whole))
	try := func(where string) {
		was := must.Get(os.ReadFile(w.journal()))(t)
		must.Do(t, os.WriteFile(w.journal(), must.Get(json.Marshal(whole))(t), 0o666))
		if again, notes, err := Open(out, job); err == nil {
			t.Errorf("%s: %d steps and %s are gone on with", where, again.Done(), notes)
			must.Do(t, again.Close())
		}
		must.Do(t, os.WriteFile(w.journal(), was, 0o666))
	}
	changed(whole, try)
	again, notes := must.Both(Open(out, job))(t)
	if again.Done() != 3 || len(notes) == 0 {
		t.Errorf("%d steps and %s", again.Done(), notes)
	}
	must.Do(t, again.Remove())
}

// changed changes each value of a document in turn.
func changed(v any, see func(where string)) {
	with := func(where string, was any, set func(any)) {
		for _, other := range []any{nil, 0.0, -1.0, 1e9, "x", []any{}, map[string]any{}} {
			if !reflect.DeepEqual(was, other) {
				set(other)
				see(fmt.Sprintf("%s %v", where, other))
			}
		}
		set(was)
		changed(was, func(below string) { see(where + "." + below) })
	}
	switch v := v.(type) {
	case map[string]any:
		for name, was := range v {
			with(name, was, func(x any) { v[name] = x })
		}
	case []any:
		for i, was := range v {
			with(fmt.Sprint(i), was, func(x any) { v[i] = x })
		}
	}
}
