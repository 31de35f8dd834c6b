// SPDX-License-Identifier: MIT

//go:build linux

package view

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"daylight/internal/must"
)

// chromium is a page of a headless browser, driven over its debugging protocol.
type chromium struct {
	t    *testing.T
	conn *websocket.Conn
	ctx  context.Context
	id   int

	lock   sync.Mutex
	errors []string // that the page raised or logged
}

// startChromium opens a window of the given size. The test is skipped where there is
// no chromium, unless DAYLIGHT_REQUIRE_BROWSER says that there must be one.
func startChromium(t *testing.T, width, height int) *chromium {
	t.Helper()
	program, err := exec.LookPath("chromium")
	if err != nil {
		if os.Getenv("DAYLIGHT_REQUIRE_BROWSER") != "" {
			t.Fatal(err)
		}
		t.Skip("needs chromium, of Debian's package of that name")
	}
	// Each wait has a limit of its own, and all of them together none but the one of go test,
	// before which the browser ends.
	ctx, cancel := context.WithCancel(context.Background())
	if end, ok := t.Deadline(); ok {
		ctx, cancel = context.WithDeadline(ctx, end.Add(-5*time.Second))
	}
	t.Cleanup(cancel)
	profile := t.TempDir()
	c := exec.CommandContext(ctx, program, "--headless=new", "--no-sandbox", "--remote-debugging-port=0",
		"--user-data-dir="+profile, fmt.Sprintf("--window-size=%d,%d", width, height), "--hide-scrollbars",
		// The graphics of a machine without any.
		"--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
		"--no-first-run", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
		"--disable-default-apps", "--disable-sync", "--disable-dev-shm-usage", "--mute-audio", "about:blank")
	c.Env = append(os.Environ(), "HOME="+profile)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	stderr := must.Get(c.StderrPipe())(t)
	must.Do(t, c.Start())
	t.Cleanup(func() {
		syscall.Kill(-c.Process.Pid, syscall.SIGKILL) // the browser is a group of processes
		c.Wait()
	})
	port := filepath.Join(profile, "DevToolsActivePort")
	go func() { // a full pipe would stop it
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
		}
	}()
	var address string
	eventually(t, waiting, "the browser to listen", func() bool {
		text, err := os.ReadFile(port)
		number, _, ok := strings.Cut(string(text), "\n")
		address = "127.0.0.1:" + number
		return err == nil && ok
	})
	var targets []struct {
		Type string `json:"type"`
		URL  string `json:"webSocketDebuggerUrl"`
	}
	eventually(t, waiting, "a page", func() bool {
		r, err := http.Get("http://" + address + "/json/list")
		if err != nil {
			return false
		}
		defer r.Body.Close()
		return json.NewDecoder(r.Body).Decode(&targets) == nil && len(targets) > 0 && targets[0].Type == "page"
	})
	conn, _ := must.Both(websocket.Dial(ctx, targets[0].URL, nil))(t)
	conn.SetReadLimit(1 << 26)
	t.Cleanup(func() { conn.CloseNow() })
	b := &chromium{t: t, conn: conn, ctx: ctx}
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	return b
}

// eventually waits for something to become true.
func eventually(t *testing.T, waiting time.Duration, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(waiting); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v in vain for %s", waiting, what)
		}
	}
}

// call does one thing in the browser.
func (b *chromium) call(method string, params, result any) {
	b.t.Helper()
	b.id++
	if params == nil {
		params = struct{}{}
	}
	text, err := json.Marshal(map[string]any{"id": b.id, "method": method, "params": params})
	if err != nil {
		b.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(b.ctx, waiting)
	defer cancel()
	if err := b.conn.Write(ctx, websocket.MessageText, text); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	for {
		_, text, err := b.conn.Read(ctx)
		if err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
		var m struct {
			ID     int             `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
			Result json.RawMessage `json:"result"`
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(text, &m); err != nil {
			b.t.Fatal(err)
		}
		if m.Method == "Runtime.exceptionThrown" || m.Method == "Log.entryAdded" || (m.Method == "Runtime.consoleAPICalled" && bytes.Contains(m.Params, []byte(`"type":"error"`))) {
			b.lock.Lock()
			b.errors = append(b.errors, string(m.Params))
			b.lock.Unlock()
		}
		if m.ID != b.id {
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

// scheme has the page look as by day, light, or as by night, dark.
func (b *chromium) scheme(name string) {
	b.t.Helper()
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": name}}}, nil)
}

func (b *chromium) open(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": url}, nil)
}

// evaluate computes an expression in the page.
func (b *chromium) evaluate(expression string, value any) {
	b.t.Helper()
	var r struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		ExceptionDetails json.RawMessage `json:"exceptionDetails"`
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, r.ExceptionDetails)
	}
	if value != nil {
		if err := json.Unmarshal(r.Result.Value, value); err != nil {
			b.t.Fatalf("%s: %s: %v", expression, r.Result.Value, err)
		}
	}
}

func (b *chromium) number(expression string) (v float64) {
	b.t.Helper()
	b.evaluate("Number("+expression+")", &v)
	return v
}

func (b *chromium) text(expression string) (v string) {
	b.t.Helper()
	b.evaluate("String("+expression+")", &v)
	return v
}

// waiting is how long a test waits for what must come. A busy machine may take long over a
// page, so that only what never comes is a failure.
const waiting = time.Minute

// settle waits until no frame comes any more: a page that says it is paused may still get frames
// that were on their way.
func (b *chromium) settle() {
	b.t.Helper()
	b.until(`(() => {
		const f = daylight.frame.frame, now = performance.now();
		if (window.seenFrame !== f) { window.seenFrame = f; window.seenAt = now; }
		return now - window.seenAt > 1000;
	})()`)
}

// until waits for an expression to become true in the page.
func (b *chromium) until(expression string) {
	b.t.Helper()
	eventually(b.t, waiting, expression, func() bool { return b.text("Boolean("+expression+")") == "true" })
}

// settled waits for an expression, which tells what is wrong with the page, to become empty
// and stay so while the page draws several times. It returns what it was last.
func (b *chromium) settled(expression string) (wrong string) {
	b.t.Helper()
	for deadline := time.Now().Add(waiting); ; {
		good := true
		for range 3 {
			b.evaluate(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))`, nil)
			if wrong = b.text(expression); wrong != "" {
				good = false
				break
			}
		}
		if good || time.Now().After(deadline) {
			return wrong
		}
	}
}

// mouse sends an event of the pointer.
func (b *chromium) mouse(kind string, x, y float64, more map[string]any) {
	b.t.Helper()
	params := map[string]any{"type": kind, "x": x, "y": y}
	for k, v := range more {
		params[k] = v
	}
	b.call("Input.dispatchMouseEvent", params, nil)
}

var leftButton = map[string]any{"button": "left", "buttons": 1, "clickCount": 1}

// click clicks in the middle of an element.
func (b *chromium) click(selector string) {
	b.t.Helper()
	var p [2]float64
	b.evaluate(fmt.Sprintf(`(r => [r.x + r.width/2, r.y + r.height/2])(document.querySelector(%q).getBoundingClientRect())`, selector), &p)
	b.mouse("mousePressed", p[0], p[1], leftButton)
	b.mouse("mouseReleased", p[0], p[1], leftButton)
}

// tap touches the page with a finger.
func (b *chromium) tap(x, y float64) {
	b.t.Helper()
	b.call("Input.dispatchTouchEvent", map[string]any{"type": "touchStart", "touchPoints": []map[string]float64{{"x": x, "y": y}}}, nil)
	b.call("Input.dispatchTouchEvent", map[string]any{"type": "touchEnd", "touchPoints": []int{}}, nil)
}

func (b *chromium) key(key string) {
	b.t.Helper()
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": key, "text": key}, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key}, nil)
}

// keep takes a picture of the window if pictures are kept, to be looked at.
func (b *chromium) keep(name string) {
	b.t.Helper()
	if os.Getenv("DAYLIGHT_SCREENSHOTS") != "" {
		b.screenshot(name)
	}
}

// screenshot is what the window shows. With DAYLIGHT_SCREENSHOTS it is also kept in
// that directory, to be looked at.
func (b *chromium) screenshot(name string) image.Image {
	b.t.Helper()
	var shot struct {
		Data string `json:"data"`
	}
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if dir := os.Getenv("DAYLIGHT_SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o666); err != nil {
			b.t.Fatal(err)
		}
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.t.Fatal(err)
	}
	return img
}
