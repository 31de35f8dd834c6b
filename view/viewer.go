// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// credit is how many frames may be under way to a viewer: one being drawn, one
	// being sent.
	credit = 2
	// patience is how long one message may take to be sent.
	patience = 10 * time.Second
)

// wire takes messages to a page, and brings what the page says.
type wire interface {
	write(ctx context.Context, text bool, data []byte) error
	read(ctx context.Context) ([]byte, error)
	// refuse ends it for a message that makes no sense.
	refuse(why string) error
}

// block is an encoded message that several viewers send at once. The last one to
// finish gives the memory back.
type block struct {
	data   []byte
	serial int // counts encoded frames, from 1
	refs   atomic.Int32
	home   *blocks
}

func (b *block) release() {
	if b != nil && b.refs.Add(-1) == 0 {
		b.home.put(b)
	}
}

// blocks keeps a few spare blocks.
type blocks struct {
	sync.Mutex
	spare []*block
}

// get is a block with one reference, the caller's.
func (s *blocks) get() *block {
	s.Lock()
	defer s.Unlock()
	b := &block{home: s}
	if n := len(s.spare); n > 0 {
		b, s.spare = s.spare[n-1], s.spare[:n-1]
	}
	b.refs.Store(1)
	return b
}

func (s *blocks) put(b *block) {
	s.Lock()
	defer s.Unlock()
	if len(s.spare) < 4 {
		s.spare = append(s.spare, b)
	}
}

// viewer is one page. Only the newest message of each kind waits to be sent.
type viewer struct {
	wire wire
	wake chan struct{} // has room for one: there is something to send
	// leave ends the connection.
	leave context.CancelFunc

	lock    sync.Mutex
	hello   []byte
	scene   []byte
	layers  []byte
	frame   *block
	stats   []byte
	detail  []byte
	flight  int       // frames handed over and not confirmed
	since   time.Time // when the first of them was, or the last was confirmed
	closed  bool
	had     int // the serial of the last that was offered; the goroutine that shows only
	watched int // index of the shape that it asks about; the goroutine that shows only
}

func newViewer(w wire, leave context.CancelFunc) *viewer {
	return &viewer{wire: w, leave: leave, wake: make(chan struct{}, 1), watched: -1}
}

// ready reports whether the viewer is to get the next frame.
func (v *viewer) ready() bool {
	v.lock.Lock()
	defer v.lock.Unlock()
	return !v.closed && v.flight < credit
}

// offer hands over a frame, if the viewer is ready for one and has not had it, which it reports.
func (v *viewer) offer(b *block) bool {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.closed || v.flight >= credit || v.had == b.serial {
		return false
	}
	if v.frame != nil { // not even begun: the newer one takes its place
		v.frame.release()
	} else {
		if v.flight++; v.flight == 1 {
			v.since = time.Now()
		}
	}
	b.refs.Add(1)
	v.frame, v.had = b, b.serial
	signal(v.wake)
	return true
}

// ack takes note that n frames have come and one of them was drawn.
func (v *viewer) ack(n int) {
	v.lock.Lock()
	defer v.lock.Unlock()
	sent := v.flight
	if v.frame != nil {
		sent-- // the one that waits has not come
	}
	if n = min(n, sent); n > 0 {
		v.flight -= n
		v.since = time.Now()
	}
}

// silent is for how long frames have been waiting to be confirmed, 0 if none are.
func (v *viewer) silent(now time.Time) time.Duration {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.flight == 0 {
		return 0
	}
	return now.Sub(v.since)
}

// put sets one of the viewer's other messages.
func (v *viewer) put(slot *[]byte, text []byte) {
	v.lock.Lock()
	defer v.lock.Unlock()
	if !v.closed {
		*slot = text
		signal(v.wake)
	}
}

// next takes the message to send first, if there is one.
func (v *viewer) next() (text bool, data []byte, frame *block) {
	v.lock.Lock()
	defer v.lock.Unlock()
	take := func(slot *[]byte) []byte {
		data := *slot
		*slot = nil
		return data
	}
	switch {
	case v.hello != nil:
		return true, take(&v.hello), nil
	case v.scene != nil:
		return false, take(&v.scene), nil
	case v.layers != nil:
		return true, take(&v.layers), nil
	case v.frame != nil:
		frame, v.frame = v.frame, nil
		return false, frame.data, frame
	case v.detail != nil:
		return true, take(&v.detail), nil
	case v.stats != nil:
		return true, take(&v.stats), nil
	}
	return false, nil, nil
}

// send sends messages until the connection or the context ends.
func (v *viewer) send(ctx context.Context) error {
	for {
		text, data, frame := v.next()
		if data == nil {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-v.wake:
			}
			continue
		}
		limited, cancel := context.WithTimeout(ctx, patience)
		err := v.wire.write(limited, text, data)
		cancel()
		frame.release()
		if err != nil {
			return err
		}
	}
}

// end makes the viewer take no more messages.
func (v *viewer) end() {
	v.lock.Lock()
	defer v.lock.Unlock()
	v.closed = true
	v.frame.release()
	v.frame, v.scene, v.layers, v.stats, v.detail, v.hello = nil, nil, nil, nil, nil, nil
}

// request is what a page asks for.
type request struct {
	T string `json:"t"`
	I *int   `json:"i"`
	N int    `json:"n"`
}

// receive hands what the page asks for to do, and rings when it is ready for another frame, until
// the connection ends.
func (v *viewer) receive(ctx context.Context, ring chan struct{}, do func(request) error) error {
	for {
		text, err := v.wire.read(ctx)
		if err != nil {
			return err
		}
		var q request
		if json.Unmarshal(text, &q) != nil {
			return v.wire.refuse("not a JSON object")
		}
		if q.T == "ack" {
			v.ack(q.N)
			signal(ring)
			continue
		}
		if err := do(q); err != nil {
			return err
		}
	}
}

// attend has goroutines send to a viewer and receive from it. They end with the context, which the
// first that ends cancels.
func (v *View) attend(ctx context.Context, seat *viewer, cancel context.CancelFunc) *sync.WaitGroup {
	wait := new(sync.WaitGroup)
	wait.Go(func() {
		defer cancel()
		_ = seat.send(ctx)
	})
	wait.Go(func() {
		defer cancel()
		_ = seat.receive(ctx, v.ring, func(q request) error {
			return v.do(ctx, func() { v.answer(seat, q) })
		})
	})
	return wait
}
