// SPDX-License-Identifier: MIT

//go:build js

package main

import (
	"context"
	"fmt"
	"slices"
	"syscall/js"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/soa"
)

// warmup is how many frames nobody times, as of all engines.
const warmup = 3

// measure tells the page the median time of frames of a scene, moving included, and the contacts of
// the first.
func measure(name string, n, frames int) error {
	kind, err := scene.Parse(name)
	if err != nil {
		return err
	}
	s, err := scene.New(kind, n, 42)
	if err != nil {
		return err
	}
	shapes := soa.New()
	run, err := s.Fill(shapes, soa.Attrs{})
	if err != nil {
		return err
	}
	engine, err := batch.New(shapes, batch.Config{})
	if err != nil {
		return err
	}
	var times []time.Duration
	found := 0
	for frame := range warmup + frames {
		begin := time.Now()
		run.Step()
		contacts, err := engine.Step(context.Background())
		if err != nil {
			return err
		}
		if frame == warmup {
			found = contacts.Len()
		}
		if frame >= warmup {
			times = append(times, time.Since(begin))
		}
	}
	slices.Sort(times)
	text := fmt.Sprintf(`{"t":"measured","ms":%.3f,"contacts":%d}`, times[len(times)/2].Seconds()*1000, found)
	if post := js.Global().Get("postMessage"); !post.IsUndefined() {
		post.Invoke(text)
		return nil
	}
	fmt.Println(text)
	return nil
}
