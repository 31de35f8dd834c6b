// SPDX-License-Identifier: MIT

//go:build !js && !wasip1 && !plan9

package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"daylight/internal/must"
)

// TestLive: the program prints where the page is and serves it; an interruption is how
// it ends, with code 0.
func TestLive(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted")
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := t.TempDir()
		c := command(t, dir, "sim", "boxes", "-n", "300")
		out := must.Get(c.StdoutPipe())(t)
		var notes bytes.Buffer
		c.Stderr = &notes
		must.Do(t, c.Start())
		defer c.Process.Kill()
		lines := bufio.NewScanner(out)
		if !lines.Scan() || !strings.HasPrefix(lines.Text(), "http://127.0.0.1:") {
			t.Fatalf("printed %q", lines.Text())
		}
		address := lines.Text()
		r := must.Get(http.Get(address))(t)
		page, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != 200 || !bytes.Contains(page, []byte("<canvas")) {
			t.Errorf("%d, %v: %.200s", r.StatusCode, err, page)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		conn, _ := must.Both(websocket.Dial(ctx, strings.Replace(address, "http", "ws", 1)+"socket", nil))(t)
		conn.SetReadLimit(1 << 20)
		for frames := 0; frames < 2; {
			_, data := must.Both(conn.Read(ctx))(t)
			if bytes.HasPrefix(data, []byte("DLF1")) {
				frames++
			}
		}
		begin := time.Now()
		must.Do(t, c.Process.Signal(signal))
		for err == nil {
			_, _, err = conn.Read(ctx)
		}
		if websocket.CloseStatus(err) != websocket.StatusGoingAway {
			t.Errorf("the page was told %v", err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("%v: %v after %v\n%s", signal, err, time.Since(begin), notes.String())
		}
		if !strings.Contains(notes.String(), "frames of 300 shapes of scene boxes") {
			t.Errorf("notes: %s", notes.String())
		}
		if names := files(t, dir); names != "" {
			t.Errorf("left: %s", names)
		}
	}
}

// TestSimInterrupted: headless, an interruption leaves nothing.
func TestSimInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted")
	}
	dir := t.TempDir()
	c := command(t, dir, "sim", "-q", "boxes", "-n", "300", "--frames", "1000000", "--out", "o.csv", "--png", "stills", "--size", "160")
	must.Do(t, c.Start())
	waitFor(t, filepath.Join(dir, "stills", ".frame-00003.png.*.tmp"))
	must.Do(t, c.Process.Signal(os.Interrupt))
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != exitInterrupted {
		t.Errorf("exit %d", code)
	}
	if names := files(t, dir); names != "" {
		t.Errorf("left: %s", names)
	}
}
