// SPDX-License-Identifier: MIT

//go:build !js

package view

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/coder/websocket"

	"daylight/view/internal/picture"
)

//go:embed page
var pages embed.FS

// serve serves the page at Config.Listen.
func (v *View) serve() error {
	listener, err := net.Listen("tcp", v.c.Listen)
	if err != nil {
		return fmt.Errorf("view: cannot serve a page at %s: %w", v.c.Listen, err)
	}
	v.url = pageAddress(listener.Addr())
	web := v.server()
	v.unserve = web.Close
	go func() {
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			v.hand.Lock()
			v.fault = fmt.Errorf("view: the page at %s is served no more: %w", v.url, err)
			v.hand.Unlock()
		}
	}()
	return nil
}

// pageAddress is where a browser on this machine finds the page.
func pageAddress(at net.Addr) string {
	host, port, _ := net.SplitHostPort(at.String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// Page is the files of the page, for who puts a simulation that is compiled to WebAssembly on a
// page without a server: see the command site.
func Page() fs.FS {
	page, err := fs.Sub(pages, "page")
	if err != nil {
		panic(err) // the directory is part of the package
	}
	return page
}

// Palette is palette.js, the one file of the page that is made: the colours it has in common with
// pictures and films.
func Palette() []byte {
	var text bytes.Buffer
	for _, r := range []struct {
		name string
		ramp picture.Ramp
	}{{"depth", depths}, {"speed", speeds}, {"kinds", kinds}} {
		fmt.Fprintf(&text, "export const %s = [", r.name)
		for _, c := range r.ramp {
			fmt.Fprintf(&text, "0x%02x%02x%02x,", c.R, c.G, c.B)
		}
		fmt.Fprintln(&text, "];")
	}
	return text.Bytes()
}

// server serves the page and its connections. Slow clients time out. Connections that watch have
// limits of their own.
func (v *View) server() *http.Server {
	return &http.Server{
		Handler:           v.handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    1 << 14,
	}
}

// handler serves the page and its connections.
func (v *View) handler() http.Handler {
	files := http.FileServerFS(Page())
	mux := http.NewServeMux()
	mux.Handle("GET /", files)
	mux.HandleFunc("GET /palette.js", palette)
	mux.HandleFunc("GET /socket", v.watch)
	return guard(mux)
}

// palette serves the colours that the page has in common with pictures and films.
func palette(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Write(Palette())
}

// guard refuses requests that reached this server under a foreign name, and keeps
// pages from loading or being loaded by anything foreign.
func guard(next http.Handler) http.Handler {
	name, _ := os.Hostname()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store") // another build may serve on the same port next time
		if !ownName(r.Host, name) {
			http.Error(w, "This server goes by its address, by localhost or by its machine's name.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ownName reports whether a request's Host is a name that nobody else can make point
// here: an address as such, localhost, or the machine's own. An address has no zone there:
// what a browser takes for a name may hold a percent sign.
func ownName(host, machine string) bool {
	if at, err := netip.ParseAddrPort(host); err == nil {
		return at.Addr().Zone() == ""
	}
	if inner, found := strings.CutPrefix(host, "["); found {
		at, err := netip.ParseAddr(strings.TrimSuffix(inner, "]"))
		return err == nil && at.Is6() && at.Zone() == "" && strings.HasSuffix(inner, "]")
	}
	if at, err := netip.ParseAddr(host); err == nil {
		return at.Is4()
	}
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.EqualFold(host, "localhost") || (machine != "" && strings.EqualFold(host, machine))
}

// largestRequest is far beyond what a page sends.
const largestRequest = 4096

// socket is a wire through a WebSocket.
type socket struct{ conn *websocket.Conn }

func (s socket) write(ctx context.Context, text bool, data []byte) error {
	kind := websocket.MessageBinary
	if text {
		kind = websocket.MessageText
	}
	return s.conn.Write(ctx, kind, data)
}

func (s socket) read(ctx context.Context) ([]byte, error) {
	_, data, err := s.conn.Read(ctx)
	return data, err
}

func (s socket) refuse(why string) error {
	return s.conn.Close(websocket.StatusInvalidFramePayloadData, why)
}

// watch serves one page. Accept refuses a browser whose page has another origin.
func (v *View) watch(w http.ResponseWriter, r *http.Request) {
	if !v.door.enter() {
		http.Error(w, "no room for another viewer", http.StatusServiceUnavailable)
		return
	}
	var seat *viewer
	defer func() { v.door.exit(seat) }()
	hijacked := &hijacker{ResponseWriter: w}
	conn, err := websocket.Accept(hijacked, r, nil)
	if err != nil {
		return // Accept has answered
	}
	defer conn.CloseNow()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	conn.SetReadLimit(largestRequest)
	seat = newViewer(socket{conn}, cancel)
	defer seat.end()
	v.door.sit(seat)
	if v.do(ctx, func() { v.join(seat) }) != nil {
		return
	}
	wait := v.attend(ctx, seat, cancel)
	select {
	case <-ctx.Done():
	case <-v.over:
		// A page that does not answer is not waited for.
		timer := time.AfterFunc(200*time.Millisecond, func() { hijacked.conn.Close() })
		conn.Close(websocket.StatusGoingAway, errOver.Error())
		timer.Stop()
		cancel()
	}
	wait.Wait()
	v.do(context.Background(), func() { v.leave(seat) })
}

// hijacker keeps the connection below a WebSocket: to close a WebSocket can take seconds,
// unless what lies below is closed.
type hijacker struct {
	http.ResponseWriter
	conn net.Conn
}

func (t *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(t.ResponseWriter).Hijack()
	t.conn = conn
	return conn, rw, err
}
