// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/soa"
)

// stage is a View of a simulation that runs.
type stage struct {
	t     *testing.T
	world sim.World
	step  func(context.Context) error
	web   *httptest.Server
	view  *View
	stop  func() error // ends the simulation
	steps atomic.Int64
}

// The stage is the World that is run.
func (s *stage) Shapes() *soa.Shapes       { return s.world.Shapes() }
func (s *stage) Contacts() *batch.Contacts { return s.world.Contacts() }
func (s *stage) Engine() *batch.Engine     { return s.world.Engine() }
func (s *stage) Step(ctx context.Context) error {
	s.steps.Add(1)
	return s.step(ctx)
}

func start(t *testing.T, n int, c Config) *stage {
	t.Helper()
	w, err := sim.New("mixed", n, 1, batch.Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	c.Title = "mixed"
	return serveWorld(t, w, w.Step, c)
}

func serveWorld(t *testing.T, w sim.World, step func(context.Context) error, c Config) *stage {
	t.Helper()
	s := &stage{t: t, world: w, step: step}
	v, err := newView(c)
	if err != nil {
		t.Fatal(err)
	}
	go v.show()
	s.view = v
	s.web = httptest.NewServer(v.handler())
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		err := v.run(ctx, s)
		v.Close()
		done <- err
	}()
	ended := false
	s.stop = func() error {
		if ended {
			return nil
		}
		ended = true
		cancel()
		select {
		case err := <-done:
			return err
		case <-time.After(10 * time.Second):
			t.Error("the simulation did not end")
			return nil
		}
	}
	t.Cleanup(func() {
		s.stop()
		s.web.Close()
	})
	return s
}

// page is a viewer that is a test.
type page struct {
	t     *testing.T
	conn  *websocket.Conn
	ctx   context.Context
	scene []byte
	frame []byte
	text  map[string]map[string]any // the last of each kind
}

func (s *stage) join() *page {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute) // a busy machine is slow
	s.t.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(s.web.URL, "http")+"/socket", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	conn.SetReadLimit(1 << 26)
	s.t.Cleanup(func() { conn.CloseNow() })
	return &page{t: s.t, conn: conn, ctx: ctx, text: map[string]map[string]any{}}
}

// next reads one message and says what it is.
func (p *page) next() (kind string, err error) {
	typ, data, err := p.conn.Read(p.ctx)
	if err != nil {
		return "", err
	}
	if typ == websocket.MessageBinary {
		switch kind = string(data[:4]); kind {
		case "DLS1":
			p.scene = data
		case "DLF1":
			p.frame = data
		default:
			p.t.Fatalf("a message of kind %q", kind)
		}
		return kind, nil
	}
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		p.t.Fatal(err)
	}
	kind = m["t"].(string)
	p.text[kind] = m
	return kind, nil
}

// until reads until a message of that kind for which is, which may be nil, holds.
func (p *page) until(kind string, is func() bool) {
	p.t.Helper()
	for {
		got, err := p.next()
		if err != nil {
			p.t.Fatalf("waiting for %s: %v", kind, err)
		}
		if got == "DLF1" {
			p.send(`{"t":"ack","n":1}`)
		}
		if got == kind && (is == nil || is()) {
			return
		}
	}
}

func (p *page) send(text string) {
	p.t.Helper()
	if err := p.conn.Write(p.ctx, websocket.MessageText, []byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) number() int {
	return int(math.Float64frombits(binary.LittleEndian.Uint64(p.frame[16:])))
}

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
