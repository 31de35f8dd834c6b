// SPDX-License-Identifier: MIT

package live

import (
	"encoding/json"
	"time"

	"daylight/batch"
)

// statsEvery is how often figures are sent.
const statsEvery = 200 * time.Millisecond

// meter averages what steps cost between two messages.
type meter struct {
	told    time.Time
	steps   int
	whole   time.Duration            // steps, with what the simulation does besides the engine
	times   map[string]time.Duration // by phase
	encodes int
	encoded time.Duration
	last    []byte

	rate     float64 // steps per second, of the message before
	ms       map[string]float64
	encodeMS float64
}

func (m *meter) step(took time.Duration, s batch.Stats) {
	m.steps++
	m.whole += took
	if m.times == nil {
		m.times = map[string]time.Duration{}
	}
	for phase, d := range s.Times.All() {
		m.times[phase] += d
	}
}

func (m *meter) encode(took time.Duration) {
	m.encodes++
	m.encoded += took
}

// due reports whether it is time to tell.
func (m *meter) due() bool { return time.Since(m.told) >= statsEvery }

// message is the figures as JSON. Times are means in milliseconds since the message
// before.
func (m *meter) message(s *Server) []byte {
	now := time.Now()
	if m.steps > 0 {
		per := 1e3 / float64(m.steps)
		m.ms = map[string]float64{"scene": max(0, (m.whole-m.times["step"]).Seconds()*per)} // what is not the engine's
		for phase, d := range m.times {
			m.ms[phase] = d.Seconds() * per
		}
	}
	if elapsed := now.Sub(m.told).Seconds(); !m.told.IsZero() && elapsed >= statsEvery.Seconds()/2 {
		m.rate = float64(m.steps) / elapsed
	}
	if m.encodes > 0 {
		m.encodeMS = m.encoded.Seconds() * 1e3 / float64(m.encodes)
	}
	st := s.c.World.Engine().Stats()
	text, err := json.Marshal(map[string]any{
		"t": "stats", "frame": s.frame, "paused": s.paused, "rate": m.rate, "ms": m.ms, "encode": m.encodeMS,
		"shapes": s.c.World.Shapes().Len(), "candidates": st.Candidates, "contacts": st.Contacts,
		"quarantined": st.Quarantined,
		"kernels":     st.Kernels, "workers": st.Workers, "viewers": len(s.viewers),
	})
	if err != nil { // a time that is no number cannot be
		text = m.last
	}
	*m = meter{told: now, rate: m.rate, ms: m.ms, encodeMS: m.encodeMS, last: text}
	return text
}
