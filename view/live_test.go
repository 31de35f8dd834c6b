// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/internal/livetest"
)

// TestFrame: what a page is sent is where the shapes are.
func TestFrame(t *testing.T) {
	s := start(t, 300, Config{Paused: true})
	p := s.join()
	p.until("hello", nil)
	if p.text["hello"]["title"] != "mixed" {
		t.Errorf("hello: %v", p.text["hello"])
	}
	p.until("DLS1", nil)
	p.until("DLF1", nil)
	p.until("stats", func() bool { return p.text["stats"]["paused"] == true })
	if p.number() != 0 {
		t.Errorf("frame %d", p.number())
	}
	for k := range 3 {
		p.send(`{"t":"step"}`)
		p.until("DLF1", func() bool { return p.number() == k+1 })
	}
	s.stop()

	f64 := func(b []byte, at int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b[at:])) }
	f32 := func(b []byte, at int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[at:])))
	}
	i16 := func(b []byte, at int) float64 { return float64(int16(binary.LittleEndian.Uint16(b[at:]))) / 32767 }
	ox, oy := f64(p.scene, 48), f64(p.scene, 56)
	touching := map[uint32]bool{}
	deepest := map[uint32]float64{}
	c := s.world.Contacts()
	for i := range c.A {
		for _, id := range []uint32{c.A[i].Index(), c.B[i].Index()} {
			touching[id] = true
			deepest[id] = max(deepest[id], float64(c.Depth[i]))
		}
	}
	scale := f32(p.frame, 24)
	if len(touching) == 0 || !(scale > 0) {
		t.Fatalf("%d shapes touch, and the scale of depth ends at %v", len(touching), scale)
	}
	if n := len(p.frame); n != frameHeader+300*frameShape {
		t.Fatalf("a frame has %d bytes", n)
	}
	for _, id := range livetest.IDs(s.world.Shapes()) {
		sh, err := s.world.Shapes().Shape(id)
		if err != nil {
			t.Fatal(err)
		}
		i := id.Index()
		b := p.frame[frameHeader+int(i)*frameShape:]
		if x, y := f32(b, 0)+ox, f32(b, 4)+oy; math.Abs(x-sh.Pose.X)+math.Abs(y-sh.Pose.Y) > 1e-4 {
			t.Errorf("shape %d at %v, %v, want %v", i, x, y, sh.Pose)
		}
		if math.Abs(i16(b, 8)-float64(sh.Pose.C))+math.Abs(i16(b, 10)-float64(sh.Pose.S)) > 1e-4 {
			t.Errorf("shape %d turned by %v, %v, want %v", i, i16(b, 8), i16(b, 10), sh.Pose)
		}
		if got := b[15]&flagTouches != 0; got != touching[i] || b[15]&flagAbsent != 0 {
			t.Errorf("shape %d has flags %b; touching: %v", i, b[15], touching[i])
		}
		if want := min(255*deepest[i]/scale, 255); math.Abs(float64(b[12])-want) > 1 {
			t.Errorf("shape %d has depth %d, want %v", i, b[12], want)
		}
		g := p.scene[sceneHeader+int(i)*sceneShape:]
		n, kind := binary.LittleEndian.Uint32(g[24:])&0xffffff, binary.LittleEndian.Uint32(g[24:])>>24
		if int(n) != len(sh.Vertices) || f32(g, 16) != sh.Radius || kind > kindPolygon {
			t.Errorf("shape %d: kind %d of %d vertices, radius %v", i, kind, n, f32(g, 16))
		}
		if kind == kindPolygon {
			first := int(binary.LittleEndian.Uint32(g[20:]))
			for k, v := range sh.Vertices {
				at := sceneHeader + 300*sceneShape + (first+k)*sceneVertex
				if f32(p.scene, at) != v.X || f32(p.scene, at+4) != v.Y {
					t.Fatalf("shape %d, vertex %d: %v, %v, want %v", i, k, f32(p.scene, at), f32(p.scene, at+4), v)
				}
			}
		}
	}
}

// TestFiguresOfTheLast: figures come for the last event, though no event follows it. A page that
// came before Next was called hears that it can pause. The figures of a step follow it, and the
// remaining pages hear of a page that leaves.
func TestFiguresOfTheLast(t *testing.T) {
	v, err := newView(Config{Paused: true})
	if err != nil {
		t.Fatal(err)
	}
	go v.show()
	s := &stage{t: t, view: v, web: httptest.NewServer(v.handler())}
	ctx, cancel := context.WithCancel(t.Context())
	defer func() {
		cancel()
		v.Close()
		s.web.Close()
	}()
	p := s.join()
	p.until("stats", func() bool { return p.text["stats"]["pausable"] == false })
	w, err := sim.New("mixed", 30, 1, batch.Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- v.run(ctx, w) }()
	p.until("stats", func() bool { return p.text["stats"]["paused"] == true })
	for k := range 5 {
		p.send(`{"t":"step"}`)
		p.until("stats", func() bool { return p.text["stats"]["frame"] == float64(k+1) })
	}
	other := s.join()
	p.until("stats", func() bool { return p.text["stats"]["viewers"] == 2.0 })
	other.conn.CloseNow()
	p.until("stats", func() bool { return p.text["stats"]["viewers"] == 1.0 })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestControls: pause, resume, step and watch.
func TestControls(t *testing.T) {
	s := start(t, 300, Config{FPS: 200})
	p := s.join()
	p.until("DLF1", func() bool { return p.number() > 5 })
	p.until("stats", func() bool { return p.text["stats"]["times"].(map[string]any)["rate"].(float64) > 0 })
	p.send(`{"t":"pause"}`)
	p.until("stats", func() bool { return p.text["stats"]["paused"] == true })
	var at int64
	waitFor(t, "the last frame", func() bool { // a step that was under way is shown, too
		at = s.steps.Load()
		for int64(p.number()) < at {
			p.until("DLF1", nil)
		}
		time.Sleep(20 * time.Millisecond)
		return s.steps.Load() == at
	})
	p.send(`{"t":"step"}`)
	p.until("DLF1", func() bool { return int64(p.number()) == at+1 })
	c := s.world.Contacts()
	a, b := c.A[0], c.B[0] // nothing steps now
	p.send(fmt.Sprintf(`{"t":"watch","i":%d}`, a.Index()))
	p.until("detail", nil)
	d := p.text["detail"]
	found := false
	for _, m := range d["contacts"].([]any) {
		found = found || m.(map[string]any)["id"] == b.String()
	}
	if d["id"] != a.String() || !found {
		t.Errorf("detail %v lacks the contact with %v", d, b)
	}
	for _, bad := range []string{`{"t":"watch","i":100000}`, `{"t":"watch","i":-7}`, `{"t":"watch"}`, `{"t":"dance"}`} {
		p.send(bad)
	}
	p.send(`{"t":"resume"}`)
	p.until("DLF1", func() bool { return int64(p.number()) > at+3 })
	p.send(`no JSON`)
	for {
		if _, err := p.next(); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusInvalidFramePayloadData {
				t.Errorf("after no JSON: %v", err)
			}
			break
		}
	}
	before := s.steps.Load()
	waitFor(t, "more steps", func() bool { return s.steps.Load() > before+5 })
}

// failing is a simulation whose steps do nothing but what is given.
func failing(t *testing.T, c Config, step func() error) *stage {
	t.Helper()
	w, err := sim.New("mixed", 100, 1, batch.Config{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return serveWorld(t, w, func(context.Context) error { return step() }, c)
}

// TestFailure: a step that fails ends the server with its error.
func TestFailure(t *testing.T) {
	left := 10
	s := failing(t, Config{FPS: 1000}, func() error {
		if left--; left < 0 {
			return fmt.Errorf("a wall fell over")
		}
		return nil
	})
	p := s.join()
	for {
		if _, err := p.next(); err != nil {
			break
		}
	}
	if err := s.stop(); err == nil || err.Error() != "a wall fell over" {
		t.Errorf("got %v", err)
	}
}

// TestFailureOnRequest: so does one that a viewer asked for, even if the next would not
// fail: a frame is missing.
func TestFailureOnRequest(t *testing.T) {
	first := true
	s := failing(t, Config{FPS: 1000, Paused: true}, func() error {
		if first {
			first = false
			return fmt.Errorf("a wall fell over")
		}
		return nil
	})
	p := s.join()
	p.send(`{"t":"step"}`)
	for begun := time.Now(); time.Since(begun) < 10*time.Second; {
		if _, err := p.next(); err != nil {
			break
		}
	}
	if err := s.stop(); err == nil || err.Error() != "a wall fell over" {
		t.Errorf("got %v", err)
	}
}

// TestStrangers: foreign names and pages of other origins are refused.
func TestStrangers(t *testing.T) {
	s := start(t, 10, Config{Paused: true})
	_, port, _ := strings.Cut(strings.TrimPrefix(s.web.URL, "http://"), ":")
	get := func(path, host, origin string) (int, http.Header) {
		r, err := http.NewRequest("GET", s.web.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if path == "/socket" {
			r.Header.Set("Connection", "Upgrade")
			r.Header.Set("Upgrade", "websocket")
			r.Header.Set("Sec-WebSocket-Version", "13")
			r.Header.Set("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA==")
		}
		a, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		return a.StatusCode, a.Header
	}
	own := "127.0.0.1:" + port
	for _, c := range []struct {
		path, host, origin string
		want               int
	}{
		{"/", own, "", 200},
		{"/main.js", "localhost:" + port, "", 200},
		{"/draw.js", "[::1]:" + port, "", 200},
		{"/palette.js", own, "", 200},
		{"/", "evil.example:" + port, "", 403},
		{"/", "192.168.1.7", "", 200},
		{"/", "[fe80::1]", "", 200},
		{"/", "127.0.0.1%.evil.example", "", 403},
		{"/", "127.0.0.1%.evil.example:" + port, "", 403},
		{"/", "::1%.evil.example", "", 403},
		{"/", "[::1].evil.example", "", 403},
		{"/", "localhost.evil.example", "", 403},
		{"/socket", "127.0.0.1%.evil.example:" + port, "http://127.0.0.1%.evil.example:" + port, 403},
		{"/socket", "evil.example:" + port, "http://evil.example:" + port, 403},
		{"/socket", "127.0.0.1.evil.example", "", 403},
		{"/socket", own, "http://evil.example", 403},
		{"/socket", own, "http://127.0.0.1:1", 403},
		{"/socket", own, "null", 403},
		{"/socket", own, "http://" + own, 101},
		{"/socket", "LOCALHOST:" + port, "http://localhost:" + port, 101},
		{"/socket", own, "", 101}, // no browser
		{"/page/main.js", own, "", 404},
		{"/live.go", own, "", 404},
	} {
		got, h := get(c.path, c.host, c.origin)
		if got != c.want {
			t.Errorf("GET %s, host %s, origin %q: %d, want %d", c.path, c.host, c.origin, got, c.want)
		}
		if got == 200 && (!strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") || h.Get("X-Content-Type-Options") != "nosniff") {
			t.Errorf("GET %s: headers %v", c.path, h)
		}
	}
	if r, err := http.Post(s.web.URL+"/", "text/plain", nil); err != nil || r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %v, %v", r.StatusCode, err)
	}
}
