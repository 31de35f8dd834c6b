// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestSlowViewer: one that confirms nothing gets a few frames and no more; neither the
// simulation nor another viewer waits for it. When it wakes up, it sees the present.
func TestSlowViewer(t *testing.T) {
	s := start(t, 2000, Config{FPS: 500})
	slow, quick := s.join(), s.join()
	count := 0
	quick.until("DLF1", func() bool { count++; return count == 200 })
	begun := s.steps.Load()
	frames := 0
	for {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		typ, data, err := slow.conn.Read(ctx)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if typ == websocket.MessageBinary && string(data[:4]) == "DLF1" {
			frames++
			slow.frame = data
		}
		// Figures go on coming, so that the wait ends.
		if typ == websocket.MessageText && frames >= credit && s.steps.Load() > begun+50 {
			break
		}
	}
	if frames > credit+1 {
		t.Errorf("a viewer that confirms nothing got %d frames", frames)
	}
	if old := int64(slow.number()); old >= begun { // before the other viewer had its 200
		t.Errorf("the last of them is of step %d, and of %d others were left out", old, begun)
	}
	slow.send(`{"t":"ack","n":2}`)
	at := s.steps.Load()
	slow.until("DLF1", func() bool { return int64(slow.number()) >= at })
}

// TestStuckViewer: one that does not even read holds up nobody, and does not keep the
// server from ending.
func TestStuckViewer(t *testing.T) {
	s := start(t, 50000, Config{})
	stuck, quick := s.join(), s.join()
	for range 20 { // confirms what it never read, until the server gives it up
		_ = stuck.conn.Write(stuck.ctx, websocket.MessageText, []byte(`{"t":"ack","n":2}`))
		quick.until("DLF1", nil)
	}
	begun := time.Now()
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	t.Logf("ending took %v", time.Since(begun))
}

// TestManyViewers: all see the same frames, come and go, and there is a bound.
func TestManyViewers(t *testing.T) {
	s := start(t, 200, Config{FPS: 100})
	var pages []*page
	for range maxViewers {
		pages = append(pages, s.join())
	}
	_, r, err := websocket.Dial(pages[0].ctx, "ws"+strings.TrimPrefix(s.web.URL, "http")+"/socket", nil)
	if err == nil || r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one viewer too many: %v", err)
	}
	pages[0].until("stats", func() bool { return pages[0].text["stats"]["viewers"] == float64(maxViewers) })
	seen := map[int][]byte{}
	for i, p := range pages {
		p.until("DLF1", func() bool { return p.number() > 20 })
		frame := append([]byte(nil), p.frame...)
		if other, ok := seen[p.number()]; ok && string(other) != string(frame) {
			t.Errorf("viewer %d sees another frame %d", i, p.number())
		}
		seen[p.number()] = frame
		if i > 0 {
			p.conn.CloseNow()
		}
	}
	pages[0].until("stats", func() bool { return pages[0].text["stats"]["viewers"] == 1.0 })
	s.join().until("DLF1", nil)
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	for {
		if _, err := pages[0].next(); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusGoingAway {
				t.Errorf("at the end: %v", err)
			}
			break
		}
	}
}
