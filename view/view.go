// SPDX-License-Identifier: MIT

package view

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"daylight/batch"
	"daylight/soa"
)

// Config says what a page shows, and where. The zero Config is valid.
type Config struct {
	Title string // of the page
	// Listen is the address to serve the page at, as net.Listen takes it; "" is any free port
	// of this machine alone, 127.0.0.1:0. Anyone who can reach the address can watch and pause.
	Listen string
	// FPS is how many frames Next lets pass in a second, at most, and how many are a second of the
	// simulation, for speeds; 0 means 60.
	FPS int
	// Paused has Next wait until a page says to go on.
	Paused bool
	// Colours are columns of your own that shapes can be coloured by.
	Colours []Colouring
	// Started is called with the address of the page. If it is nil, the address is printed to
	// standard error.
	Started func(url string)
}

// check fills in what is left open.
func (c *Config) check() error {
	if c.FPS < 0 || c.FPS > 1_000_000 {
		return fmt.Errorf("view: Config.FPS is %d: give 1 to 1000000, or 0 for %d", c.FPS, framesPerSecond)
	}
	if c.FPS == 0 {
		c.FPS = framesPerSecond
	}
	if c.Listen == "" {
		c.Listen = "127.0.0.1:0"
	}
	for i := range c.Colours {
		if c.Colours[i].read == nil || c.Colours[i].Name == "" {
			return fmt.Errorf("view: Config.Colours[%d] has no name or no column: make it by view.By", i)
		}
		if len(c.Colours[i].Names) > 255 {
			return fmt.Errorf("view: Config.Colours[%d] has %d names: give at most 255", i, len(c.Colours[i].Names))
		}
	}
	return nil
}

// View shows a simulation on a page, to any number of browsers. Its methods are for the goroutine
// that steps the simulation, but for Close and URL, which any may call.
type View struct {
	c       Config
	url     string
	unserve func() error // ends the page; nil if there is no server
	door    door

	// The fields below belong to the goroutine that steps.
	taker   taker
	frame   int
	stepped time.Time // when Next returned, or Frame did
	copied  time.Time
	last    struct { // what Frame was given last
		shapes   *soa.Shapes
		contacts *batch.Contacts
		copied   bool
	}
	due time.Time // when Next lets the next frame pass

	hand  sync.Mutex // guards what the goroutines share
	next  *snapshot  // the newest frame, if nobody has looked at it
	spare []*snapshot
	marks []layer
	gate  gate
	meter meter
	fault error // why the page is served no more

	ring     chan struct{} // has room for one: there is something to show
	knock    chan struct{} // has room for one: the gate has changed
	commands chan func()
	over     chan struct{} // closed when the View ends
	ending   sync.Once
	ended    chan struct{} // closed when it has ended

	// The fields below belong to the goroutine that shows.
	encoder encoder
	viewers []*viewer
	scene   []byte // the scene message, shared and never changed
	layers  []byte // the message of the layers, likewise
	drawn   []layer
	now     *snapshot // the frame that is shown
	block   *block    // and as it is sent
	serial  int       // of that
	blocks  blocks
}

// gate is what Next waits for.
type gate struct {
	used   bool // Next is called: a page can pause
	paused bool
	steps  int // frames to let pass all the same
}

// Serve begins to serve a page, and returns at once. The page shows the frames that Frame is given.
func Serve(c Config) (*View, error) {
	v, err := newView(c)
	if err != nil {
		return nil, err
	}
	if err := v.serve(); err != nil {
		return nil, err
	}
	go v.show()
	if v.c.Started != nil {
		v.c.Started(v.url)
	} else {
		fmt.Fprintf(os.Stderr, "%s is shown at %s\n", v.c.titled(), v.url)
	}
	return v, nil
}

func (c *Config) titled() string {
	if c.Title == "" {
		return "the simulation"
	}
	return c.Title
}

func newView(c Config) (*View, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	v := &View{
		c: c, taker: taker{colours: c.Colours}, gate: gate{paused: c.Paused},
		ring: make(chan struct{}, 1), knock: make(chan struct{}, 1),
		commands: make(chan func()), over: make(chan struct{}), ended: make(chan struct{}),
	}
	v.door.idle = patience
	v.encoder.colours = c.Colours
	v.encoder.figures.fps = c.FPS
	return v, nil
}

// URL is the address of the page.
func (v *View) URL() string { return v.url }

// breath is the least that Next waits. In a browser's worker nothing else happens, what pages say
// included, until all goroutines wait.
var breath = map[bool]time.Duration{true: time.Millisecond}[runtime.GOOS == "js"]

// restful is how often a frame is copied for who may come, while nobody watches.
const restful = 100 * time.Millisecond

// Frame shows the shapes as they are now, and the contacts that a step has found, which may be nil.
// It copies what it needs and returns: nothing of the caller's is looked at afterwards, encoding
// and sending happen elsewhere, and viewers who are slow miss frames. It costs about 3 ns a shape,
// once more 0.2 µs for one that is new, and hardly anything while nobody watches. It must not run
// while an engine steps these shapes, nor while another goroutine changes them.
//
// An error says that shapes are nil or in use, or why the page is no longer served.
func (v *View) Frame(shapes *soa.Shapes, contacts *batch.Contacts) error {
	now := time.Now()
	v.frame++
	v.last.shapes, v.last.contacts, v.last.copied = shapes, contacts, false
	v.hand.Lock()
	took := time.Duration(0)
	if !v.stepped.IsZero() {
		took = now.Sub(v.stepped)
	}
	v.meter.step(took)
	fault := v.fault
	v.hand.Unlock()
	defer func() { v.stepped = time.Now() }()
	if fault != nil {
		return fault
	}
	if v.door.empty() && now.Sub(v.copied) < restful {
		return nil
	}
	v.copied = now
	return v.copy()
}

// copy hands the last frame over.
func (v *View) copy() error {
	v.hand.Lock()
	s := &snapshot{}
	if n := len(v.spare); n > 0 {
		s, v.spare = v.spare[n-1], v.spare[:n-1]
	}
	s.layers = v.marks
	v.hand.Unlock()
	if err := v.taker.take(s, v.last.shapes, v.last.contacts, v.frame); err != nil {
		return err
	}
	v.last.copied = true
	v.hand.Lock()
	if v.next != nil {
		s.follow(v.next, v.last.shapes)
		v.spare = append(v.spare, v.next)
	}
	v.next = s
	v.hand.Unlock()
	signal(v.ring)
	return nil
}

// Layer puts marks above the shapes. They replace earlier marks under that name; a page can hide
// each name. They are copied, and shown with the next Frame.
func (v *View) Layer(name string, marks ...Mark) {
	l := newLayer(name, marks)
	v.hand.Lock()
	defer v.hand.Unlock()
	v.marks = replaced(v.marks, l)
}

// Stats shows what a step of an engine found, and what its phases cost.
func (v *View) Stats(s batch.Stats) {
	v.hand.Lock()
	defer v.hand.Unlock()
	v.meter.engine(s)
}

// Cost shows what a part of the caller's own work took in this frame.
func (v *View) Cost(name string, took time.Duration) {
	v.hand.Lock()
	defer v.hand.Unlock()
	v.meter.cost(name, took)
}

// Next waits until it is time for the next frame: at most Config.FPS in a second, and none while a
// page says to pause, but for those it asks for one by one. It returns false if the context or the
// View has ended. Without calls of Next a simulation ignores the pages and runs on.
func (v *View) Next(ctx context.Context) bool {
	period := time.Second / time.Duration(v.c.FPS)
	if now := time.Now(); v.due.Add(period).Before(now) {
		v.due = now // who cannot keep up does not try to catch up
	} else {
		v.due = v.due.Add(period)
	}
	timer := time.NewTimer(max(time.Until(v.due), breath))
	defer timer.Stop()
	timed := false
	for {
		v.hand.Lock()
		if !v.gate.used {
			v.gate.used = true
			signal(v.ring) // pages that came before could not pause
		}
		step, paused := v.gate.steps > 0, v.gate.paused
		if step {
			v.gate.steps--
		}
		v.hand.Unlock()
		if ctx.Err() != nil || v.hasEnded() {
			return false
		}
		if step || timed && !paused {
			v.stepped = time.Now()
			return true
		}
		if paused && v.last.shapes != nil && !v.last.copied {
			_ = v.copy() // so that a new page sees the present state
		}
		select {
		case <-ctx.Done():
		case <-v.over:
		case <-v.knock:
		case <-timer.C:
			timed = true
		}
	}
}

func (v *View) hasEnded() bool {
	select {
	case <-v.over:
		return true
	default:
		return false
	}
}

// Close ends the page. Pages that watch say that the simulation has ended.
func (v *View) Close() error {
	v.ending.Do(func() { close(v.over) })
	<-v.ended
	if v.unserve == nil {
		return nil
	}
	return v.unserve()
}

// signal rings, if it does not ring already.
func signal(bell chan struct{}) {
	select {
	case bell <- struct{}{}:
	default:
	}
}
