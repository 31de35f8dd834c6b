// SPDX-License-Identifier: MIT

package shapes

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"daylight/cmd/internal/decimal"
	"daylight/cmd/internal/table"
	"daylight/cmd/internal/tracks"
	"daylight/soa"
)

// stamp is when a row of a track is, in nanoseconds, how its time is written, and how it is turned then.
type stamp struct {
	time  int64
	angle float64
	when  when
}

// when is how times are written. Those of all rows are written alike.
type when uint8

const (
	never when = iota // the row has no time, and stands still
	seconds
	date
)

// readTimes finds the times of all rows, if they are on tracks.
func (p *parser) readTimes() {
	b := &p.batch
	if !p.c.Tracks {
		return
	}
	if b.times == nil {
		b.times = make([]stamp, batchRows)
	}
	clear(b.times)
	for i := range b.n {
		switch have := p.head.have; {
		case !have.has(Time) && p.c.second:
			continue
		case !have.has(Time):
			p.fail(i, errors.New("there is no column time, t, timestamp or frame, which says when a track is there (--rename NAME=time takes another)"))
		case !b.filled[i].has(Time):
			p.fail(i, at(Time, errors.New("the cell is empty")))
		case !have.has(ID):
			p.fail(i, errors.New("there is no column id, which says what a track is of (--rename NAME=id takes another)"))
		default:
			t := &b.times[i]
			var err error
			if t.time, t.when, err = p.time(i); err != nil {
				p.fail(i, at(Time, err))
			}
		}
	}
}

// layouts are how dates are written, but for a blank in place of the T. Parse takes fractions of seconds anyway.
var layouts = []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04:05Z07", "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07:00:00",
	time.DateOnly, "2006-01-02T15:04", "2006-01-02T15:04Z07:00", "2006-01-02T15:04Z07", "2006-01-02T15:04Z0700"}

// time is when a row is.
func (p *parser) time(i int) (int64, when, error) {
	b := &p.batch
	cell := ""
	v, is := 0.0, b.numeric.has(Time)
	if is {
		v = b.number[Time][i]
	} else if cell = b.text[Time][i]; true {
		v, is = decimal.Parse(cell)
	}
	if is && math.Abs(v) < 1e6 {
		return int64(math.RoundToEven(v * 1e9)), seconds, nil
	}
	if b.numeric.has(Time) {
		cell = b.cell(Time, i)
	}
	if !is {
		text := strings.Replace(cell, " ", "T", 1)
		for _, layout := range layouts {
			if t, err := time.Parse(layout, text); err == nil {
				if math.Abs(float64(t.Unix())) > tracks.MaxTime/1e9 {
					return 0, date, fmt.Errorf("%s is too far from 1970: at most 146 years", table.Quote(cell))
				}
				return t.UnixNano(), date, nil
			}
		}
	}
	v, err := p.number(cell)
	switch {
	case err != nil:
		return 0, seconds, fmt.Errorf("%w, nor a date such as 2006-01-02T15:04:05.999Z", err)
	case math.Abs(v) > tracks.MaxTime/1e9:
		return 0, seconds, fmt.Errorf("%s is too far from 0: times are in seconds, at most 4.6e9 of them", table.Quote(cell))
	}
	// Seconds since 1970 have more digits than a float64 has to spare for nanoseconds, so their fraction is taken by itself.
	if front, back, ok := strings.Cut(cell, "."); ok {
		whole, err := strconv.ParseInt(front, 10, 64)
		if rest, ok := decimal.Parse("0." + back); ok && err == nil && !strings.ContainsAny(back, "eE") {
			return whole*1e9 + int64(math.Copysign(math.RoundToEven(rest*1e9), v)), seconds, nil
		}
	}
	whole, rest := math.Modf(v)
	return int64(whole)*1e9 + int64(math.RoundToEven(rest*1e9)), seconds, nil
}

// follows refuses the shape of a row on a track of which nothing says how it turns.
func (p *parser) follows(i int) error {
	if !p.c.Tracks || p.batch.times[i].when == never || p.primitive.kind != geometric {
		return nil
	}
	return errors.New("a shape on a track has columns x and y, and angle if it turns: ends, and corners that are where they say, do not tell how it turned")
}

// enterTimes enters when rows are, and how they are turned.
func (p *parser) enterTimes(from, to int) {
	if !p.c.Tracks {
		return
	}
	turning := 1.0
	if p.c.Degrees {
		turning = math.Pi / 180
	}
	for i := from; i < to; i++ {
		one := p.batch.times[i]
		if p.columns.angle != nil {
			one.angle = p.columns.angle[i] * turning
		}
		p.part.stamps = append(p.part.stamps, one)
	}
}

// enterStamp enters when the latest shape of the set is where it is.
func (l *Loader) enterStamp(one *stamp) {
	s := l.set
	track := uint32(0)
	if one.when == never {
		track = tracks.None
	} else if w := &l.common.when; *w == never {
		*w = one.when
	} else if *w != one.when && l.common.mixed == "" {
		l.common.mixed = s.Place(len(s.stamps.Track))
	}
	s.stamps.Track = append(s.stamps.Track, track)
	s.stamps.Time, s.stamps.Angle = append(s.stamps.Time, one.time), append(s.stamps.Angle, one.angle)
}

// orderTracks finds which rows are on one track, those of one id and world, and puts them in order. Of a track and a time there can be
// but one.
func (l *Loader) orderTracks() error {
	s := l.set
	if !l.c.Tracks {
		return nil
	}
	if l.common.mixed != "" {
		kinds := [2]string{"numbers of seconds", "dates"}
		if l.common.when == date {
			kinds[0], kinds[1] = kinds[1], kinds[0]
		}
		return fmt.Errorf("%s: times before are %s, and from here some are %s: all of them have to be the one or the other", l.common.mixed, kinds[0], kinds[1])
	}
	s.Dated = l.common.when == date
	known := map[string]uint32{}
	var key []byte
	err := s.Shapes.Update(func(c soa.Live) {
		for k := range s.stamps.Track {
			slot, _ := s.Slots(k)
			s.stamps.X, s.stamps.Y = append(s.stamps.X, c.Poses.X[slot]), append(s.stamps.Y, c.Poses.Y[slot])
		}
	})
	if err != nil {
		return err
	}
	for k := range s.stamps.Track {
		if s.stamps.Track[k] == tracks.None {
			continue
		}
		key = append(binary.LittleEndian.AppendUint32(key[:0], s.world[k]), s.Label(k)...)
		track, is := known[string(key)]
		if !is {
			track = uint32(len(known))
			if err := l.account.take(tracks.TrackBytes + nameBytes); err != nil {
				return l.fatal(int(s.line[k]), "no memory for the tracks", err)
			}
			known[string(key)] = track
			s.firstRow = append(s.firstRow, uint32(k))
		}
		s.stamps.Track[k] = track
	}
	var repeated [][2]uint32
	s.Tracks, repeated = tracks.New(s.stamps, len(known))
	for _, pair := range repeated {
		k := int(pair[1])
		if err := s.Refuse(k, fmt.Sprintf("the time of this row is one of the same id already, from %s", s.Place(int(pair[0])))); !l.skip(err) {
			return err
		}
	}
	return nil
}

// FormatTime is a time of tracks as it is written: a date in UTC, or a number of seconds.
func FormatTime(t int64, dated bool) string {
	if dated {
		return time.Unix(0, t).UTC().Format(time.RFC3339Nano)
	}
	sign, n := "", uint64(t)
	if t < 0 {
		sign, n = "-", -n
	}
	text := fmt.Sprintf("%s%d.%09d", sign, n/1e9, n%1e9)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// First is the shape that comes first in the input of those that are on one track with shape k, which is by itself if it is on none.
func (s *Set) First(k uint32) uint32 {
	if track := s.stamps.Track[k]; track != tracks.None {
		return s.firstRow[track]
	}
	return k
}

// Standing are the rows that are on no track.
func (s *Set) Standing() (rows []uint32) {
	for k, track := range s.stamps.Track {
		if track == tracks.None {
			rows = append(rows, uint32(k))
		}
	}
	return rows
}
