// SPDX-License-Identifier: MIT

package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Peer is one measurement of another library, on the scenes of package scene. The
// commands below bench/peers write them as JSON, one object to a line.
type Peer struct {
	Group      string  `json:"group,omitempty"` // the command that measured it: go, node, native
	Engine     string  `json:"engine"`
	Version    string  `json:"version"`
	Scene      string  `json:"scene"`
	N          int     `json:"n"`
	Phase      string  `json:"phase"`             // step, broadphase, ...
	NS         float64 `json:"ns_per_step"`       // median over frames
	Mean       float64 `json:"mean_ns,omitempty"` // where cheap and dear frames alternate
	Spread     float64 `json:"spread"`            // range of the middle half of the frames, as a share of the median
	Frames     int     `json:"frames,omitempty"`
	Candidates *int    `json:"candidates"` // as the library counts them, in the first measured frame; nil if it does not
	Contacts   *int    `json:"contacts"`
	Checksum   string  `json:"checksum,omitempty"` // of the contacts of that frame; see PairSum
	Note       string  `json:"note,omitempty"`     // what differs: margins, skins, what is left out
	Order      string  `json:"order,omitempty"`    // in which the shapes are numbered, AsDrawn if it is not said
}

// The orders in which shapes of a scene can be numbered.
const (
	AsDrawn = "scene"   // as they are drawn: neighbours in number are far apart
	Spatial = "spatial" // along a Z-order curve, as they lie before the first step
)

const inOrder = " in spatial order"

// scene is the scene in words, with the order of its shapes if that is another one than Daylight is
// given.
func (p *Peer) scene() string {
	if p.Order == Spatial {
		return p.Scene + inOrder
	}
	return p.Scene
}

// The phases that can be set beside Daylight's.
const (
	PeerStep  = "step"       // all of it: Contact
	PeerBroad = "broadphase" // AABBs given, pairs out: Broad
)

// PairSum is the checksum of a set of pairs of shapes, numbered as the scene numbers them: the sum
// of all mixed pairs, in any order. Mixing is the last step of SplitMix64, of the lesser number
// times 2^32 plus the greater one.
type PairSum uint64

// Add counts a pair.
func (s *PairSum) Add(a, b uint32) {
	x := uint64(min(a, b))<<32 | uint64(max(a, b))
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	*s += PairSum(x ^ x>>31)
}

// String writes it as lines of JSON do.
func (s PairSum) String() string { return fmt.Sprintf("%016x", uint64(s)) }

// ErrPeer is wrapped by the error of ReadPeers for a line that is not a measurement.
var ErrPeer = errors.New("not a measurement of a peer")

// ReadPeers reads measurements in JSON, one on each line. It passes over empty lines, and over
// members that it does not know.
func ReadPeers(r io.Reader) ([]Peer, error) {
	var list []Peer
	in := bufio.NewScanner(r)
	in.Buffer(nil, 1<<20)
	for line := 1; in.Scan(); line++ {
		text := bytes.TrimSpace(in.Bytes())
		if len(text) == 0 {
			continue
		}
		var p Peer
		if err := json.Unmarshal(text, &p); err != nil {
			return list, fmt.Errorf("line %d: %w: %v", line, ErrPeer, err)
		}
		if !p.sound() {
			return list, fmt.Errorf("line %d: %w: want engine, scene, n, phase and ns_per_step", line, ErrPeer)
		}
		list = append(list, p)
	}
	return list, in.Err()
}

// sound reports whether all is there that a measurement must say, and can be.
func (p *Peer) sound() bool {
	return p.Engine != "" && p.Scene != "" && p.N >= 1 && p.Phase != "" && p.NS >= 1 && p.NS <= longest
}
