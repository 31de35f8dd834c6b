// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestSlowClients: the server does not wait for a client that does not end its request. The header
// or the body may not come, or the client may not take the answer.
func TestSlowClients(t *testing.T) {
	t.Parallel() // it waits more than it works
	s := start(t, 50, Config{})
	web := s.view.server()
	for name, d := range map[string]time.Duration{
		"header": web.ReadHeaderTimeout, "request": web.ReadTimeout, "answer": web.WriteTimeout, "idle": web.IdleTimeout,
	} {
		if d <= 0 || d > time.Minute {
			t.Errorf("%s: %v", name, d)
		}
	}
	// The same with less patience.
	web.ReadHeaderTimeout, web.ReadTimeout, web.IdleTimeout = 200*time.Millisecond, 400*time.Millisecond, 600*time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go web.Serve(listener)
	defer web.Close()
	for _, c := range []struct{ name, text string }{
		{"nothing", ""},
		{"half a header", "GET / HTTP/1.1\r\nHost: 127"},
		{"a body that never comes", "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"},
		{"a body that never comes to a socket", "GET /socket HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"},
		{"a body in pieces that never end", "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"},
		{"one request and no other", "GET /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n"},
	} {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, c.text); err != nil {
			t.Fatal(err)
		}
		conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		begin := time.Now()
		if _, err := io.Copy(io.Discard, conn); err != nil && !strings.Contains(err.Error(), "reset") {
			t.Errorf("%s: the connection is still open after %v (%v)", c.name, time.Since(begin), err)
		}
		conn.Close()
	}
}

// TestSilentViewers: viewers that never confirm a frame have their places for as long as
// nobody else wants them.
func TestSilentViewers(t *testing.T) {
	t.Parallel() // it waits more than it works
	s := start(t, 50, Config{FPS: 100})
	s.view.door.Lock()
	s.view.door.idle = time.Second
	s.view.door.Unlock()
	var silent []*page
	for range maxViewers - 1 {
		silent = append(silent, s.join())
	}
	busy := s.join()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	confirmed := make(chan error, 1)
	go func() { // the one that confirms what it gets
		for {
			typ, data, err := busy.conn.Read(ctx)
			if err == nil && typ == websocket.MessageBinary && string(data[:4]) == "DLF1" {
				err = busy.conn.Write(ctx, websocket.MessageText, []byte(`{"t":"ack","n":1}`))
			}
			if err != nil {
				confirmed <- err
				return
			}
		}
	}()
	time.Sleep(2 * s.view.door.idle)
	for range 2*maxViewers - 3 {
		p := s.join() // fails the test if there is no place
		p.until("hello", nil)
		// The newcomers are as silent, and give their places up in turn.
		if len(silent) < 2*maxViewers-3 {
			silent = append(silent, p)
		}
		time.Sleep(s.view.door.idle / 20)
	}
	select {
	case err := <-confirmed:
		t.Errorf("the viewer that confirms its frames lost its place: %v", err)
	default:
	}
	s.view.door.Lock()
	watchers, seated := s.view.door.watchers, len(s.view.door.seated)
	s.view.door.Unlock()
	if watchers > maxViewers || seated > maxViewers {
		t.Errorf("%d connections, %d viewers", watchers, seated)
	}
	cancel()
}

// TestOwnName: hosts as a header may hold them, also such as no client here sends.
func TestOwnName(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "10.1.2.3:80": true, "[::1]": true, "[::1]:80": true, "localhost": true, "LocalHost:1": true, "den": true, "den:80": true,
		"": false, ":80": false, "evil": false, "127.0.0.1%.evil.com": false, "127.0.0.1%.evil.com:80": false, "::1%.evil.com": false,
		"[::1%.evil.com]": false, "[::1%.evil.com]:80": false, "[fe80::1%eth0]": false, "[127.0.0.1]": false, "[::1": false, "::1": false,
		"127.0.0.1.evil.com": false, "den.evil.com": false, "[den]": false,
	} {
		if got := ownName(host, "den"); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
	if ownName("", "") || ownName(":1", "") {
		t.Error("a machine without a name answers to no name")
	}
}
