// SPDX-License-Identifier: MIT

package verlet

// schedule says when a list is made, for how many steps it serves, and when steps do without.
type schedule struct {
	state state
	act   act
	life  int  // steps that a list serves, its first included; 0 while there is to be none
	idle  int  // steps since then in which no shape changed
	long  bool // it serves for longer, because few shapes moved when it was made
	age   int  // steps since the fattened AABBs were made, or since poses were first noted
	given bool // life is; else trial says whether there is a list, and how long it serves
	trial trial

	fullLife   int // life as trial said
	shortLived int // lists in a row that did not pay
	pause      int // steps that are still to do without a list
	backoff    int // how many there were when the list was last dropped
}

type state uint8

const (
	blank  state = iota // nothing is known
	noted               // poses are noted
	listed              // there is a list
)

// act is what a step does.
type act uint8

const (
	sweepAll act = iota // look for all pairs, as without a list
	makeList
	useList
)

// maxBackoff is how many steps do without a list at most. The trial that then follows adds its own.
const maxBackoff = 512

// dropped is the schedule of a list that was dropped: after a pause and a trial there may be
// another.
func (s *schedule) dropped() schedule {
	d := schedule{life: s.life, given: s.given, backoff: min(2*s.backoff+16, maxBackoff)}
	if d.given {
		d.pause = d.backoff
	} else {
		d.life, d.trial.pause = 0, d.backoff
	}
	return d
}

// shrunk is the schedule of a list whose memory is given back.
func (s *schedule) shrunk() schedule {
	d := schedule{life: s.life, given: s.given, pause: s.pause, backoff: s.backoff, trial: trial{pause: s.trial.pause}}
	if !d.given {
		d.life = 0
	}
	return d
}

// forget makes the next step one that knows nothing of those before.
func (s *schedule) forget() { s.state, s.act = blank, sweepAll }

// checks reports whether this step needs to know which shapes escaped.
func (s *schedule) checks() bool { return s.state == listed && s.age < s.span() }

// calmFactor is how many times as long a list serves that was made when few shapes changed: longer
// AABBs of a few cost little.
const calmFactor = 4

// served is how many steps the list serves, with this one.
func (s *schedule) served() int { return s.age + s.idle + 1 }

// span is for how many steps the list serves.
func (s *schedule) span() int {
	if s.long {
		return calmFactor * s.life
	}
	return s.life
}

// expire takes account of a list that served its full term.
func (s *schedule) expire() {
	s.shortLived, s.backoff = 0, 0
	if s.life < s.fullLife {
		s.life++
	}
}

// chooseAct decides whether the list is used or made anew, once it is known whether too many
// escaped. It reports whether the list is to be dropped, since one did not pay twice in a row.
func (s *schedule) chooseAct(tooMany bool) (drop bool) {
	s.act = useList
	if tooMany {
		s.act = makeList
		if s.age < leastLife {
			s.shortLived++
		} else {
			s.shortLived, s.backoff = 0, 0
			if !s.given { // look ahead for as long as that one served
				s.life = min(s.life, s.age)
			}
		}
	}
	return !s.given && s.shortLived > 1
}
