// SPDX-License-Identifier: MIT

package realdata

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"

	"daylight/internal/must"
)

// car is a car at one time step: a rectangle by its centre, the angle of its
// length axis and its full length and width, in metres and radians.
type car struct {
	id, step                   int32
	x, y, angle, length, width float64
}

// traffic is a recording: the cars of all time steps, in file order.
type traffic struct {
	name string
	cars []car
}

// trafficFiles are the recordings, with what is stated about them.
var trafficFiles = []struct {
	name, version      string
	cars, boxes, steps int
}{
	{"USA_US101-4_1_T-1", "2020a", 22, 1_271, 101},
	{"USA_Lanker-1_1_T-1", "2018b", 24, 938, 41},
	{"USA_US101-3_1_T-1", "2018b", 35, 1_986, 81},
}

// xmlObstacle is what both versions of the format have in common.
type xmlObstacle struct {
	ID        int32      `xml:"id,attr"`
	Role      string     `xml:"role"` // 2018b only
	Rectangle *xmlSize   `xml:"shape>rectangle"`
	Initial   xmlState   `xml:"initialState"`
	States    []xmlState `xml:"trajectory>state"`
}

type xmlSize struct {
	Length float64 `xml:"length"`
	Width  float64 `xml:"width"`
}

// xmlState has pointers for what must be there: an interval or a region in the
// place of an exact value leaves one nil.
type xmlState struct {
	X     *float64 `xml:"position>point>x"`
	Y     *float64 `xml:"position>point>y"`
	Angle *float64 `xml:"orientation>exact"`
	Step  *int32   `xml:"time>exact"`
}

// readTraffic reads the moving obstacles of a CommonRoad scenario. In version
// 2018b they are obstacle elements with a role, in 2020a dynamicObstacle elements.
func readTraffic(r io.Reader) (version string, cars []car, err error) {
	var s struct {
		XMLName   xml.Name      `xml:"commonRoad"`
		Version   string        `xml:"commonRoadVersion,attr"`
		Obstacles []xmlObstacle `xml:"obstacle"`
		Dynamic   []xmlObstacle `xml:"dynamicObstacle"`
	}
	if err := xml.NewDecoder(r).Decode(&s); err != nil {
		return "", nil, err
	}
	switch {
	case s.Version == "2018b" && len(s.Dynamic) == 0:
		for _, o := range s.Obstacles {
			if o.Role != "dynamic" {
				return "", nil, fmt.Errorf("obstacle %d: role %q is not read", o.ID, o.Role)
			}
		}
	case s.Version == "2020a" && len(s.Obstacles) == 0:
		s.Obstacles = s.Dynamic
	default:
		return "", nil, fmt.Errorf("version %q with %d obstacle and %d dynamicObstacle elements is not read", s.Version, len(s.Obstacles), len(s.Dynamic))
	}
	for _, o := range s.Obstacles {
		if o.Rectangle == nil || o.Rectangle.Length <= 0 || o.Rectangle.Width <= 0 {
			return "", nil, fmt.Errorf("obstacle %d: no rectangle with a length and a width", o.ID)
		}
		for k, st := range append([]xmlState{o.Initial}, o.States...) {
			if st.X == nil || st.Y == nil || st.Angle == nil || st.Step == nil {
				return "", nil, fmt.Errorf("obstacle %d: state %d lacks an exact position, orientation or time", o.ID, k)
			}
			cars = append(cars, car{o.ID, *st.Step, *st.X, *st.Y, *st.Angle, o.Rectangle.Length, o.Rectangle.Width})
		}
	}
	if len(cars) == 0 {
		return "", nil, errors.New("no obstacles")
	}
	return s.Version, cars, nil
}

// meeting is a line of the truth file: two cars that overlap at a step.
type meeting struct {
	step, low, high int32
	depth           float64 // metres, printed with 6 places
}

// trafficTruth holds the meetings by file and margin as printed there.
type trafficTruth map[[2]string][]meeting

var loadTraffic = sync.OnceValues(func() (all []*traffic, err error) {
	for _, f := range trafficFiles {
		tr := &traffic{name: f.name}
		err := readData("traffic/"+f.name+".xml.gz", func(r io.Reader) error {
			version, cars, err := readTraffic(r)
			if err == nil && version != f.version {
				err = fmt.Errorf("version %s, want %s", version, f.version)
			}
			tr.cars = cars
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, tr)
	}
	return all, nil
})

// roads returns the three recordings.
func roads(t *testing.T) []*traffic {
	t.Helper()
	needData(t)
	return must.Get(loadTraffic())(t)
}

var loadMeetings = sync.OnceValues(func() (trafficTruth, error) {
	truth := trafficTruth{}
	err := readData("traffic/truth_overlaps.csv", func(r io.Reader) error {
		return table(r, "file,margin_m,time_step,id_a,id_b,depth_m", func(fields []string) error {
			var m meeting
			if err := whole(fields[2:5], &m.step, &m.low, &m.high); err != nil {
				return err
			}
			micrometres, err := fixed(fields[5], 6)
			m.low, m.high = min(m.low, m.high), max(m.low, m.high)
			m.depth = float64(micrometres) / 1e6
			key := [2]string{fields[0], fields[1]}
			truth[key] = append(truth[key], m)
			return err
		})
	})
	return truth, err
})

// meetings returns the truth file.
func meetings(t *testing.T) trafficTruth {
	t.Helper()
	needData(t)
	return must.Get(loadMeetings())(t)
}
