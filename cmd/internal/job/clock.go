// SPDX-License-Identifier: MIT

package job

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"daylight/batch"
	"daylight/cmd/internal/tracks"
)

// clock checks at which times tracks are looked at, if rows are of tracks.
func (a *Asked) clock(s *Spec, given Given) error {
	if a.Every == "" {
		if a.Gap != "" {
			return errors.New("--gap says nothing without --every")
		}
		return nil
	}
	s.Clock = new(tracks.Clock)
	var ok bool
	if strings.ToLower(a.Every) != "stamp" {
		if s.Clock.Every, ok = parseSpan(a.Every); !ok {
			return fmt.Errorf("--every %q: want a time above 0, such as 0.1s, 100ms or 0.1 (seconds), or stamp", a.Every)
		}
	}
	if a.Gap != "" {
		if s.Clock.Gap, ok = parseSpan(a.Gap); !ok {
			return fmt.Errorf("--gap %q: want a time above 0, such as 2s, 500ms or 2 (seconds)", a.Gap)
		}
	}
	switch swept := s.Mode == batch.ModeSwept; {
	case given.is("dt"):
		return errors.New("--dt says nothing with --every: tracks move by their rows")
	case s.Exact:
		return errors.New("--every does not go with exact answers: where a track is between two rows is rounded")
	case swept && (s.Parts || s.Bodies):
		return errors.New("--every --mode swept has a row for each two tracks: neither --parts nor --fold body goes with it")
	}
	s.Step = 0
	return nil
}

// parseSpan reads a time that is above 0, in nanoseconds: a number is of seconds.
func parseSpan(text string) (int64, bool) {
	d, err := time.ParseDuration(text)
	if v, wrong := strconv.ParseFloat(text, 64); wrong == nil && math.Abs(v) <= tracks.MaxTime/1e9 {
		d, err = time.Duration(math.RoundToEven(v*1e9)), nil
	}
	return int64(d), err == nil && d > 0 && d <= tracks.MaxTime
}
