// SPDX-License-Identifier: MIT

package live

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"daylight/bench/sim"
	"daylight/cmd/internal/look"
)

// Config says what a Server shows.
type Config struct {
	World sim.World
	// Step moves the world on by one frame.
	Step   func(ctx context.Context) error
	Title  string
	FPS    int // steps per second, at most
	Paused bool
}

// MaxViewers is how many pages may watch at once.
const MaxViewers = 32

// Server shows one simulation to any number of pages.
type Server struct {
	c        Config
	commands chan func()
	over     chan struct{} // closed when Run returns
	blocks   blocks
	door     sync.Mutex // guards the three below
	watchers int        // connections that have a place, greeted or not
	seated   []*viewer  // those that are greeted
	ended    bool       // no more of them
	handlers sync.WaitGroup
	// A viewer that has confirmed nothing for so long gives its place up, if another
	// wants it: a page in a tab that nobody sees draws nothing, and may stay otherwise.
	idle time.Duration

	// What follows belongs to the goroutine of Run.
	ctx     context.Context // Run's own: a viewer's must not cut a step short
	encoder encoder
	viewers []*viewer
	scene   []byte // the scene message, shared and never changed
	frame   int
	paused  bool
	failed  error // of a step that a viewer asked for
	meter   meter
	picker  picker
}

// New returns a server of a simulation that has not made its first step.
func New(c Config) *Server {
	if c.FPS <= 0 {
		c.FPS = look.FramesPerSecond
	}
	return &Server{
		c: c, idle: patience, encoder: *newEncoder(c.World), paused: c.Paused,
		commands: make(chan func()), over: make(chan struct{}),
	}
}

// errOver ends connections when the simulation does.
var errOver = errors.New("the simulation has ended")

// do has the simulation's goroutine call f between two frames.
func (s *Server) do(ctx context.Context, f func()) error {
	select {
	case s.commands <- f:
		return nil
	case <-s.over:
		return errOver
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Run steps the simulation and shows it until the context ends, which is no error, or
// a step fails. It may be called once.
func (s *Server) Run(ctx context.Context) error {
	defer s.end()
	s.ctx = ctx
	period := time.Second / time.Duration(s.c.FPS)
	next := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		due := timer.C
		if s.paused {
			due = nil
		}
		select {
		case <-ctx.Done():
			return nil
		case f := <-s.commands:
			was := s.paused
			f()
			if s.failed != nil {
				return unlessOver(ctx, s.failed)
			}
			if was && !s.paused {
				next = time.Now()
				timer.Reset(0)
			}
		case <-due:
			if err := s.step(false); err != nil {
				return unlessOver(ctx, err)
			}
			// A simulation that cannot keep up does not try to catch up.
			now := time.Now()
			if next = next.Add(period); next.Before(now) {
				next = now
			}
			timer.Reset(time.Until(next))
		}
	}
}

// unlessOver is a step's error, but for one that was cut short because all has ended.
func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// enter counts a connection in, if there is room or somebody's place is free to take.
func (s *Server) enter() bool {
	s.door.Lock()
	defer s.door.Unlock()
	if s.ended || (s.watchers >= MaxViewers && !s.unseat()) {
		return false
	}
	s.watchers++
	s.handlers.Add(1)
	return true
}

// unseat ends the connection of the viewer that has confirmed nothing for longest, if that
// is long enough.
func (s *Server) unseat() bool {
	now, longest := time.Now(), s.idle
	var last *viewer
	for _, v := range s.seated {
		if silent := v.silent(now); silent >= longest {
			last, longest = v, silent
		}
	}
	if last == nil {
		return false
	}
	s.rise(last)
	last.leave()
	return true
}

// sit gives a viewer that has entered its place by name.
func (s *Server) sit(v *viewer) {
	s.door.Lock()
	defer s.door.Unlock()
	s.seated = append(s.seated, v)
}

// rise gives a viewer's place up, unless it has been taken. The caller holds the door.
func (s *Server) rise(v *viewer) {
	if i := slices.Index(s.seated, v); i >= 0 {
		s.seated = slices.Delete(s.seated, i, i+1)
		s.watchers--
	}
}

// exit ends what enter began; v is nil if the viewer was never seated.
func (s *Server) exit(v *viewer) {
	s.door.Lock()
	defer s.door.Unlock()
	if v == nil {
		s.watchers--
	} else {
		s.rise(v)
	}
	s.handlers.Done()
}

// end closes all connections.
func (s *Server) end() {
	s.door.Lock()
	s.ended = true
	s.door.Unlock()
	close(s.over)
	s.handlers.Wait()
}

// step makes one frame and shows it, as show does.
func (s *Server) step(everyone bool) error {
	begin := time.Now()
	if err := s.c.Step(s.ctx); err != nil {
		return err
	}
	s.frame++
	s.meter.step(time.Since(begin), s.c.World.Engine().Stats())
	s.show(everyone)
	return nil
}

// show sends the current frame to those who are ready for it, or to everyone, and
// figures to everyone if it is time for them.
func (s *Server) show(everyone bool) {
	if len(s.viewers) == 0 {
		return
	}
	ready := everyone
	for _, v := range s.viewers {
		ready = ready || v.ready()
	}
	if ready {
		begin := time.Now()
		s.look()
		b := s.blocks.get()
		b.data = s.encoder.encodeFrame(b.data, s.c.World, s.frame, s.paused)
		for _, v := range s.viewers {
			if everyone || v.ready() {
				s.pick(v)
				s.detail(v)
			}
			v.offer(b, everyone)
		}
		b.release()
		s.meter.encode(time.Since(begin))
	}
	if everyone || s.meter.due() {
		s.tell()
	}
}

// look measures the current frame, and sends the scene message again if shapes have
// come or gone.
func (s *Server) look() {
	if !s.encoder.update(s.c.World, s.frame) {
		return
	}
	s.scene = s.encoder.encodeScene(nil, s.c.World.Shapes())
	for _, v := range s.viewers {
		v.put(&v.scene, s.scene)
	}
}

// tell sends the figures to everyone.
func (s *Server) tell() {
	text := s.meter.message(s)
	for _, v := range s.viewers {
		v.put(&v.stats, text)
	}
}

// join greets a viewer with everything there is to see.
func (s *Server) join(v *viewer) {
	s.viewers = append(s.viewers, v)
	s.look()
	hello, _ := json.Marshal(map[string]any{"t": "hello", "title": s.c.Title, "fps": s.c.FPS, "static": flagStatic, "touches": flagTouches, "absent": flagAbsent})
	v.put(&v.hello, hello)
	v.put(&v.scene, s.scene)
	s.show(true)
}

func (s *Server) leave(v *viewer) {
	for i, have := range s.viewers {
		if have == v {
			s.viewers = append(s.viewers[:i], s.viewers[i+1:]...)
			return
		}
	}
}

// answer carries out what a page asked for.
func (s *Server) answer(v *viewer, q request) {
	switch q.T {
	case "pause":
		s.paused = true
		s.show(true)
	case "resume":
		s.paused = false
		s.tell()
	case "step":
		s.paused = true
		s.failed = s.step(true)
	case "pick":
		v.pointer = &pointed{q.X, q.Y, q.R}
		s.pick(v)
		s.detail(v)
	case "watch":
		v.watched, v.pointer = -1, nil
		if q.I != nil {
			v.watched = *q.I
		}
		s.detail(v)
	}
}
