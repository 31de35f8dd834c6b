// SPDX-License-Identifier: MIT

package live

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/internal/livetest"
)

// stage is a server with a simulation that runs.
type stage struct {
	t      *testing.T
	world  sim.World
	web    *httptest.Server
	server *Server
	stop   func() error // ends the simulation
	steps  atomic.Int64
}

func start(t *testing.T, n int, c Config) *stage {
	t.Helper()
	w, err := sim.New("mixed", n, 1, batch.Workers(1))
	if err != nil {
		t.Fatal(err)
	}
	c.Title = "mixed"
	return serveWorld(t, w, c)
}

func serveWorld(t *testing.T, w sim.World, c Config) *stage {
	t.Helper()
	s := &stage{t: t, world: w}
	c.World = w
	if c.Step == nil {
		c.Step = s.world.Step
	}
	step := c.Step
	c.Step = func(ctx context.Context) error {
		s.steps.Add(1)
		return step(ctx)
	}
	server := New(c)
	s.server = server
	s.web = httptest.NewServer(server.Handler())
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Run(ctx) }()
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
			t.Error("the server did not end")
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
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
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
	if p.number() != 0 || p.frame[12] != 1 {
		t.Errorf("frame %d, paused %d", p.number(), p.frame[12])
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

// TestControls: pause, resume, step and watch.
func TestControls(t *testing.T) {
	s := start(t, 300, Config{FPS: 200})
	p := s.join()
	p.until("DLF1", func() bool { return p.number() > 5 })
	p.until("stats", func() bool { return p.text["stats"]["rate"].(float64) > 0 })
	p.send(`{"t":"pause"}`)
	p.until("DLF1", func() bool { return p.frame[12] == 1 })
	at := s.steps.Load()
	if int64(p.number()) != at {
		t.Errorf("paused at frame %d after %d steps", p.number(), at)
	}
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
	p.until("DLF1", func() bool { return p.frame[12] == 0 && int64(p.number()) > at+3 })
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

func waitFor(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

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
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
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
	if old := int64(slow.number()); old > 100 {
		t.Errorf("the last of them is of step %d", old)
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
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("ending took %v", took)
	}
}

// TestManyViewers: all see the same frames, come and go, and there is a bound.
func TestManyViewers(t *testing.T) {
	s := start(t, 200, Config{FPS: 100})
	var pages []*page
	for range MaxViewers {
		pages = append(pages, s.join())
	}
	_, r, err := websocket.Dial(pages[0].ctx, "ws"+strings.TrimPrefix(s.web.URL, "http")+"/socket", nil)
	if err == nil || r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one viewer too many: %v", err)
	}
	pages[0].until("stats", func() bool { return pages[0].text["stats"]["viewers"] == float64(MaxViewers) })
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

// TestFailure: a step that fails ends the server with its error.
func TestFailure(t *testing.T) {
	left := 10
	s := start(t, 100, Config{FPS: 1000, Step: func(context.Context) error {
		if left--; left < 0 {
			return fmt.Errorf("a wall fell over")
		}
		return nil
	}})
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
	s := start(t, 100, Config{FPS: 1000, Paused: true, Step: func(context.Context) error {
		if first {
			first = false
			return fmt.Errorf("a wall fell over")
		}
		return nil
	}})
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
