// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"syscall/js"
)

// serve connects with the page whose worker this program runs in: what the page says comes by the
// global function daylightReceive, and messages go by postMessage. There is one viewer, and no
// address.
func (v *View) serve() error {
	w := &worker{said: make(chan []byte, 64)}
	w.receive = js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case w.said <- []byte(args[0].String()):
		default: // far more than a page says in a frame
		}
		return nil
	})
	v.url = js.Global().Get("location").Get("href").String()
	ctx, cancel := context.WithCancel(context.Background())
	seat := newViewer(w, cancel)
	v.door.enter()
	v.unserve = func() error {
		cancel()
		return nil
	}
	go func() {
		defer func() { v.door.exit(seat) }()
		if v.do(ctx, func() { v.join(seat) }) != nil {
			return
		}
		wait := v.attend(ctx, seat, cancel)
		js.Global().Set("daylightReceive", w.receive)
		js.Global().Call("postMessage", "ready")
		select {
		case <-ctx.Done():
		case <-v.over:
			cancel()
		}
		wait.Wait()
		seat.end()
	}()
	return nil
}

// worker is a wire between a worker and its page.
type worker struct {
	said    chan []byte
	receive js.Func
}

func (w *worker) write(_ context.Context, text bool, data []byte) error {
	if text {
		js.Global().Call("postMessage", string(data))
		return nil
	}
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	buffer := bytes.Get("buffer")
	js.Global().Call("postMessage", buffer, []any{buffer}) // the page has it from now on
	return nil
}

func (w *worker) read(ctx context.Context) ([]byte, error) {
	select {
	case text := <-w.said:
		return text, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *worker) refuse(string) error { return nil }
