// SPDX-License-Identifier: MIT

package bench

import (
	"context"
	"math/rand/v2"
	"slices"

	"daylight/batch/query"
	"daylight/bench/scene"
	"daylight/soa"
)

// Scene is a scene to measure: one of package scene, which peers are given, too, or boxes that lie
// denser, that rest, or that are asked about.
type Scene struct {
	Name  string
	Kind  scene.Kind
	Rho   float32 // shapes per unit of area
	Rest  bool    // nothing moves
	Asked bool    // in each frame an index is brought up to date, and one ray for rayShare shapes is cast
}

func (s Scene) String() string { return s.Name }

// rayShare is how many shapes there are to a ray.
const rayShare = 16

// inPlaceFrom is from how many shapes on an index reads them in place. A step leaves fewer in the
// order in which they were added, in which a tree of them is slower to make than to bring up to
// date.
const inPlaceFrom = 4096

// Published returns the scenes of package scene.
func Published() (list []Scene) {
	for _, k := range scene.Kinds() {
		list = append(list, Scene{Name: k.String(), Kind: k, Rho: scene.DefaultRho})
	}
	return list
}

// Scenes returns all scenes: those of package scene, boxes at one, two and four to a unit of area,
// boxes that rest, and boxes that are asked about.
func Scenes() []Scene {
	return append(Published(),
		Scene{Name: "rho1", Kind: scene.Boxes, Rho: 1},
		Scene{Name: "rho2", Kind: scene.Boxes, Rho: 2},
		Scene{Name: "rho4", Kind: scene.Boxes, Rho: 4},
		Scene{Name: "rest", Kind: scene.Boxes, Rho: scene.DefaultRho, Rest: true},
		Scene{Name: "asked", Kind: scene.Boxes, Rho: scene.DefaultRho, Asked: true})
}

// SceneNames returns the names of all scenes.
func SceneNames() (names []string) {
	for _, s := range Scenes() {
		names = append(names, s.Name)
	}
	return names
}

// ParseScene returns the scene of that name, and whether there is one.
func ParseScene(name string) (Scene, bool) {
	all := Scenes()
	i := slices.IndexFunc(all, func(s Scene) bool { return s.Name == name })
	if i < 0 {
		return Scene{}, false
	}
	return all[i], true
}

// questions are what is asked in each frame of a scene.
type questions struct {
	index        *query.Index
	asker        *query.Asker
	x, y, dx, dy []float64
}

// newQuestions draws the rays of n shapes in a square of a side, each five units long.
func newQuestions(shapes *soa.Shapes, c Case, side float64) (*questions, error) {
	ix, err := query.New(shapes, query.Config{Kernels: c.Kernels, Workers: c.Workers, InPlace: c.N >= inPlaceFrom})
	if err != nil {
		return nil, err
	}
	asker, err := ix.NewAsker(query.AskerConfig{Workers: c.Workers})
	q := &questions{index: ix, asker: asker}
	r := rand.New(rand.NewPCG(1, 1))
	for range (c.N + rayShare - 1) / rayShare {
		sin, cos := soa.SinCos(6.28 * r.Float64())
		q.x, q.y = append(q.x, side*r.Float64()), append(q.y, side*r.Float64())
		q.dx, q.dy = append(q.dx, 5*float64(cos)), append(q.dy, 5*float64(sin))
	}
	return q, err
}

// ask asks them of the shapes as they are now. Without questions it does nothing.
func (q *questions) ask(ctx context.Context) error {
	if q == nil {
		return nil
	}
	if err := q.index.Refit(); err != nil {
		return err
	}
	_, err := q.asker.CastRays(ctx, q.x, q.y, q.dx, q.dy, query.Options{})
	return err
}
