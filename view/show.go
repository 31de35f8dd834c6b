// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// errOver ends connections when the simulation does.
var errOver = errors.New("the simulation has ended")

// do has the goroutine that shows call f between two frames.
func (v *View) do(ctx context.Context, f func()) error {
	select {
	case v.commands <- f:
		return nil
	case <-v.over:
		return errOver
	case <-ctx.Done():
		return ctx.Err()
	}
}

// show sends frames, and carries out what pages ask for, until the View ends.
func (v *View) show() {
	defer close(v.ended)
	defer v.door.close()
	var due <-chan time.Time // nil if nothing waits to be told
	for {
		select {
		case f := <-v.commands:
			f()
		case <-v.ring:
			v.look()
			v.offer()
			if due == nil {
				due = time.After(v.untilDue())
			}
		case <-due:
			due = nil
			v.tell()
		case <-v.over:
			return
		}
	}
}

// look encodes the newest frame, if anyone is ready for it.
func (v *View) look() {
	if !slices.ContainsFunc(v.viewers, (*viewer).ready) {
		return
	}
	v.hand.Lock()
	s := v.next
	if s == nil {
		v.hand.Unlock()
		return
	}
	v.next = nil
	if v.now != nil {
		v.spare = append(v.spare, v.now)
	}
	v.now = s
	v.hand.Unlock()

	done := v.meter.encoding()
	if v.encoder.update(s) {
		v.scene = v.encoder.encodeScene(nil)
		for _, w := range v.viewers {
			w.put(&w.scene, v.scene)
		}
		v.drawn = nil // which are relative to its origin
	}
	if !same(v.drawn, s.layers) {
		v.drawn, v.layers = s.layers, encodeLayers(s.layers, v.encoder.origin)
		for _, w := range v.viewers {
			w.put(&w.layers, v.layers)
		}
	}
	b := v.blocks.get()
	b.data = v.encoder.encodeFrame(b.data, s)
	v.serial++
	b.serial = v.serial
	v.block.release()
	v.block = b
	done(&v.hand)
}

// same reports whether a list of layers is the same list.
func same(a, b []layer) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// offer gives the frame that is shown to those who are ready for it and have not had it.
func (v *View) offer() {
	for _, w := range v.viewers {
		if v.block != nil && w.offer(v.block) {
			v.detail(w)
		}
	}
}

// tell sends the figures to everyone.
func (v *View) tell() {
	text := v.message()
	for _, w := range v.viewers {
		w.put(&w.stats, text)
	}
}

// join greets a viewer with everything there is to see.
func (v *View) join(w *viewer) {
	v.viewers = append(v.viewers, w)
	type colour struct {
		Name  string   `json:"name"`
		Unit  string   `json:"unit,omitempty"`
		Names []string `json:"names,omitempty"`
	}
	colours := []colour{}
	for _, c := range v.c.Colours {
		colours = append(colours, colour{c.Name, c.Unit, c.Names})
	}
	hello, _ := json.Marshal(map[string]any{
		"t": "hello", "title": v.c.Title, "fps": v.c.FPS, "colours": colours,
	})
	w.put(&w.hello, hello)
	if v.scene != nil {
		w.put(&w.scene, v.scene)
	}
	if v.layers != nil {
		w.put(&w.layers, v.layers)
	}
	v.look()
	v.offer()
	v.tell()
}

func (v *View) leave(w *viewer) {
	v.viewers = slices.DeleteFunc(v.viewers, func(have *viewer) bool { return have == w })
	signal(v.ring) // the others see how many they are
}

// answer carries out what a page asked for.
func (v *View) answer(w *viewer, q request) {
	switch q.T {
	case "pause", "resume", "step":
		v.hand.Lock()
		v.gate.paused = q.T != "resume"
		if q.T == "step" {
			v.gate.steps++
		} else {
			v.gate.steps = 0
		}
		v.hand.Unlock()
		signal(v.knock)
		v.tell()
	case "watch":
		w.watched = -1
		if q.I != nil {
			w.watched = *q.I
		}
		v.detail(w)
	}
}
