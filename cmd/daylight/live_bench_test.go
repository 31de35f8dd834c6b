// SPDX-License-Identifier: MIT

//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"daylight/internal/must"
)

// BenchmarkLive runs the program as a process that shows 100,000 shapes to one viewer,
// which confirms every frame as it comes, and measures a frame: how many come in a
// second, their size, and the processor time that the whole program takes, in cores.
//
//	go test -run '^$' -bench Live -benchtime 600x ./daylight
func BenchmarkLive(b *testing.B) {
	for _, scene := range []string{"circles", "boxes", "mixed"} {
		for _, workers := range []string{"1", "2"} {
			b.Run(fmt.Sprintf("scene=%s/n=100000/workers=%s", scene, workers), func(b *testing.B) {
				benchmarkLive(b, "sim", "-q", scene, "-n", "100000", "--workers", workers)
			})
		}
	}
}

func benchmarkLive(b *testing.B, args ...string) {
	c := command(b, b.TempDir(), args...)
	out := must.Get(c.StdoutPipe())(b)
	must.Do(b, c.Start())
	defer func() {
		c.Process.Signal(os.Interrupt)
		c.Wait()
	}()
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		b.Fatal("the program printed nothing")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	conn, _ := must.Both(websocket.Dial(ctx, strings.Replace(lines.Text(), "http", "ws", 1)+"socket", nil))(b)
	defer conn.CloseNow()
	conn.SetReadLimit(1 << 26)
	var size int
	frame := func() {
		for {
			_, data := must.Both(conn.Read(ctx))(b)
			if bytes.HasPrefix(data, []byte("DLF1")) {
				size = len(data)
				break
			}
		}
		must.Do(b, conn.Write(ctx, websocket.MessageText, []byte(`{"t":"ack","n":1}`)))
	}
	for range 20 {
		frame()
	}
	used := processorTime(b, c.Process.Pid)
	b.ResetTimer()
	for range b.N {
		frame()
	}
	seconds := b.Elapsed().Seconds()
	used = processorTime(b, c.Process.Pid) - used
	b.ReportMetric(float64(b.N)/seconds, "frames/s")
	b.ReportMetric(float64(size), "B/frame")
	b.ReportMetric(used.Seconds()/seconds, "cores")
	b.ReportMetric(used.Seconds()*1e3/float64(b.N), "cpu-ms/frame")
}

// processorTime is what a process has used so far.
func processorTime(t testing.TB, pid int) time.Duration {
	text := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)))(t)
	_, rest, _ := strings.Cut(string(text), ") ") // the name before it may hold blanks
	fields := strings.Fields(rest)
	user, err1 := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err1 != nil || err2 != nil {
		t.Fatalf("/proc/%d/stat: %q", pid, text)
	}
	const tick = time.Second / 100
	return time.Duration(user+system) * tick
}
