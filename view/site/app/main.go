// SPDX-License-Identifier: MIT

//go:build js

package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"syscall/js"
	"time"

	"daylight/batch"
	"daylight/bench/sim"
	"daylight/view"
	"daylight/view/site/bits"
)

func main() {
	scenes := sim.Scenes()
	name := flag.String("scene", scenes[0].Name, "the simulation")
	n := flag.Int("n", 0, "how many shapes move; 0: as many as show what it is")
	seed := flag.Uint64("seed", 1, "of the random numbers")
	measured := flag.Int("measure", 0, "measure so many frames of a scene of the benchmark instead")
	flag.Parse()
	if *measured > 0 {
		if err := measure(*name, *n, *measured); err != nil {
			failed(err)
		}
		return
	}
	for _, s := range scenes {
		if s.Name == *name && *n == 0 {
			*n = s.DefaultN
		}
	}
	ctx := context.Background()
	world, err := sim.New(*name, *n, *seed, batch.Config{})
	if err != nil {
		failed(err)
	}
	if js.Global().Get("importScripts").IsUndefined() { // no worker
		begin := time.Now()
		hash, err := bits.Of(ctx, world)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s %.2f ms a frame\n", hash, time.Since(begin).Seconds()*1000/bits.Frames)
		return
	}
	w := &hashed{World: world, hash: bits.New()}
	if err := view.Run(ctx, w, view.Config{Title: *name, Started: func(string) {}}); err != nil {
		failed(err)
	}
}

// failed tells the page, if there is one, what is wrong, and ends the program.
func failed(err error) {
	if !js.Global().Get("importScripts").IsUndefined() {
		js.Global().Call("postMessage", fmt.Sprintf(`{"t":"failed","error":%q}`, err))
	}
	log.Fatal(err)
}

// hashed is a simulation that tells the page the hash of its first steps, and what they took.
type hashed struct {
	sim.World
	hash *bits.Hash
	took time.Duration
}

func (w *hashed) Step(ctx context.Context) error {
	begin := time.Now()
	if err := w.World.Step(ctx); err != nil {
		return err
	}
	w.took += time.Since(begin)
	if w.hash.Add(w.Contacts()) {
		js.Global().Call("postMessage", fmt.Sprintf(`{"t":"bits","hash":%q,"frames":%d,"ms":%.3f}`,
			w.hash, bits.Frames, w.took.Seconds()*1000/bits.Frames))
	}
	return nil
}
