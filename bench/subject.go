// SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"fmt"
	"sync"
	"time"

	"daylight/batch"
	"daylight/bench/scene"
	"daylight/broadphase"
	"daylight/internal/kernels/isa"
	"daylight/internal/store"
	"daylight/soa"
)

// subject is a case set up: a scene among shapes, and a way to find their contacts.
type subject interface {
	// warm makes frames that are not looked at.
	warm(ctx context.Context, frames int) error
	// step moves the scene by one frame and finds its contacts.
	step(ctx context.Context) (frame, error)
	// bytes is how many bytes must move in a step like the last, if known.
	bytes() Phases
	// slow subjects take one frame in a turn, and no other to get going.
	slow() bool
}

// frame is what one step gave.
type frame struct {
	ns                   int64
	candidates, contacts int
	phases               Phases
}

// stage is the scene of a case, moving.
type stage struct {
	shapes  *soa.Shapes
	run     *scene.Run
	rest    bool       // nothing moves
	asked   *questions // in each frame, if any
	table   *isa.Table
	workers int
}

func newStage(c Case, seed uint64) (*stage, error) {
	table, err := isa.ByName(c.Kernels)
	if err != nil {
		return nil, err
	}
	of, ok := ParseScene(c.Scene)
	if !ok {
		return nil, &ConfigError{fmt.Sprintf("there is no scene %q", c.Scene)}
	}
	s, err := scene.NewDensity(of.Kind, c.N, seed, of.Rho)
	if err != nil {
		return nil, err
	}
	if of.Rest {
		s.Advance(scene.FirstFrame - 1)
		for _, column := range [...][]float32{s.VX, s.VY, s.Omega} {
			clear(column)
		}
	}
	shapes := soa.New()
	run, err := s.Fill(shapes, soa.Attrs{})
	if err != nil {
		return nil, err
	}
	run.Kernels = table.Name
	st := &stage{shapes: shapes, run: run, rest: of.Rest, table: table, workers: c.Workers}
	if of.Asked {
		st.asked, err = newQuestions(shapes, c, float64(s.L))
	}
	return st, err
}

// moveSlots is how many slots are worth a goroutine of their own, which waits for a processor for
// as long as some thousands take.
const moveSlots = 32_768

// move moves all shapes, or, where the engine moves them, turns back shapes beyond a wall, with as
// many goroutines as the case has workers.
func (s *stage) move(byEngine bool) {
	n := s.shapes.Len()
	parts := max(1, min(s.workers, n/moveSlots))
	switch {
	case s.rest:
	case parts > 1:
		s.moveParts(n, parts, byEngine)
	case byEngine:
		s.run.Bounce(0, n)
	default:
		s.run.Move(0, n)
	}
}

// moveParts is move with several goroutines, and allocates.
func (s *stage) moveParts(n, parts int, byEngine bool) {
	do := s.run.Move
	if byEngine {
		do = s.run.Bounce
	}
	var group sync.WaitGroup
	for k := range parts {
		group.Go(func() { do(n*k/parts, n*(k+1)/parts) })
	}
	group.Wait()
}

// engine is a whole step of Daylight.
type engine struct {
	*stage
	mode   Mode
	engine *batch.Engine
	moves  bool // it moves the shapes
}

func newEngine(s *stage, c Case, opts batch.Config) (subject, error) {
	mode, err := batch.ParseMode(string(c.Mode))
	if err != nil {
		return nil, err
	}
	opts.Kernels = s.table.Name
	opts.Workers = c.Workers
	opts.Mode = mode
	opts.Skin = c.Skin != 0
	if c.Advance {
		vx, vy, turn := s.run.Velocities()
		opts.Columns[0] = batch.Columns{Motion: soa.Motion{VX: vx, VY: vy, Spin: turn}}
	}
	e, err := batch.New(s.shapes, opts)
	if err != nil {
		return nil, err
	}
	return &engine{stage: s, mode: c.Mode, engine: e, moves: c.Advance}, nil
}

func (e *engine) warm(ctx context.Context, frames int) error {
	for range frames {
		if _, err := e.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (e *engine) step(ctx context.Context) (frame, error) {
	start := time.Now()
	e.move(e.moves)
	moved := time.Since(start)
	var err error
	if e.moves {
		_, err = e.engine.Advance(ctx, scene.Frame)
	} else {
		_, err = e.engine.Step(ctx)
	}
	if err != nil {
		return frame{}, err
	}
	if err := e.asked.ask(ctx); err != nil {
		return frame{}, err
	}
	f := frame{ns: time.Since(start).Nanoseconds()}
	st := e.engine.Stats()
	if st.Quarantined > 0 {
		return f, fmt.Errorf("%d shapes in quarantine", st.Quarantined)
	}
	f.candidates, f.contacts = st.Candidates, st.Contacts
	f.phases = phasesOf(st.Times)
	f.phases.Move = moved.Nanoseconds()
	return f, nil
}

func (e *engine) bytes() Phases {
	c, st := store.Of(e.shapes).Columns(), e.engine.Stats()
	return mustMove(&c, &st, e.mode)
}

func (e *engine) slow() bool { return false }

// broad is the broad phase alone.
type broad struct {
	*stage
	broad broadphase.Finder
	pairs []broadphase.Pair
}

func (b *broad) warm(ctx context.Context, frames int) error {
	for range frames {
		if _, err := b.step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (b *broad) step(ctx context.Context) (frame, error) {
	if err := ctx.Err(); err != nil {
		return frame{}, err
	}
	b.move(false)
	store.Of(b.shapes).Refresh(b.table, 0, b.shapes.Len())
	boxes := boxesOf(b.shapes)
	start := time.Now()
	var err error
	b.pairs, err = b.broad.AppendPairs(b.pairs[:0], &boxes, broadphase.Config{Kernels: b.table.Name})
	return frame{ns: time.Since(start).Nanoseconds(), candidates: len(b.pairs)}, err
}

func (b *broad) bytes() Phases { return Phases{} }
func (b *broad) slow() bool    { return false }

// boxesOf is the AABBs of shapes that have been refreshed.
func boxesOf(shapes *soa.Shapes) broadphase.Boxes {
	c := store.Of(shapes).Columns()
	return broadphase.Boxes{X: c.X, Y: c.Y, MinX: c.MinX, MinY: c.MinY, MaxX: c.MaxX, MaxY: c.MaxY}
}
