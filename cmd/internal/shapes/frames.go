// SPDX-License-Identifier: MIT

package shapes

import (
	"fmt"
	"hash/maphash"
	"maps"

	"daylight/cmd/internal/table"
)

// nameOf is the name of the world of shape k of a part.
func (p *part) nameOf(k int) string {
	if name := p.worlds.names[p.world[k]]; name != "" {
		return name
	}
	return DefaultWorld
}

// in reports whether shape k of a part is in the world at hand. One that names none is in no world.
func (l *Loader) in(p *part, k int) bool {
	name := p.worlds.names[p.world[k]]
	return l.begun && name != "" && name == l.common.names[0]
}

// turn ends the world at hand, and begins that of shape k of a part.
func (l *Loader) turn(p *part, k int) error {
	name := p.worlds.names[p.world[k]]
	if name == "" { // it would be one world without an end, of which nothing is answered
		cure := "--rename OLD=world takes a column of another name"
		if c := l.c.Names.moment(); c != "" {
			cure = fmt.Sprintf("if each %s is a frame, --rename %s=world", c, c)
		}
		return l.fatal(int(p.line[k]), fmt.Sprintf("no column world or frame: with --follow each row says which world it is in (%s); one world alone is answered without --follow", cure), nil)
	}
	if l.ended.again(name) {
		return l.fatal(int(p.line[k]), fmt.Sprintf("world %s has come before, and was answered when the next began: bring the rows of each world together (sort by it), or leave --follow and --events out", table.Quote(name)), nil)
	}
	if err := l.takeSystems(l.set.files[len(l.set.files)-1].name); err != nil {
		return err
	}
	if err := l.endWorld(false); err != nil {
		return err
	}
	c := l.common
	if !l.begun {
		c.standing, c.stood = maps.Clone(c.bodies), c.body
	}
	clear(c.worlds)
	l.begun, c.worlds[name], c.names = true, 0, append(c.names[:0], name)
	return nil
}

// endWorld shows Config.Frame the world at hand, if there is one, and forgets it unless it is the last.
func (l *Loader) endWorld(last bool) error {
	if !l.begun {
		return nil
	}
	if err := l.c.Frame(l.set); err != nil || last {
		return err
	}
	s, c := l.set, l.common
	s.Ended, s.Forgotten, s.cut = s.Ended+1, s.Forgotten+s.Len(), s.Cut()
	s.cuts.clear()
	s.labels.clear()
	for n := range s.kept {
		s.kept[n].clear()
	}
	if n := len(s.corners); n > 0 {
		s.corners[0] = stretch{corners: s.corners[n-1].corners}
		s.corners[0].clear()
		clear(s.corners[1:])
		s.corners = s.corners[:1]
	}
	clear(s.Given)
	s.Given, s.drawn, s.world, s.line = s.Given[:0], nil, s.world[:0], s.line[:0]
	s.files = append(s.files[:0], file{name: s.files[len(s.files)-1].name})
	l.ids.last, l.ids.slots = l.ids.last[:0], nil
	l.account.left, l.account.used = l.account.left+l.account.used, 0
	if c.body = c.stood; len(c.bodies) > len(c.standing) {
		c.bodies = maps.Clone(c.standing)
	}
	return s.Shapes.Clear()
}

// Standing is what has been read so far: beside each world of Config.Frame of the first set, which is to be read now.
func (l *Loader) Standing() *Set { return l.set }

// ended are worlds that have come, by what their names come to: the last mostEnded, at least, and no more than twice
// as many.
type ended struct{ recent, before map[uint64]bool }

const mostEnded = 1 << 14

var seed = maphash.MakeSeed()

// again enters a world, and reports whether it has come before, as far as is known.
func (e *ended) again(name string) bool {
	key := maphash.String(seed, name)
	if e.recent[key] || e.before[key] {
		return true
	}
	if len(e.recent)%mostEnded == 0 {
		e.before, e.recent = e.recent, map[uint64]bool{}
	}
	e.recent[key] = true
	return false
}
