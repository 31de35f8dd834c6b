// SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"daylight"
	"daylight/bench/scene"
	"daylight/internal/kernels/isa"
)

// Config says what is measured: every combination of its lists, or with Ladder the
// rungs for every scene and size.
type Config struct {
	Scenes  []Scene
	Sizes   []int
	Kernels []string
	Workers []int
	Modes   []Mode
	Skin    []bool // of batch.Config; an empty list stands for false
	Advance bool   // each case once more, where the engine moves the shapes: batch.Engine.Advance
	Ladder  bool

	Seed       uint64
	Warmup     int  // frames before the first that is timed
	Rounds     int  // turns that every case gets
	Frames     int  // timed frames in a turn
	movedAlone bool // only cases where the engine moves the shapes

	Budget time.Duration // in all, about; 0 for no limit. Never fewer than MinRounds turns
}

// MinRounds is how many turns every case gets at least, even if Config.Budget is used up.
const MinRounds = 3

// Mode is how much of a step is measured: a mode of the engine, or Broad.
type Mode string

// The modes.
const (
	Contact  Mode = "contact"  // pairs that touch, with depth and normal
	Manifold Mode = "manifold" // with contact points besides
	Distance Mode = "distance" // with the closest points
	Overlap  Mode = "overlap"  // pairs that touch
	Pairs    Mode = "pairs"    // pairs whose AABBs overlap
	// Broad is the broad phase alone: AABBs are given, in the order of the scene, and
	// pairs come out. Moving and refreshing are not timed, storage is not reordered.
	Broad Mode = "broad"
)

// Modes returns all modes.
func Modes() []Mode { return []Mode{Contact, Manifold, Distance, Overlap, Pairs, Broad} }

// touching reports whether a mode finds the pairs that touch.
func (m Mode) touching() bool { return m != Pairs && m != Broad }

// ConfigError says why a Config cannot be measured.
type ConfigError struct{ What string }

func (e *ConfigError) Error() string { return "bench: nothing to measure: " + e.What }

// DefaultConfig returns a configuration for a first look at this machine: all scenes at two sizes,
// all kernels, with one worker and with as many as there are processors.
func DefaultConfig() Config {
	c := Config{
		Scenes: Published(), Sizes: []int{10_000, 100_000},
		Workers: []int{1}, Modes: []Mode{Contact},
		Seed: scene.DefaultSeed, Warmup: scene.FirstFrame - 1, Rounds: 8, Frames: 5,
		Budget: 90 * time.Second,
	}
	for _, t := range isa.All() {
		c.Kernels = append(c.Kernels, t.Name)
	}
	if p := runtime.GOMAXPROCS(0); p > 1 {
		c.Workers = append(c.Workers, min(p, daylight.MaxWorkers))
	}
	return c
}

// FullConfigs returns the configurations that all tables of PERF.md but those of peers are made of,
// at the sizes of c, with its rounds and within its budget: all scenes, boxes with contact points
// and their broad phase, what the engine moves, and the ladder.
func (c *Config) FullConfigs() []Config {
	steps := *c
	steps.Scenes, steps.Modes, steps.Workers, steps.Ladder = Published(), []Mode{Contact}, []int{1}, false
	most := min(runtime.GOMAXPROCS(0), daylight.MaxWorkers)
	for w := 2; w < most; w *= 2 {
		steps.Workers = append(steps.Workers, w)
	}
	if most > 1 {
		steps.Workers = append(steps.Workers, most)
	}
	beside := steps // what peers are held against
	beside.Scenes, beside.Modes, beside.Workers = steps.Scenes[scene.Boxes:][:1], []Mode{Manifold, Broad}, []int{1}
	ladder := beside
	ladder.Ladder = true
	beside.Advance = true
	moved := beside // by the engine, as boxes beside peers are; a turn is as long as a list serves
	moved.Modes, moved.Skin, moved.Frames, moved.movedAlone = []Mode{Contact}, []bool{false, true}, listTurn, true
	moved.Scenes = append(slices.Clone(moved.Scenes), Scenes()[len(steps.Scenes):]...)
	list := []Config{steps, beside, moved, ladder}
	if c.Budget > 0 { // one for all: each gets its part
		all := 0.0
		for i := range list {
			all += list[i].weight()
		}
		for i := range list {
			list[i].Budget = max(1, time.Duration(float64(c.Budget)*list[i].weight()/all))
		}
	}
	return list
}

// weight is that of all groups.
func (c *Config) weight() (sum float64) {
	for _, g := range c.groups() {
		sum += g.weight()
	}
	return sum
}

// Add adds the cases of more, which were measured in the same run.
func (r *Results) Add(more *Results) {
	r.Cases = append(r.Cases, more.Cases...)
	for _, b := range more.Bandwidth {
		if !slices.ContainsFunc(r.Bandwidth, func(have Bandwidth) bool { return have.Workers == b.Workers }) {
			r.Bandwidth = append(r.Bandwidth, b)
		}
	}
}

// Case is one thing to measure.
type Case struct {
	Rung    string `json:"rung,omitempty"` // name of the rung, for those of the ladder
	Scene   string `json:"scene"`
	N       int    `json:"n"`
	Kernels string `json:"kernels"`
	Workers int    `json:"workers"`
	Mode    Mode   `json:"mode"`
	Skin    int    `json:"skin,omitempty"`    // Kept if candidates are kept; other numbers are of older results
	Advance bool   `json:"advance,omitempty"` // the engine moves the shapes
}

// Kept is Case.Skin of an engine that keeps candidates. In older results, engines kept candidates
// for a fixed number of steps; new results are compared with those of 8 steps.
const Kept = 8

// skinOf is Case.Skin of a value of batch.Config.Skin.
func skinOf(kept bool) int {
	if kept {
		return Kept
	}
	return 0
}

// SkinName returns the name of a value of batch.Config.Skin.
func SkinName(kept bool) string {
	if kept {
		return "on"
	}
	return "off"
}

// How says in words whether a case keeps candidates, and whether the engine moves the shapes:
// "list", "list, moved". It returns nothing if neither is so.
func (c Case) How() string {
	var how []string
	switch c.Skin {
	case 0:
	case Kept:
		how = append(how, "list")
	default: // of older results
		how = append(how, fmt.Sprintf("list of %d", c.Skin))
	}
	if c.Advance {
		how = append(how, "moved")
	}
	return strings.Join(how, ", ")
}

// Key returns the name of the case, in the form that benchstat takes.
func (c Case) Key() string {
	key := fmt.Sprintf("scene=%s/n=%d/kernels=%s/workers=%d/mode=%s", c.Scene, c.N, c.Kernels, c.Workers, c.Mode)
	if c.Skin == Kept {
		key += "/list"
	} else if c.Skin != 0 {
		key += fmt.Sprintf("/skin=%d", c.Skin)
	}
	if c.Advance {
		key += "/advance"
	}
	if c.Rung != "" {
		key = "rung=" + c.Rung + "/" + key
	}
	return key
}

// group is the cases of one scene and size.
type group struct {
	scene Scene
	n     int
	cases []Case
}

// Check returns a *ConfigError if the configuration cannot be measured, and says why.
func (c *Config) Check() error {
	bad := func(format string, args ...any) error {
		return &ConfigError{fmt.Sprintf(format, args...)}
	}
	switch {
	case len(c.Scenes) == 0:
		return bad("no scene")
	case len(c.Sizes) == 0:
		return bad("no size")
	case !c.Ladder && len(c.Kernels) == 0:
		return bad("no kernels")
	case !c.Ladder && len(c.Workers) == 0:
		return bad("no number of workers")
	case !c.Ladder && len(c.Modes) == 0:
		return bad("no mode")
	case c.Warmup < 0:
		return bad("%d frames of warm-up: want 0 or more", c.Warmup)
	case c.Rounds < MinRounds:
		return bad("%d rounds: want at least %d", c.Rounds, MinRounds)
	case c.Frames < 1:
		return bad("%d frames a round: want at least 1", c.Frames)
	case c.Budget < 0:
		return bad("a budget of %v: want 0 or more", c.Budget)
	}
	for _, k := range c.Scenes {
		if !slices.Contains(Scenes(), k) {
			return bad("there is no scene %v", k)
		}
	}
	for _, n := range c.Sizes {
		if n < 1 || n > scene.MaxShapes {
			return bad("%d shapes: want 1 to %d", n, scene.MaxShapes)
		}
	}
	for _, w := range c.Workers {
		if w < 1 || w > daylight.MaxWorkers {
			return bad("%d workers: want 1 to %d", w, daylight.MaxWorkers)
		}
	}
	for _, m := range c.Modes {
		if !slices.Contains(Modes(), m) {
			return bad("there is no mode %q", m)
		}
	}
	for _, name := range c.Kernels {
		if _, err := isa.ByName(name); err != nil {
			return fmt.Errorf("bench: %w", err)
		}
	}
	if len(c.Cases()) == 0 {
		return bad("mode %s runs with one worker only", Broad)
	}
	return nil
}

// groups lists the cases in the order in which they are measured. The broad phase
// alone is a call in one goroutine, so only one worker does it.
func (c *Config) groups() []group {
	var list []group
	for _, kind := range c.Scenes {
		for _, n := range c.Sizes {
			g := group{scene: kind, n: n}
			if c.Ladder {
				for _, r := range Ladder() {
					if r.MaxN == 0 || n <= r.MaxN {
						g.cases = append(g.cases, Case{r.Name, kind.String(), n, r.Kernels, r.Workers, Contact, skinOf(r.Skin), r.Advance})
					}
				}
			} else {
				for _, m := range c.Modes {
					for _, w := range c.Workers {
						for _, k := range c.Kernels {
							if m == Broad && w != 1 {
								continue
							}
							for _, s := range c.skins(m) {
								if !c.movedAlone {
									g.cases = append(g.cases, Case{"", kind.String(), n, k, w, m, skinOf(s), false})
								}
								if c.Advance && m != Broad {
									g.cases = append(g.cases, Case{"", kind.String(), n, k, w, m, skinOf(s), true})
								}
							}
						}
					}
				}
			}
			if len(g.cases) > 0 {
				list = append(list, g)
			}
		}
	}
	return list
}

// skins lists the values of batch.Config.Skin for a mode: those of the engine in which it does
// something, else false alone.
func (c *Config) skins(m Mode) []bool {
	if len(c.Skin) == 0 || m == Broad || m == Pairs {
		return []bool{false}
	}
	return c.Skin
}

// Cases returns all cases that Measure measures, in its order.
func (c *Config) Cases() []Case {
	var list []Case
	for _, g := range c.groups() {
		list = append(list, g.cases...)
	}
	return list
}

// Command returns the command line of the program that measures this configuration.
func (c *Config) Command() string {
	b := strings.Builder{}
	b.WriteString("daylight bench")
	if c.Ladder {
		b.WriteString(" --ladder")
	}
	fmt.Fprintf(&b, " --scenes %s --sizes %s", join(c.Scenes), join(c.Sizes))
	if !c.Ladder {
		fmt.Fprintf(&b, " --kernels %s --workers %s --modes %s", strings.Join(c.Kernels, ","), join(c.Workers), join(c.Modes))
	}
	if slices.Contains(c.Skin, true) {
		var names []string
		for _, s := range c.Skin {
			names = append(names, SkinName(s))
		}
		fmt.Fprintf(&b, " --skin %s", strings.Join(names, ","))
	}
	if c.Advance && !c.Ladder {
		b.WriteString(" --advance")
	}
	fmt.Fprintf(&b, " --rounds %d --frames %d --budget %v", c.Rounds, c.Frames, c.Budget)
	if c.Warmup != scene.FirstFrame-1 {
		fmt.Fprintf(&b, " --warmup %d", c.Warmup)
	}
	return b.String()
}

func join[T any](list []T) string {
	var words []string
	for _, v := range list {
		words = append(words, fmt.Sprint(v))
	}
	return strings.Join(words, ",")
}

// weight is about how long a group takes, in no particular unit. A small scene costs
// more for each shape, in setting up and in rounds that are short.
func (g *group) weight() float64 { return float64(len(g.cases)) * (float64(g.n) + 10_000) }
