// SPDX-License-Identifier: MIT

package contacts

import (
	"encoding/json"
	"fmt"
	"math"

	"daylight/batch"
	"daylight/batch/tile"
	"daylight/kernels"
)

// Option configures a transform.
type Option func(*settings) error

// settings are what workers are sent, as JSON.
type settings struct {
	Mode          batch.Mode
	Margin        float64
	Open          bool
	Workers       int
	Kernels       string
	MaxCandidates int
	Memory        int64
	Tiles         int
	Plan          string // JSON
	Unique        bool   // of names
}

// maxTiles is the greatest number of tiles that package tile makes.
const maxTiles = 1 << 20

// DefaultTiles is how many tiles there are unless Tiles or Plan says otherwise.
const DefaultTiles = 64

func newSettings(opts []Option) (settings, error) {
	s := settings{Mode: batch.ModeContacts, Workers: 1, Tiles: DefaultTiles}
	for _, o := range opts {
		if o == nil {
			return s, wrong("Option", "nil among the options")
		}
		if err := o(&s); err != nil {
			return s, err
		}
	}
	return s, nil
}

func wrong(call, format string, args ...any) error {
	return &batch.ArgumentError{Problem: "contacts." + call + ": " + fmt.Sprintf(format, args...)}
}

// InMode sets how much is found out about each pair; the default is batch.ModeContacts. It
// refuses batch.ModePairs.
func InMode(m batch.Mode) Option {
	return func(s *settings) error {
		if _, err := batch.ParseMode(m.String()); err != nil {
			return err
		}
		if m == batch.ModePairs {
			return wrong("InMode", "ModePairs cannot be cut into tiles: which AABBs are near enough to be a pair depends on the extent of the whole scene; ask for ModeOverlaps")
		}
		s.Mode = m
		return nil
	}
}

// Margin sets the greatest separation that counts as a contact; see batch.Config.
func Margin(m float64) Option {
	return func(s *settings) error {
		if math.IsNaN(m) || math.Abs(m) > batch.MaxMargin {
			return wrong("Margin", "%v is not a finite number up to %g", m, float64(batch.MaxMargin))
		}
		s.Margin = m
		return nil
	}
}

// OpenSets says whether shapes that merely touch are no contact; see Strict of batch.Config.
func OpenSets(on bool) Option {
	return func(s *settings) error {
		s.Open = on
		return nil
	}
}

// Tiles sets into how many tiles the plane and the worlds are cut, at most. The default is
// DefaultTiles. A tile is the unit of work: its shapes are in the memory of one worker, about
// 1 kB for each. Four tiles for each worker that runs at a time are enough; see docs/scale.md.
func Tiles(n int) Option {
	return func(s *settings) error {
		if n < 1 || n > maxTiles {
			return wrong("Tiles", "%d tiles; want 1 to %d", n, maxTiles)
		}
		s.Tiles, s.Plan = n, ""
		return nil
	}
}

// Plan sets the cut, so that none is made from a sample of the shapes, which takes a pass over
// all of them. WorldNumber says which world a plan means. The plan must not be nil.
func Plan(p *tile.Plan) Option {
	return func(s *settings) error {
		if p == nil {
			return wrong("Plan", "nil")
		}
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		s.Plan = string(text)
		return nil
	}
}

// Workers sets how many goroutines a tile may use; see batch.Config. The default is 1, since
// runners do several tiles at a time.
func Workers(n int) Option {
	return func(s *settings) error {
		if n < 1 || n > batch.MaxWorkers {
			return wrong("Workers", "%d; want 1 to %d", n, batch.MaxWorkers)
		}
		s.Workers = n
		return nil
	}
}

// Kernels names the kernels that workers use: go, avx2 or avx512. The default, which is the
// empty string, is the fastest that the worker's processor can run. The contacts do not depend
// on it.
func Kernels(name string) Option {
	return func(s *settings) error {
		if name == "" {
			s.Kernels = ""
			return nil
		}
		for _, v := range kernels.Variants() {
			if v.Name == name {
				s.Kernels = name
				return nil
			}
		}
		return wrong("Kernels", "there are none called %q", name)
	}
}

// MaxCandidates sets how many candidates a tile may have; see batch.Config.
func MaxCandidates(n int) Option {
	return func(s *settings) error {
		if n < 1 {
			return wrong("MaxCandidates", "%d; want at least 1", n)
		}
		s.MaxCandidates = n
		return nil
	}
}

// MemoryLimit sets how many bytes the engine may take for a tile; see batch.Config. The
// shapes of the tile and its contacts come on top.
func MemoryLimit(bytes int64) Option {
	return func(s *settings) error {
		if bytes < 1 {
			return wrong("MemoryLimit", "%d bytes; want at least 1", bytes)
		}
		s.Memory = bytes
		return nil
	}
}

// UniqueNames says whether two shapes of one PCollection and one world with the same Name, in the
// same tile, are an error. (Elsewhere in a world they are not seen.) Empty names are not looked
// at.
func UniqueNames(on bool) Option {
	return func(s *settings) error {
		s.Unique = on
		return nil
	}
}

// engine is the Config of package batch that these stand for.
func (s *settings) engine() batch.Config {
	return batch.Config{
		Mode: s.Mode, Margin: s.Margin, Strict: s.Open, Canonical: true,
		Workers: s.Workers, Kernels: s.Kernels, MaxCandidates: s.MaxCandidates, MemoryLimit: s.Memory,
	}
}

// readPlan reads what a plan was made into.
func readPlan(text string) (*tile.Plan, error) {
	p := new(tile.Plan)
	if err := json.Unmarshal([]byte(text), p); err != nil {
		return nil, err
	}
	return p, nil
}
