// SPDX-License-Identifier: MIT

package view

import (
	"encoding/json"
	"sync"
	"time"

	"daylight/batch"
)

// statsEvery is how often figures are sent.
const statsEvery = 200 * time.Millisecond

// meter averages what frames cost between two messages. Its methods are called with the View's hand
// locked.
type meter struct {
	told    time.Time
	steps   int
	whole   time.Duration            // frames, with what the simulation does besides the engine
	engines int                      // steps of an engine
	times   map[string]time.Duration // by phase
	costs   []cost                   // of the user's own parts
	encodes int
	encoded time.Duration
	stats   batch.Stats

	said struct { // in the message before
		Rate   float64            `json:"rate"`  // frames per second
		Frame  float64            `json:"whole"` // ms from Next to Frame
		MS     map[string]float64 `json:"ms,omitempty"`
		Costs  []told             `json:"costs,omitempty"`
		Encode float64            `json:"encode"`
	}
}

// cost is a part of the user's own work.
type cost struct {
	name string
	took time.Duration
}

type told struct {
	Name string  `json:"name"`
	MS   float64 `json:"ms"`
}

func (m *meter) step(took time.Duration) {
	m.steps++
	m.whole += took
}

func (m *meter) engine(s batch.Stats) {
	if m.times == nil {
		m.times = map[string]time.Duration{}
	}
	m.engines++
	m.stats = s
	for phase, d := range s.Times.All() {
		m.times[phase] += d
	}
}

func (m *meter) cost(name string, took time.Duration) {
	for i := range m.costs {
		if m.costs[i].name == name {
			m.costs[i].took += took
			return
		}
	}
	m.costs = append(m.costs, cost{name, took})
}

// encoding measures until what it returns is called.
func (m *meter) encoding() (done func(*sync.Mutex)) {
	begin := time.Now()
	return func(lock *sync.Mutex) {
		lock.Lock()
		defer lock.Unlock()
		m.encodes++
		m.encoded += time.Since(begin)
	}
}

// untilDue is how long it is until figures are to be told.
func (v *View) untilDue() time.Duration {
	v.hand.Lock()
	defer v.hand.Unlock()
	return time.Until(v.meter.told.Add(statsEvery))
}

// message is the figures as JSON. Times are means in milliseconds since the message before.
func (v *View) message() []byte {
	v.hand.Lock()
	defer v.hand.Unlock()
	m, now := &v.meter, time.Now()
	ms := func(d time.Duration, n int) float64 { return d.Seconds() * 1e3 / float64(n) }
	if m.steps > 0 {
		m.said.Frame = ms(m.whole, m.steps)
		m.said.Costs = m.said.Costs[:0]
		for i := range m.costs {
			m.said.Costs = append(m.said.Costs, told{m.costs[i].name, ms(m.costs[i].took, m.steps)})
			m.costs[i].took = 0
		}
	}
	if m.engines > 0 {
		m.said.MS = map[string]float64{}
		for phase, d := range m.times {
			m.said.MS[phase] = ms(d, m.engines)
		}
	}
	if elapsed := now.Sub(m.told).Seconds(); !m.told.IsZero() && elapsed >= statsEvery.Seconds()/2 {
		m.said.Rate = float64(m.steps) / elapsed
	}
	if m.encodes > 0 {
		m.said.Encode = ms(m.encoded, m.encodes)
	}
	m.told, m.steps, m.whole, m.engines, m.encodes, m.encoded = now, 0, 0, 0, 0, 0
	clear(m.times)
	shapes, contacts, frame := 0, 0, 0
	if v.now != nil {
		shapes, contacts, frame = len(v.now.ids), v.now.contacts(), v.now.frame
	}
	text, _ := json.Marshal(map[string]any{
		"t": "stats", "frame": frame, "paused": v.gate.paused && v.gate.used, "pausable": v.gate.used, "times": m.said,
		"shapes": shapes, "contacts": contacts, "candidates": m.stats.Candidates, "quarantined": m.stats.Quarantined,
		"kernels": m.stats.Kernels, "workers": m.stats.Workers, "viewers": len(v.viewers),
	})
	return text
}
